/*
 * Runs, collections, and links that come from strangers: what they accept they give back, and whatever else they refuse with a
 * sentence, never with anything else. The seed of a failure is printed with it.
 */
import { readFileSync, readdirSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { InputError, GRADES } from "../wasm/ops";
import { initModule } from "../wasm/module";
import { BadCode, encodeShareCode, decodeShareCode } from "../storage/shareCode";
import { challengeAddress, challengeOf, positionOf } from "./challengeLink";
import { type PuzzlesByDifficulty, parsePuzzles } from "../puzzledata/graded";
import { BadList, LIST_MAX, codeOf, listFault, listOf } from "./listCode";
import {
  nextRun,
  startRun,
  seededRandom,
  difficultyAt,
  isRunOver,
  canSkip,
  mistakeCount,
  solvedCount,
} from "./rushRun";
import { collectionOf, shelves } from "./collectionList";

let all: PuzzlesByDifficulty;
beforeAll(async () => {
  await initModule(new WebAssembly.Module(readFileSync(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm")));
  const read = (grade: string) => parsePuzzles(readFileSync(`src/puzzledata/files/${grade}.txt`, "utf8"));
  all = Object.fromEntries(GRADES.map((grade) => [grade, read(grade)])) as PuzzlesByDifficulty;
});

const seed = Number(process.env.CAROM_TEST_SEED ?? Date.now() % 1_000_000);
const POSITION = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg";
const WALK = "copper-A1-C2-D0-B3/3W>5B";

describe("graded puzzles", () => {
  it("are all of those in data/, by what is special about them", () => {
    const files = readdirSync("../data/puzzles").filter((name) => name.endsWith(".txt"));
    const lines = files.flatMap((name) => readFileSync(`../data/puzzles/${name}`, "utf8").split("\n"));
    const count = GRADES.reduce((sum, grade) => sum + all[grade].length, 0);
    expect(count).toBe(lines.filter((line) => line !== "" && !line.startsWith("#")).length);
    const twenty = collectionOf("twenty")?.of(all) ?? [];
    expect(twenty.length).toBeGreaterThanOrEqual(200);
    expect(Math.min(...twenty.map((one) => one.moves))).toBe(20);
    for (const grade of GRADES) {
      const parts = shelves().filter((one) => one.grade === grade && one.sort);
      expect(parts.reduce((sum, one) => sum + one.of(all).length, 0)).toBe(all[grade].length);
    }
  });
});

describe("a run", () => {
  it("goes from easy to hard, with no puzzle twice", () => {
    for (const game of ["ricochet", "micro"] as const) {
      const random = seededRandom(seed);
      let run = startRun(all, "rush", game, random);
      for (let i = 0; i < 40; i++) run = nextRun(run, "solved", all, random);
      const grades = run.past.map(({ puzzle }) => GRADES.findIndex((grade) => all[grade].includes(puzzle)));
      expect(grades.slice(0, 26), `seed ${seed}`).toEqual(grades.slice(0, 26).toSorted());
      expect(new Set(run.past.map((one) => one.puzzle.position)).size).toBe(40);
      expect(run.past.every(({ puzzle }) => (puzzle.sort === "micro") === (game === "micro"))).toBe(true);
    }
    expect([0, 3, 4, 9, 10, 17, 18, 25, 26].map(difficultyAt)).toEqual([
      "trivial",
      "trivial",
      "easy",
      "easy",
      "medium",
      "medium",
      "hard",
      "hard",
      "fiendish",
    ]);
  });
  it("ends with the third mistake, a streak with the first, and one may be passed over there", () => {
    const random = seededRandom(1);
    let rush = startRun(all, "rush", "ricochet", random);
    for (const outcome of ["wrong", "solved", "wrong"] as const) rush = nextRun(rush, outcome, all, random);
    expect([isRunOver(rush), solvedCount(rush), mistakeCount(rush), canSkip(rush)]).toEqual([false, 1, 2, false]);
    expect(isRunOver(nextRun(rush, "wrong", all, random))).toBe(true);
    let streak = startRun(all, "streak", "ricochet", random);
    expect(canSkip(streak)).toBe(true);
    streak = nextRun(streak, "passed", all, random);
    expect([canSkip(streak), isRunOver(streak)]).toEqual([false, false]);
    expect(isRunOver(nextRun(streak, "wrong", all, random))).toBe(true);
  });
});

describe("the link of a challenge", () => {
  it("is read as it was written", () => {
    for (const position of [POSITION, WALK, "8x8/Ra1,Gb2/*@c3"]) {
      const address = challengeAddress(position, { moves: 7, seconds: 48 });
      expect(challengeOf(decodeURI(address).replace("/challenge/", ""))).toEqual({
        position,
        claim: { moves: 7, seconds: 48 },
      });
      for (const words of [
        position,
        `https://x.example${address}`,
        `https://x.example/#/own/${position}`,
        `/#/puzzles/twenty/${position}`,
      ])
        expect(positionOf(words)).toBe(position);
    }
    expect(challengeOf(POSITION)).toEqual({ position: POSITION });
  });
  it("is a position with a target, or a sentence", () => {
    for (const words of [
      "",
      "7-48/",
      "7-48/nonsense",
      "G1-Y2-R2-B2/Ra1",
      "x".repeat(5000),
      "%E0%A4%A",
      "1234-1/x",
      "\0",
    ])
      expect(() => challengeOf(words), words).toThrow(InputError);
  });
  it("refuses whatever else with a Fault", () => {
    const random = seededRandom(seed);
    for (let i = 0; i < 3000; i++) {
      const words = mutated(`7-48/${i % 2 ? POSITION : WALK}`, random);
      try {
        expect(typeof challengeOf(words).position).toBe("string");
      } catch (why) {
        expect(why, `seed ${seed}: ${words}`).toBeInstanceOf(InputError);
      }
    }
  });
});

/* A few letters changed, taken away, doubled. */
function mutated(words: string, random: () => number): string {
  const letters = [...words];
  for (let n = 1 + Math.floor(random() * 4); n > 0; n--) {
    const at = Math.floor(random() * letters.length);
    const letter = String.fromCharCode(32 + Math.floor(random() * 96));
    letters.splice(at, Math.floor(random() * 3), ...(random() < 0.6 ? [letter] : []));
  }
  return letters.join("");
}

const refused = (why: unknown): boolean => why instanceof BadList || why instanceof BadCode;
const deflated = (value: unknown): string => deflateSync(JSON.stringify(value)).toString("base64url");

describe("the link of a list", () => {
  const list = {
    name: "Für Ana · 🤖",
    puzzles: [
      { position: POSITION, note: "look twice" },
      { position: WALK, note: "" },
    ],
  };
  it("has everything in it", async () => {
    expect(await listOf(await codeOf(list))).toEqual(list);
    const many = {
      name: "sixty",
      puzzles: all.hard.slice(0, LIST_MAX.puzzles).map(({ position }) => ({ position, note: "" })),
    };
    const code = await codeOf(many);
    expect(code.length).toBeLessThan(4000);
    expect(await listOf(code)).toEqual(many);
  });
  it("says why it cannot be read", async () => {
    const fault = async (value: unknown) => listOf(deflated(value)).then(String, listFault);
    expect(await fault([2, "x"])).toContain("newer version of carom");
    expect(await fault([1, "x".repeat(61)])).toContain("name of this list");
    expect(await fault([1, "x", ...Array(61).fill([POSITION])])).toContain("up to 60 puzzles");
    expect(await fault([1, "x", [POSITION], ["nonsense"]])).toContain("Can't play puzzle 2 of this list: ");
    expect(await fault([1, "x", [POSITION, "n".repeat(301)]])).toContain("Can't read puzzle 1 of this list.");
    for (const value of [null, 7, {}, "list", [], ["1", "x"], [0, "x"], [NaN, "x"]])
      expect(await fault(value)).toContain("incomplete or damaged");
    expect(await listOf("a b").catch(listFault)).toContain("incomplete or damaged");
    expect(await listOf("").catch(listFault)).toContain("incomplete or damaged");
  });
  it("is bounded: a bomb is not unfolded, and no link is made that is too long", async () => {
    const bomb = deflated("x".repeat(5_000_000));
    expect(bomb.length).toBeLessThan(2 * LIST_MAX.bytes);
    expect(await listOf(bomb).catch(listFault)).toContain("more puzzles than a list can hold");
    expect(await listOf("A".repeat(200_000)).catch(listFault)).toContain("more puzzles than a list can hold");
    const random = seededRandom(1);
    const noise = () =>
      Array.from({ length: 300 }, () => String.fromCharCode(0x4e00 + Math.floor(random() * 20_000))).join("");
    const wordy = { name: "wordy", puzzles: Array.from({ length: 60 }, () => ({ position: POSITION, note: noise() })) };
    expect(await codeOf(wordy).catch(listFault)).toContain("too long");
  });
  it("is refused, or read, however it was changed", async () => {
    const random = seededRandom(seed);
    const code = await codeOf(list);
    for (let i = 0; i < 600; i++) {
      const changed = i % 3 === 0 ? code.slice(0, Math.floor(random() * code.length)) : mutated(code, random);
      const read = await listOf(changed).catch((why: unknown) => why);
      expect(refused(read) || JSON.stringify(read) === JSON.stringify(list), `seed ${seed}: ${changed}`).toBe(true);
    }
    for (let i = 0; i < 600; i++) {
      const words = mutated(JSON.stringify([1, list.name, [POSITION, "note"], [WALK]]), random);
      const read = await listOf(deflateSync(words).toString("base64url")).catch((why: unknown) => why);
      const fits = refused(read) || (read as { puzzles: unknown[] }).puzzles.length <= LIST_MAX.puzzles;
      expect(fits, `seed ${seed}: ${words} gave ${String(read)}`).toBe(true);
    }
  });
});

describe("a code", () => {
  it("is anything, in letters that need no quoting", async () => {
    for (const value of [0, "", [], { a: [1, null, "ä"] }, "x".repeat(10_000)]) {
      const code = await encodeShareCode(value);
      expect(code).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(await decodeShareCode(code, 100_000)).toEqual(value);
    }
  });
});
