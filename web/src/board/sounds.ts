/*
 * Short, dry, wooden sounds, made on the spot; off until they are wanted. A robot has its own pitch.
 */
import type { Robot } from "../wasm/ops";
import { currentSettings } from "../storage/settings";

export type Sound =
  | "select"
  | "slide"
  | "bump"
  | "bounce"
  | "target"
  | "shortest"
  | "bid"
  | "sand"
  | "tick"
  | "token"
  | "refused"
  | "podium";
interface Voice {
  robot?: Robot;
  ms?: number; // how long a slide takes
  twice?: boolean; // a robot was hit
}

const PITCH: Record<Robot, number> = { R: 164.8, Y: 196, G: 220, B: 130.8, S: 246.9, T: 146.8 }; // E, G, A, C, B, D
let context: AudioContext | undefined;
let hiss: AudioBuffer | undefined;

interface Note {
  pitch: number;
  to?: number; // slides there
  after?: number;
  length: number;
  loud: number;
  wave?: OscillatorType;
}

function shaped(at: AudioContext, start: number, length: number, loud: number): GainNode {
  const gain = at.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(at.destination);
  return gain;
}

function note(at: AudioContext, { pitch, to, after = 0, length, loud, wave = "triangle" }: Note): void {
  const start = at.currentTime + after;
  const tone = at.createOscillator();
  tone.type = wave;
  tone.frequency.setValueAtTime(pitch, start);
  if (to) tone.frequency.exponentialRampToValueAtTime(to, start + length);
  tone.connect(shaped(at, start, length, loud));
  tone.start(start);
  tone.stop(start + length);
}

/* Sand, felt, chips: noise through a filter. */
function rustle(at: AudioContext, pitch: number, length: number, loud: number, after = 0): void {
  if (!hiss) {
    hiss = at.createBuffer(1, at.sampleRate / 2, at.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const start = at.currentTime + after;
  const source = at.createBufferSource();
  const filter = at.createBiquadFilter();
  source.buffer = hiss;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(shaped(at, start, length, loud));
  source.start(start);
  source.stop(start + length);
}

const up = (pitches: number[], every: number, length: number): Note[] =>
  pitches.map((pitch, i) => ({ pitch, after: i * every, length, loud: 0.08 }));
const knock = (pitch: number, after = 0): Note => ({ pitch, to: pitch / 2, after, length: 0.06, loud: 0.2 });

function notesOf(name: Sound, { robot = "B", ms = 200, twice }: Voice): Note[] {
  switch (name) {
    case "select":
      return [{ pitch: 4 * PITCH[robot], length: 0.02, loud: 0.05 }];
    case "slide":
      return [{ pitch: 90, to: 260, length: ms / 1000, loud: 0.02, wave: "sawtooth" }];
    case "bump":
      return [knock(PITCH[robot]), ...(twice ? [knock(PITCH[robot] * 1.2, 0.05)] : [])];
    case "bounce":
      return [{ pitch: 1760, length: 0.04, loud: 0.05 }];
    case "target":
      return up([523.3, 659.3], 0.09, 0.11);
    case "shortest":
      return up([523.3, 659.3, 784], 0.1, 0.15);
    case "bid":
      return [{ pitch: 520, to: 300, length: 0.05, loud: 0.1 }];
    case "tick":
      return [{ pitch: 880, length: 0.04, loud: 0.04 }];
    case "token":
      return [{ pitch: 659.3, after: 0.3, length: 0.2, loud: 0.08 }];
    case "refused":
      return [{ pitch: 150, to: 110, length: 0.12, loud: 0.1 }];
    case "podium":
      return up([392, 523.3, 659.3, 784, 1046.5], 0.18, 0.26);
    case "sand":
      return [];
  }
}

export function sound(name: Sound, voice: Voice = {}): void {
  if (!currentSettings().sound) return;
  const at = (context ??= new AudioContext());
  for (const one of notesOf(name, voice)) note(at, one);
  if (name === "sand") rustle(at, 5000, 0.3, 0.05);
  if (name === "bid") rustle(at, 2500, 0.04, 0.08);
  if (name === "token") rustle(at, 900, 0.25, 0.06);
}
