/*
 * Which collections there are: the word in the address, and the puzzles that belong to it, easier ones first.
 */
import { GRADES, type Grade } from "../carom/ask";
import { type All, type Graded, SORTS, type Sort } from "../graded/graded";

export interface Shelf {
  name: string; // in the address
  grade?: Grade; // undefined: the longest, of all grades
  sort?: Sort; // undefined: all
  of: (all: All) => Graded[];
}

const LONG = 20;
const byLength = (a: Graded, b: Graded): number => a.moves - b.moves || a.difficulty - b.difficulty;

const twenty: Shelf = {
  name: "twenty",
  of: (all) =>
    GRADES.flatMap((grade) => all[grade])
      .filter((one) => one.moves >= LONG)
      .toSorted(byLength),
};
const shelf = (grade: Grade, sort?: Sort): Shelf => ({
  name: sort ? `${grade}-${sort}` : grade,
  grade,
  ...(sort ? { sort } : {}),
  of: (all) => all[grade].filter((one) => !sort || one.sort === sort),
});

const known = [twenty, ...GRADES.flatMap((grade) => [shelf(grade), ...SORTS.map((sort) => shelf(grade, sort))])];
export const shelves = (): Shelf[] => known;
export const shelfOf = (name: string): Shelf | undefined => known.find((one) => one.name === name);
