/*
 * Positions as hard as somebody wants them, dealt until the solver finds one that fits. What fits follows from the rating: it begins
 * with two or three moves and climbs with what is solved.
 */
import { GRADES } from "../board/names";
import { anySeed, deal } from "../carom/ask";
import { type Solution, solve } from "../carom/solver";
import { type Rating, journal } from "../device/record";
import { type Variant, dealOf } from "../game/BoardFields";

export const LEVELS = ["fit", ...GRADES, "any"] as const;
export type Level = (typeof LEVELS)[number];

/* What is wanted: difficulty from 0 to 100, and moves. */
export interface Wanted {
  difficulty: [number, number];
  moves: [number, number];
}
const ANY_MOVES: [number, number] = [2, 99];
/* docs/difficulty.md */
const WORDS: Record<Exclude<Level, "fit">, [number, number]> = {
  trivial: [0, 13],
  easy: [14, 27],
  medium: [28, 47],
  hard: [48, 74],
  fiendish: [75, 100],
  any: [0, 100],
};
const BEGINNER = 3; // results until the rating is believed
const BESIDE = 6; // on each side of what the rating says

/* The difficulty that is solved as often as not; record.ts says what a difficulty is worth. */
export const difficultyFor = ({ value }: Rating): number => Math.max(8, Math.min(88, Math.round((value - 800) / 16)));

export function wantedFor(level: Level, rating: Rating): Wanted {
  if (level !== "fit") return { difficulty: WORDS[level], moves: level === "any" ? [0, 99] : ANY_MOVES };
  if (rating.count < BEGINNER) return { difficulty: [0, 20], moves: [2, 3] };
  const middle = difficultyFor(rating);
  return { difficulty: [middle - BESIDE, middle + BESIDE], moves: ANY_MOVES };
}

const outside = (n: number, [from, to]: [number, number]): number => Math.max(0, from - n, n - to);
/* 0: it fits. */
export const farFrom = ({ difficulty = 0, moves }: Partial<Solution>, wanted: Wanted): number =>
  typeof moves === "number" ? outside(difficulty, wanted.difficulty) + 4 * outside(moves, wanted.moves) : 1000;

const TRIES = 150;

export async function dealt(variant: Variant, level: Level): Promise<string> {
  const wanted = wantedFor(level, journal().rating);
  let best = { position: "", far: Infinity };
  for (let i = 0; i < TRIES && best.far > 0; i++) {
    const position = deal(dealOf(variant), anySeed())[0]?.position ?? "";
    const far = level === "any" ? 0 : farFrom(await solve(position).answer, wanted);
    if (far < best.far) best = { position, far };
  }
  return best.position;
}
