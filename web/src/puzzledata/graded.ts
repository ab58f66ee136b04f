/*
 * The graded puzzles (data/puzzles), fetched when they are wanted: five files, one for each grade, which the build has made
 * small (vite.config.ts).
 */
import { GRADES, type Grade, readPosition, listFaces } from "../wasm/ops";
import { type PuzzleLine, parseLines } from "../wasm/puzzleLines";

/* What is special about it; the first that fits. */
export const PUZZLE_KINDS = ["plain", "barriers", "silver", "transparent", "micro"] as const;
export type PuzzleKind = (typeof PUZZLE_KINDS)[number];

export { type PuzzleLine, parseLines };
export interface Graded extends PuzzleLine {
  sort: PuzzleKind;
}

const files = import.meta.glob<string>("./files/*.txt", { query: "?url", import: "default", eager: true });

let withBarriers: Set<string> | undefined;
export function puzzleKindOf(position: string): PuzzleKind {
  const { game, board, robots } = readPosition(position);
  if (game === "micro") return "micro";
  if (robots?.S) return "silver";
  if (robots?.T) return "transparent";
  withBarriers ??= new Set(Object.entries(listFaces()).flatMap(([face, known]) => (known.barriers ? [face] : [])));
  return board.split("-").some((face) => withBarriers?.has(face)) ? "barriers" : "plain";
}

export const parsePuzzles = (text: string): Graded[] =>
  parseLines(text).map((line) => ({ ...line, sort: puzzleKindOf(line.position) }));

const known = new Map<Grade, Promise<string>>();

async function fetchGrade(grade: Grade): Promise<string> {
  const answer = await fetch(files[`./files/${grade}.txt`] ?? "");
  if (!answer.ok) throw new Error(`the ${grade} puzzles could not be fetched`);
  return answer.text();
}

/* The file of a grade; readLines and readGraded say what is in it. */
export function fetchDifficulty(grade: Grade): Promise<string> {
  let answer = known.get(grade);
  if (!answer) {
    answer = fetchGrade(grade);
    answer.catch(() => known.delete(grade)); // asked again, it may work
    known.set(grade, answer);
  }
  return answer;
}

export type PuzzlesByDifficulty = Record<Grade, Graded[]>;
let all: PuzzlesByDifficulty | undefined;
export async function fetchAllPuzzles(): Promise<PuzzlesByDifficulty> {
  const texts = await Promise.all(GRADES.map(fetchDifficulty));
  all ??= Object.fromEntries(GRADES.map((grade, i) => [grade, parsePuzzles(texts[i] ?? "")])) as PuzzlesByDifficulty;
  return all;
}
