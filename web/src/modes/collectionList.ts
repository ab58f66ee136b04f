/*
 * Which collections there are: the word in the address, and the puzzles that belong to it, easier ones first.
 */
import { GRADES, type Grade } from "../wasm/ops";
import { type PuzzlesByDifficulty, type Graded, PUZZLE_KINDS, type PuzzleKind } from "../puzzledata/graded";

export interface CollectionSpec {
  name: string; // in the address
  grade?: Grade; // undefined: the longest, of all grades
  sort?: PuzzleKind; // undefined: all
  of: (all: PuzzlesByDifficulty) => Graded[];
}

const LONG = 20;
const byLength = (a: Graded, b: Graded): number => a.moves - b.moves || a.difficulty - b.difficulty;

const twenty: CollectionSpec = {
  name: "twenty",
  of: (all) =>
    GRADES.flatMap((grade) => all[grade])
      .filter((one) => one.moves >= LONG)
      .toSorted(byLength),
};
const shelf = (grade: Grade, sort?: PuzzleKind): CollectionSpec => ({
  name: sort ? `${grade}-${sort}` : grade,
  grade,
  ...(sort ? { sort } : {}),
  of: (all) => all[grade].filter((one) => !sort || one.sort === sort),
});

const known = [twenty, ...GRADES.flatMap((grade) => [shelf(grade), ...PUZZLE_KINDS.map((sort) => shelf(grade, sort))])];
export const shelves = (): CollectionSpec[] => known;
export const collectionOf = (name: string): CollectionSpec | undefined => known.find((one) => one.name === name);
