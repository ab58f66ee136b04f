/*
 * The graded puzzles (data/puzzles), fetched when they are wanted: five files, one for each grade, which the build has made
 * small (vite.config.ts).
 */
import { GRADES, type Grade, describe, faces } from "../carom/ask";

/* What is special about it; the first that fits. */
export const SORTS = ["plain", "barriers", "silver", "transparent", "micro"] as const;
export type Sort = (typeof SORTS)[number];

export interface Line {
  position: string;
  moves: number; // of a shortest route
  difficulty: number; // 0 to 100
}
export interface Graded extends Line {
  sort: Sort;
}

const files = import.meta.glob<string>("./files/*.txt", { query: "?url", import: "default", eager: true });

let withBarriers: Set<string> | undefined;
export function sortOf(position: string): Sort {
  const { game, board, robots } = describe(position);
  if (game === "micro") return "micro";
  if (robots?.S) return "silver";
  if (robots?.T) return "transparent";
  withBarriers ??= new Set(Object.entries(faces()).flatMap(([face, known]) => (known.barriers ? [face] : [])));
  return board.split("-").some((face) => withBarriers?.has(face)) ? "barriers" : "plain";
}

export function readLines(text: string): Line[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [position = "", moves, difficulty] = line.split(" ");
    return { position, moves: Number(moves), difficulty: Number(difficulty) };
  });
}
export const readGraded = (text: string): Graded[] =>
  readLines(text).map((line) => ({ ...line, sort: sortOf(line.position) }));

const known = new Map<Grade, Promise<string>>();

async function fetchGrade(grade: Grade): Promise<string> {
  const answer = await fetch(files[`./files/${grade}.txt`] ?? "");
  if (!answer.ok) throw new Error(`the ${grade} puzzles could not be fetched`);
  return answer.text();
}

/* The file of a grade; readLines and readGraded say what is in it. */
export function gradeText(grade: Grade): Promise<string> {
  let answer = known.get(grade);
  if (!answer) {
    answer = fetchGrade(grade);
    answer.catch(() => known.delete(grade)); // asked again, it may work
    known.set(grade, answer);
  }
  return answer;
}

export type All = Record<Grade, Graded[]>;
let all: All | undefined;
export async function allGraded(): Promise<All> {
  const texts = await Promise.all(GRADES.map(gradeText));
  all ??= Object.fromEntries(GRADES.map((grade, i) => [grade, readGraded(texts[i] ?? "")])) as All;
  return all;
}
