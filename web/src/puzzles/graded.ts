/*
 * The graded puzzles (data/puzzles), fetched when they are wanted: five files, one for each grade, which the build has made
 * small (vite.config.ts).
 */
import { GRADES, type Grade } from "../board/names";
import { describe, faces } from "../carom/ask";

/* What is special about it; the first that fits. */
export const SORTS = ["plain", "barriers", "silver", "transparent", "micro"] as const;
export type Sort = (typeof SORTS)[number];

export interface Graded {
  position: string;
  moves: number; // of a shortest route
  difficulty: number; // 0 to 100
  sort: Sort;
}

const files = import.meta.glob<string>("./graded/*.txt", { query: "?url", import: "default", eager: true });

let withBarriers: Set<string> | undefined;
export function sortOf(position: string): Sort {
  const { game, board, robots } = describe(position);
  if (game === "micro") return "micro";
  if (robots?.S) return "silver";
  if (robots?.T) return "transparent";
  withBarriers ??= new Set(Object.entries(faces()).flatMap(([face, known]) => (known.barriers ? [face] : [])));
  return board.split("-").some((face) => withBarriers?.has(face)) ? "barriers" : "plain";
}

export function readGraded(text: string): Graded[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [position = "", moves, difficulty] = line.split(" ");
    return { position, moves: Number(moves), difficulty: Number(difficulty), sort: sortOf(position) };
  });
}

const known = new Map<Grade, Promise<Graded[]>>();

async function fetchGrade(grade: Grade): Promise<Graded[]> {
  const answer = await fetch(files[`./graded/${grade}.txt`] ?? "");
  if (!answer.ok) throw new Error(`the ${grade} puzzles could not be fetched`);
  return readGraded(await answer.text());
}

export function graded(grade: Grade): Promise<Graded[]> {
  let answer = known.get(grade);
  if (!answer) {
    answer = fetchGrade(grade);
    answer.catch(() => known.delete(grade)); // asked again, it may work
    known.set(grade, answer);
  }
  return answer;
}

export type All = Record<Grade, Graded[]>;
export async function allGraded(): Promise<All> {
  const lists = await Promise.all(GRADES.map(graded));
  return Object.fromEntries(GRADES.map((grade, i) => [grade, lists[i]])) as All;
}
