/*
 * Forty pieces in the shapes of the six robots, for something rare: they fall behind the board, catch no taps and are gone after two
 * seconds. With reduced motion there are none.
 */
import { useEffect, useState } from "preact/hooks";
import { prefersNoMotion } from "../storage/settings";

const PIECES = 40;
const SHOWN_MS = 2000;
const ROBOTS = "RYGBST";

interface Piece {
  robot: string;
  left: number; // percent
  delay: number; // ms
  turn: number; // degrees
  far: number; // percent of the window's height
}
/* Scattered without chance, so that two runs look alike: steps of the golden ratio never meet. */
const scatter = (i: number, by: number): number => (i * by) % 1;
const pieces: Piece[] = Array.from({ length: PIECES }, (_, i) => ({
  robot: ROBOTS[i % ROBOTS.length] ?? "R",
  left: 100 * scatter(i, 0.618),
  delay: 300 * scatter(i, 0.755),
  turn: 360 * scatter(i, 0.57) + 180,
  far: 55 + 45 * scatter(i, 0.381),
}));

export function Confetti() {
  const [on, setOn] = useState(!prefersNoMotion());
  useEffect(() => {
    const timer = setTimeout(() => setOn(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!on) return null;
  return (
    <div class="confetti" aria-hidden="true" data-test="confetti">
      {pieces.map(({ robot, left, delay, turn, far }, i) => (
        <i
          key={i}
          class={`piece piece-${robot}`}
          style={{ left: `${left}%`, animationDelay: `${delay}ms`, "--turn": `${turn}deg`, "--far": `${far}vh` }}
        />
      ))}
    </div>
  );
}
