/*
 * Five short, soft sounds, made on the spot; off unless the player wants them.
 */
import { currentSettings } from "../storage/settings";

let context: AudioContext | undefined;
type Sound = "slide" | "stop" | "bid" | "tick" | "won" | "lost";

function note(at: AudioContext, start: number, pitch: number, length: number, loud: number): void {
  const tone = at.createOscillator();
  const gain = at.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(at.destination);
  tone.start(start);
  tone.stop(start + length);
}

const tunes: Record<Sound, [pitch: number, after: number, length: number, loud: number][]> = {
  slide: [[180, 0, 0.09, 0.05]],
  stop: [[120, 0, 0.07, 0.12]],
  bid: [[520, 0, 0.12, 0.08]],
  tick: [[880, 0, 0.05, 0.04]],
  won: [
    [523, 0, 0.14, 0.08],
    [659, 0.1, 0.14, 0.08],
    [784, 0.2, 0.3, 0.08],
  ],
  lost: [
    [330, 0, 0.18, 0.07],
    [247, 0.14, 0.3, 0.07],
  ],
};

export function sound(name: Sound): void {
  if (!currentSettings().sound) return;
  context ??= new AudioContext();
  for (const [pitch, after, length, loud] of tunes[name])
    note(context, context.currentTime + after, pitch, length, loud);
}
