/*
 * A run through graded puzzles, from easy to hard: which comes when, what counts, and when it is over. Rush: three minutes, or until three
 * mistakes. Streak: no clock, until the first mistake; one puzzle may be passed over.
 */
import type { Grade } from "../wasm/ops";
import type { PuzzlesByDifficulty, Graded } from "../puzzledata/graded";

export type Mode = "rush" | "streak";
export type Game = "ricochet" | "micro";
export const RUSH_MS = 180_000;
export const MISTAKES_MAX: Record<Mode, number> = { rush: 3, streak: 1 };

/* How many of a grade come before the next one; the last has no end. */
const STEPS: [Grade, number][] = [
  ["trivial", 4],
  ["easy", 6],
  ["medium", 8],
  ["hard", 8],
];
const POSITION_LENGTH_MAX = 12; // moves: more cannot be found in the mind in time

export function difficultyAt(number: number): Grade {
  let before = 0;
  for (const [grade, count] of STEPS) {
    before += count;
    if (number < before) return grade;
  }
  return "fiendish";
}

/* Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const fits = (puzzle: Graded, game: Game): boolean =>
  game === "micro"
    ? puzzle.sort === "micro"
    : puzzle.sort !== "micro" && puzzle.sort !== "transparent" && puzzle.moves <= POSITION_LENGTH_MAX;

export type Outcome = "solved" | "wrong" | "passed";
export interface Run {
  mode: Mode;
  game: Game;
  puzzle: Graded; // that has to be solved now
  past: { puzzle: Graded; outcome: Outcome; route: string[] }[];
}

/* The next puzzle: one of its grade that has not been there in this run. */
function draw(all: PuzzlesByDifficulty, game: Game, past: Run["past"], random: () => number): Graded {
  const used = new Set(past.map((one) => one.puzzle.position));
  const fresh = (grade: Grade) => all[grade].filter((one) => fits(one, game) && !used.has(one.position));
  const wanted = fresh(difficultyAt(past.length));
  const among = wanted.length > 0 ? wanted : fresh("hard").length > 0 ? fresh("hard") : fresh("medium");
  const chosen = among[Math.floor(random() * among.length)];
  if (!chosen) throw new Error("there are no puzzles of this game");
  return chosen;
}

export const startRun = (all: PuzzlesByDifficulty, mode: Mode, game: Game, random: () => number): Run => ({
  mode,
  game,
  puzzle: draw(all, game, [], random),
  past: [],
});

export function nextRun(
  run: Run,
  outcome: Outcome,
  all: PuzzlesByDifficulty,
  random: () => number,
  route: string[] = [],
): Run {
  const past = [...run.past, { puzzle: run.puzzle, outcome, route }];
  return { ...run, past, puzzle: draw(all, run.game, past, random) };
}

const count = (run: Run, outcome: Outcome): number => run.past.filter((one) => one.outcome === outcome).length;
export const solvedCount = (run: Run): number => count(run, "solved");
/* Solved one after the other, up to now. */
export const solvedInRow = (run: Run): number =>
  run.past.length - 1 - run.past.findLastIndex((one) => one.outcome !== "solved");
export const mistakeCount = (run: Run): number => count(run, "wrong");
export const canSkip = (run: Run): boolean => run.mode === "streak" && count(run, "passed") === 0;
export const isRunOver = (run: Run): boolean => mistakeCount(run) >= MISTAKES_MAX[run.mode];

/* The name that the best of this kind is kept under. */
export const bestKey = (mode: Mode, game: Game): string => (game === "micro" ? `${mode}-micro` : mode);
