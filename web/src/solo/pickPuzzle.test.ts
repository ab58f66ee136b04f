import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { GRADES, listDifficulties } from "../wasm/ops";
import { initModule } from "../wasm/module";
import { nothing, addResultTo } from "../storage/stats";
import { DEFAULT_BOARD_CHOICE } from "../game/BoardFields";
import { parseLines } from "../puzzledata/graded";
import { difficultyFor, pickLine, differenceFrom, fitsVariant, wishForRating } from "./pickPuzzle";

beforeAll(() =>
  initModule(new WebAssembly.Module(readFileSync(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm"))),
);

test("whoever is new begins with two or three moves", () => {
  const wanted = wishForRating("fit", nothing().rating);
  expect(differenceFrom({ moves: 2, difficulty: 8 }, wanted)).toBe(0);
  expect(differenceFrom({ moves: 3, difficulty: 14 }, wanted)).toBe(0);
  expect(differenceFrom({ moves: 1, difficulty: 4 }, wanted)).toBeGreaterThan(0);
  expect(differenceFrom({ moves: 5, difficulty: 20 }, wanted)).toBeGreaterThan(0);
  expect(differenceFrom({ moves: null }, wanted)).toBeGreaterThan(100);
});

test("it climbs with what is solved, and comes down with what is given up", () => {
  let all = nothing();
  const seen = [difficultyFor(all.rating)];
  for (let i = 0; i < 30; i++) {
    const difficulty = difficultyFor(all.rating);
    all = addResultTo(all, { mode: "practice", moves: 6, best: 6, difficulty }, "2026-11-16");
    seen.push(difficultyFor(all.rating));
  }
  expect(seen.at(-1)).toBeGreaterThan((seen[0] ?? 0) + 20);
  expect([...seen].sort((a, b) => a - b)).toEqual(seen);
  const high = difficultyFor(all.rating);
  for (let i = 0; i < 5; i++)
    all = addResultTo(all, { mode: "practice", moves: null, best: 6, difficulty: high }, "2026-11-16");
  expect(difficultyFor(all.rating)).toBeLessThan(high);
});

test("a chosen word wants what docs/reference/difficulty.md says", () => {
  expect(listDifficulties()).toEqual({
    trivial: [0, 13],
    easy: [14, 27],
    medium: [28, 47],
    hard: [48, 74],
    fiendish: [75, 100],
  });
  expect(differenceFrom({ moves: 7, difficulty: 30 }, wishForRating("medium", nothing().rating))).toBe(0);
  expect(differenceFrom({ moves: 7, difficulty: 50 }, wishForRating("medium", nothing().rating))).toBe(3);
});

const PLAIN = "R1-G1-B1-Y1/Re6,Yd6,Gf6,Bc11/Rm";
const SILVER = "R2-B4-G2-Y3/Rb16,Ya2,Gj5,Bo16,Sc1/Rg"; // barriers too: B4 and Y3 have some

test("a graded puzzle fits boards and robots that could have been dealt so", () => {
  const boards = (edition: string, barriers: string, silver = false) => ({ edition, barriers, silver });
  expect(fitsVariant(PLAIN, boards("2013", "no"))).toBe(true);
  expect(fitsVariant(PLAIN, boards("1999", "only"))).toBe(true); // a box without barriers deals what it has
  expect(fitsVariant(PLAIN, boards("2013", "only"))).toBe(false);
  expect(fitsVariant(PLAIN, boards("2013", "no", true))).toBe(false);
  expect(fitsVariant(SILVER, boards("2013", "any", true))).toBe(true);
  expect(fitsVariant(SILVER, boards("2013", "any"))).toBe(false);
  expect(fitsVariant(SILVER, boards("2013", "no", true))).toBe(false);
  expect(fitsVariant(SILVER, boards("1999", "any", true))).toBe(false);
  expect(fitsVariant("copper-A1-C2-D0-B3/3W>5B", boards("2013", "any"))).toBe(false);
});

test("there are puzzles for everybody on the boards that one begins with, and each fits", () => {
  const lines = GRADES.flatMap((grade) => parseLines(readFileSync(`src/puzzledata/files/${grade}.txt`, "utf8")));
  for (let value = 800; value <= 2300; value += 100) {
    const wanted = wishForRating("fit", { value, count: 20 });
    const position = pickLine(lines, wanted, DEFAULT_BOARD_CHOICE);
    const line = lines.find((one) => one.position === position);
    expect(line, `a rating of ${value}`).toBeDefined();
    expect(differenceFrom(line ?? {}, wanted)).toBe(0);
  }
  expect(pickLine(lines, wishForRating("fit", nothing().rating), DEFAULT_BOARD_CHOICE)).toBeDefined();
  expect(
    pickLine(lines, wishForRating("easy", nothing().rating), {
      ...DEFAULT_BOARD_CHOICE,
      silver: true,
      transparent: true,
    }),
  ).toBe(undefined);
});
