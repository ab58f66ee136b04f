/*
 * Positions as hard as somebody wants them: one of the graded puzzles where there is one that fits and was not there lately, otherwise
 * dealt until the solver finds one. What fits follows from the rating: it begins with two or three moves and climbs with what is
 * solved.
 */
import { GRADES, type Grade, randomSeed, dealPositions, readPosition, listFaces, listDifficulties } from "../wasm/ops";
import { ruleChoices } from "../wasm/referee";
import { type Solution, solve } from "../wasm/solver";
import { type Rating, loadStats } from "../storage/stats";
import { saveItem, loadItem } from "../storage/settings";
import { type BoardChoice, dealOf } from "../game/BoardFields";
import { type PuzzleLine, fetchDifficulty, parseLines } from "../puzzledata/graded";

export const LEVELS = ["fit", ...GRADES, "any"] as const;
export type Level = (typeof LEVELS)[number];

/* What is wanted: difficulty from 0 to 100, and moves. */
interface PuzzleWish {
  difficulty: [number, number];
  moves: [number, number];
}
const ANY_MOVES: [number, number] = [2, 99];
const ANY: PuzzleWish = { difficulty: [0, 100], moves: [0, 99] };
const BEGINNER = 3; // results until the rating is believed
const BESIDE = 6; // on each side of what the rating says

/* The difficulty that is solved as often as not; record.ts says what a difficulty is worth. */
export const difficultyFor = ({ value }: Rating): number => Math.max(8, Math.min(88, Math.round((value - 800) / 16)));

export function wishForRating(level: Level, rating: Rating): PuzzleWish {
  if (level === "any") return ANY;
  if (level !== "fit") return { difficulty: listDifficulties()[level], moves: ANY_MOVES };
  if (rating.count < BEGINNER) return { difficulty: [0, 20], moves: [2, 3] };
  const middle = difficultyFor(rating);
  return { difficulty: [middle - BESIDE, middle + BESIDE], moves: ANY_MOVES };
}

const outside = (n: number, [from, to]: [number, number]): number => Math.max(0, from - n, n - to);
/* 0: it fits. */
export const differenceFrom = ({ difficulty = 0, moves }: Partial<Solution>, wanted: PuzzleWish): number =>
  typeof moves === "number" ? outside(difficulty, wanted.difficulty) + 4 * outside(moves, wanted.moves) : 1000;

/* ---- graded puzzles ---- */

/* Could it have been dealt with these boards and robots? */
export function fitsVariant(position: string, variant: BoardChoice): boolean {
  const { game, board, robots = {} } = readPosition(position);
  if (game !== "ricochet") return false;
  const wanted = dealOf(variant);
  const known = listFaces();
  const laid = board.split("-").map((face) => known[face]);
  const barriers = laid.some((face) => face?.barriers);
  if (!laid.every((face) => face?.editions.includes(variant.edition))) return false;
  if (wanted.barriers !== "any" && barriers !== (wanted.barriers === "only")) return false;
  return ruleChoices().robots.every(
    ({ robot, name, label }) => !label || robot in robots === ((wanted as Record<string, unknown>)[name] === true),
  );
}

/* One of those lines that fit, at random. */
export function pickLine(
  lines: PuzzleLine[],
  wanted: PuzzleWish,
  variant: BoardChoice,
  random = Math.random,
): string | undefined {
  const left = lines.filter((line) => differenceFrom(line, wanted) === 0);
  while (left.length > 0) {
    const [line] = left.splice(Math.floor(random() * left.length), 1);
    if (line && fitsVariant(line.position, variant)) return line.position;
  }
  return undefined;
}

const LATELY = 300; // positions that do not come again
const lately = (): string[] => loadItem<string[]>("practised", []);

function gradesFor({ difficulty: [from, to] }: PuzzleWish): Grade[] {
  const numbers = listDifficulties();
  return GRADES.filter((grade) => numbers[grade][0] <= to && numbers[grade][1] >= from);
}

async function fromGraded(variant: BoardChoice, wanted: PuzzleWish): Promise<string | undefined> {
  const texts = await Promise.all(gradesFor(wanted).map(fetchDifficulty));
  const { solved } = loadStats();
  const seen = new Set(lately());
  const lines = texts.flatMap(parseLines).filter(({ position }) => !seen.has(position) && !(position in solved));
  const position = pickLine(lines, wanted, variant);
  if (position) saveItem("practised", [...lately(), position].slice(-LATELY));
  return position;
}

export async function pickGraded(variant: BoardChoice, level: Level): Promise<string> {
  const wanted = wishForRating(level, loadStats().rating);
  const puzzle = level === "any" || variant.kept ? undefined : await fromGraded(variant, wanted).catch(() => undefined);
  return puzzle ?? dealUntil(variant, level);
}

/* ---- dealt ---- */

const TRIES = 150;

async function dealUntil(variant: BoardChoice, level: Level): Promise<string> {
  const wanted = wishForRating(level, loadStats().rating);
  let best = { position: "", far: Infinity };
  for (let i = 0; i < TRIES && best.far > 0; i++) {
    const position = dealPositions(dealOf(variant), randomSeed())[0]?.position;
    if (!position) return dealUntil({ ...variant, kept: "" }, level); // no room on the board that was kept
    const far = level === "any" ? 0 : differenceFrom(await solve(position).answer, wanted);
    if (far < best.far) best = { position, far };
  }
  return best.position;
}
