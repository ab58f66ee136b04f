/*
 * Positions as hard as somebody wants them: one of the graded puzzles where there is one that fits and was not there lately, otherwise
 * dealt until the solver finds one. What fits follows from the rating: it begins with two or three moves and climbs with what is
 * solved.
 */
import { GRADES, type Grade, anySeed, deal, describe, faces, grades } from "../carom/ask";
import { choices } from "../carom/referee";
import { type Solution, solve } from "../carom/solver";
import { type Rating, journal } from "../device/record";
import { keep, recall } from "../device/settings";
import { type Variant, dealOf } from "../game/BoardFields";
import { type Line, gradeText, readLines } from "../graded/graded";

export const LEVELS = ["fit", ...GRADES, "any"] as const;
export type Level = (typeof LEVELS)[number];

/* What is wanted: difficulty from 0 to 100, and moves. */
export interface Wanted {
  difficulty: [number, number];
  moves: [number, number];
}
const ANY_MOVES: [number, number] = [2, 99];
const ANY: Wanted = { difficulty: [0, 100], moves: [0, 99] };
const BEGINNER = 3; // results until the rating is believed
const BESIDE = 6; // on each side of what the rating says

/* The difficulty that is solved as often as not; record.ts says what a difficulty is worth. */
export const difficultyFor = ({ value }: Rating): number => Math.max(8, Math.min(88, Math.round((value - 800) / 16)));

export function wantedFor(level: Level, rating: Rating): Wanted {
  if (level === "any") return ANY;
  if (level !== "fit") return { difficulty: grades()[level], moves: ANY_MOVES };
  if (rating.count < BEGINNER) return { difficulty: [0, 20], moves: [2, 3] };
  const middle = difficultyFor(rating);
  return { difficulty: [middle - BESIDE, middle + BESIDE], moves: ANY_MOVES };
}

const outside = (n: number, [from, to]: [number, number]): number => Math.max(0, from - n, n - to);
/* 0: it fits. */
export const farFrom = ({ difficulty = 0, moves }: Partial<Solution>, wanted: Wanted): number =>
  typeof moves === "number" ? outside(difficulty, wanted.difficulty) + 4 * outside(moves, wanted.moves) : 1000;

/* ---- graded puzzles ---- */

/* Could it have been dealt with these boards and robots? */
export function fitsVariant(position: string, variant: Variant): boolean {
  const { game, board, robots = {} } = describe(position);
  if (game !== "ricochet") return false;
  const wanted = dealOf(variant);
  const known = faces();
  const laid = board.split("-").map((face) => known[face]);
  const barriers = laid.some((face) => face?.barriers);
  if (!laid.every((face) => face?.editions.includes(variant.edition))) return false;
  if (wanted.barriers !== "any" && barriers !== (wanted.barriers === "only")) return false;
  return choices().robots.every(
    ({ robot, name, label }) => !label || robot in robots === ((wanted as Record<string, unknown>)[name] === true),
  );
}

/* One of those lines that fit, at random. */
export function drawLine(lines: Line[], wanted: Wanted, variant: Variant, random = Math.random): string | undefined {
  const left = lines.filter((line) => farFrom(line, wanted) === 0);
  while (left.length > 0) {
    const [line] = left.splice(Math.floor(random() * left.length), 1);
    if (line && fitsVariant(line.position, variant)) return line.position;
  }
  return undefined;
}

const LATELY = 300; // positions that do not come again
const lately = (): string[] => recall<string[]>("practised", []);

function gradesFor({ difficulty: [from, to] }: Wanted): Grade[] {
  const numbers = grades();
  return GRADES.filter((grade) => numbers[grade][0] <= to && numbers[grade][1] >= from);
}

async function fromGraded(variant: Variant, wanted: Wanted): Promise<string | undefined> {
  const texts = await Promise.all(gradesFor(wanted).map(gradeText));
  const { solved } = journal();
  const seen = new Set(lately());
  const lines = texts.flatMap(readLines).filter(({ position }) => !seen.has(position) && !(position in solved));
  const position = drawLine(lines, wanted, variant);
  if (position) keep("practised", [...lately(), position].slice(-LATELY));
  return position;
}

export async function chosen(variant: Variant, level: Level): Promise<string> {
  const wanted = wantedFor(level, journal().rating);
  const puzzle = level === "any" ? undefined : await fromGraded(variant, wanted).catch(() => undefined);
  return puzzle ?? dealt(variant, level);
}

/* ---- dealt ---- */

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
