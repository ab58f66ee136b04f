/*
 * Every badge: a history that earns it, on the day it does, and one that nearly does. What each asks for is written here a second time,
 * from the sentences on the screen and not from the code.
 */
import { expect, test } from "vitest";
import type { HistoryEntry, PlayedRound } from "../storage/historyEntry";
import { BADGE_IDS, type BadgeId, badgesOf } from "./badges";

const START = Date.UTC(2026, 10, 2, 12); // a Monday
const dateAt = (day: number): string => new Date(START + day * 86_400_000).toISOString().slice(0, 10);
let count = 0;
/* A practice puzzle on that day, by a shortest route of five moves. */
const played = (day: number, part: Partial<HistoryEntry> = {}): HistoryEntry => {
  count += 1;
  return {
    id: `e${count}`,
    at: START + day * 86_400_000 + count,
    date: dateAt(day),
    mode: "practice",
    position: `G1-Y2-R2-B2/Rc8,Yp1,Gb3,Bn${count}/Rm`,
    moves: 5,
    best: 5,
    ...part,
  };
};
const many = (n: number, part: (i: number) => HistoryEntry): HistoryEntry[] =>
  Array.from({ length: n }, (_, i) => part(i));
const daily = (day: number, kind: HistoryEntry["kind"], part: Partial<HistoryEntry> = {}): HistoryEntry =>
  played(day, { mode: "daily", day: dateAt(day), ...(kind ? { kind } : {}), ...part });
const four = (day: number, last: Partial<HistoryEntry> = {}): HistoryEntry[] => [
  daily(day, "easy"),
  daily(day, "medium", last),
  daily(day, "fiendish"),
  daily(day, "micro"),
];
const round = (outcome: PlayedRound["outcome"]): PlayedRound => ({ position: "G1-Y2-R2-B2/Rc8/Rm", outcome });
const run = (mode: "rush" | "streak", score: number, wrong = 0): HistoryEntry => {
  const rounds = [...many(score, () => played(0)).map(() => round("solved")), ...Array(wrong).fill(round("wrong"))];
  return { id: `run${(count += 1)}`, at: START + count, date: dateAt(0), mode, score, rounds };
};
const game = (part: Partial<HistoryEntry>): HistoryEntry => ({
  id: `game${(count += 1)}`,
  at: START + count,
  date: dateAt(0),
  mode: "table",
  won: true,
  players: ["Ben"],
  ...part,
});
const TOKENS = ["R", "Y", "G", "B"].flatMap((robot) => ["m", "g", "p", "s"].map((shape) => robot + shape)).concat("V");
const token = (name: string) => played(0, { position: `G1-Y2-R2-B2/Rc8,Yp1,Gb3,Bn12/${name}` });
const rules = (language: string): HistoryEntry => ({
  id: `rules-${language}`,
  at: START + (count += 1),
  date: dateAt(0),
  mode: "rules",
  language,
});

interface Expectation {
  earns: HistoryEntry[];
  on: string;
  near: HistoryEntry[]; // do not
}
const expected: Record<BadgeId, () => Expectation> = {
  "first-puzzle": () => ({
    earns: [played(0, { moves: null }), played(1, { moves: 9 }), played(2)],
    on: dateAt(1),
    near: [played(0, { moves: null }), played(0, { known: true }), game({}), run("rush", 30)],
  }),
  "first-shortest": () => ({
    earns: [played(0, { moves: 6 }), played(1)],
    on: dateAt(1),
    near: [
      played(0, { moves: 6 }),
      played(0, { hints: 1 }),
      played(0, { known: true }),
      played(0, { best: undefined }),
    ],
  }),
  "ten-mover": () => ({
    earns: [played(0, { moves: 9, best: 9 }), played(3, { moves: 10, best: 10 })],
    on: dateAt(3),
    near: [
      played(0, { moves: 9, best: 9 }),
      played(0, { moves: 11, best: 10 }),
      played(0, { moves: 10, best: 10, hints: 1 }),
    ],
  }),
  "fifteen-mover": () => ({
    earns: [played(0, { moves: 16, best: 16 })],
    on: dateAt(0),
    near: [played(0, { moves: 14, best: 14 }), played(0, { moves: 16, best: 15 })],
  }),
  "twenty-mover": () => ({
    earns: [played(4, { moves: 26, best: 20 })],
    on: dateAt(4),
    near: [
      played(0, { moves: 20, best: 19 }),
      played(0, { moves: null, best: 21 }),
      played(0, { moves: 20, best: 20, known: true }),
    ],
  }),
  "five-in-a-row": () => ({
    earns: [...many(4, played), game({}), played(4)],
    on: dateAt(4),
    near: [...many(4, played), played(4, { moves: 6 }), ...many(4, (i) => played(i + 5))],
  }),
  quick: () => ({
    earns: [played(2, { ms: 15_000 })],
    on: dateAt(2),
    near: [played(0, { ms: 15_001 }), played(0, { ms: 3000, moves: 4, best: 4 }), played(0)],
  }),
  "untouched-week": () => ({
    earns: [played(0, { undone: 1 }), ...many(7, (i) => played(i + 1)), played(9, { undone: 3 })],
    on: dateAt(7),
    near: [...many(7, (i) => played(i)), played(3, { undone: 1 })],
  }),
  "clean-25": () => ({
    earns: [...many(24, () => played(0)), played(0, { undone: 1 }), played(5)],
    on: dateAt(5),
    near: [...many(24, () => played(0)), played(0, { undone: 1 }), played(0, { hints: 1 })],
  }),
  "all-four": () => ({
    earns: four(1, { moves: 8 }),
    on: dateAt(1),
    near: [...four(1, { moves: null }), ...four(2, { late: true }), daily(3, "easy")],
  }),
  "perfect-four": () => ({ earns: [...four(1, { moves: 8 }), ...four(2)], on: dateAt(2), near: four(1, { moves: 8 }) }),
  "streak-7": () => ({
    earns: many(7, (i) => daily(i, "easy", { moves: 9 })),
    on: dateAt(6),
    near: [...many(6, (i) => daily(i, "easy")), daily(7, "easy"), daily(6, "easy", { late: true })],
  }),
  "streak-30": () => ({
    earns: many(40, (i) => daily(i, "micro")),
    on: dateAt(29),
    near: many(29, (i) => daily(i, "easy")),
  }),
  hundred: () => ({
    earns: many(120, played),
    on: dateAt(99),
    near: [
      ...many(99, played),
      ...many(50, () => played(0, { position: "G1-Y2-R2-B2/Rc8,Yp1,Gb3,Bn12/Rm", moves: null })),
    ],
  }),
  "every-token": () => ({
    earns: TOKENS.map(token),
    on: dateAt(0),
    near: [...TOKENS.slice(1).map(token), token("R@e5"), played(0, { position: "copper-A1-C2-D0-B3/3W>5B" })],
  }),
  "rating-1500": () => ({
    earns: [played(0, { rating: 1499 }), played(1, { rating: 1500 })],
    on: dateAt(1),
    near: [played(0, { rating: 1499.9 }), played(0)],
  }),
  "rush-10": () => ({ earns: [run("rush", 10, 3)], on: dateAt(0), near: [run("rush", 9), run("streak", 12)] }),
  "rush-clean": () => ({
    earns: [run("rush", 8)],
    on: dateAt(0),
    near: [run("rush", 7), run("rush", 9, 1), run("streak", 14)],
  }),
  "run-15": () => ({ earns: [run("streak", 15, 1)], on: dateAt(0), near: [run("streak", 14), run("rush", 20)] }),
  "solo-won": () => ({ earns: [game({ mode: "solo" })], on: dateAt(0), near: [game({ mode: "solo", won: false })] }),
  "micro-chips": () => ({
    earns: [game({ mode: "micro", score: 7 })],
    on: dateAt(0),
    near: [game({ mode: "micro", score: 8 }), game({ mode: "micro", score: 5, won: false })],
  }),
  "table-won": () => ({ earns: [game({})], on: dateAt(0), near: [game({ won: false }), game({ players: [] })] }),
  "bot-8": () => ({
    earns: [game({ bots: [3, 8] })],
    on: dateAt(0),
    near: [game({ bots: [7] }), game({ bots: [10], won: false }), game({})],
  }),
  "challenge-won": () => ({
    earns: [played(0, { mode: "challenge", won: true })],
    on: dateAt(0),
    near: [played(0, { mode: "challenge" }), game({})],
  }),
  "six-languages": () => ({
    earns: ["en", "es", "ca", "pt", "it", "de"].map(rules),
    on: dateAt(0),
    near: ["en", "es", "ca", "pt", "it"].map(rules),
  }),
};

test("there are 25 badges, each with an expectation", () => {
  expect(BADGE_IDS.length).toBe(25);
  expect(BADGE_IDS.toSorted()).toEqual(Object.keys(expected).toSorted());
});

for (const id of BADGE_IDS)
  test(`${id}: earned on its day, and not by what is nearly it`, () => {
    const { earns, on, near } = expected[id]();
    expect(badgesOf(earns)[id]).toBe(on);
    expect(badgesOf(near)[id]).toBeUndefined();
    expect(badgesOf(earns.toReversed())[id]).toBe(on); // the order in which they are stored does not matter
  });

test("an empty history earns nothing", () => expect(badgesOf([])).toEqual({}));

test("5,000 entries are looked through in no time", () => {
  const all = many(5000, (i) => played(Math.floor(i / 10), { undone: 1 }));
  const begin = performance.now();
  badgesOf(all);
  expect(performance.now() - begin).toBeLessThan(1000);
});
