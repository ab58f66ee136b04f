/*
 * The record as a code: what goes out comes back, twice taken in counts once, and what is not a record is refused.
 */
import { expect, test } from "vitest";
import { BadCode, encodeShareCode } from "./shareCode";
import type { HistoryEntry } from "./historyEntry";
import { type PlayerStats, nothing } from "./stats";
import {
  BadRecord,
  type Exported,
  readRecord,
  recordCode,
  recordFile,
  recordOf,
  mergeExported,
  mergeStats,
} from "./statsTransfer";

const sample = (): PlayerStats => ({
  days: { "2026-11-15": { tried: 5, solved: 4, optimal: 3 }, "2026-11-16": { tried: 1, solved: 1, optimal: 0 } },
  daily: {
    "2026-11-16": { easy: { moves: 4, best: 4, ms: 42_000 }, medium: { moves: null, best: 6, ms: 1, late: true } },
  },
  bests: { rush: { ever: 14, on: "2026-11-15", day: "2026-11-16", today: 9 } },
  solved: { "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg": 25 },
  rating: { value: 1212.5, count: 17 },
});

const TUESDAY: HistoryEntry = {
  id: "daily-2026-11-17-easy",
  at: Date.UTC(2026, 10, 17, 9),
  date: "2026-11-17",
  mode: "daily",
  day: "2026-11-17",
  kind: "easy",
  position: "Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp",
  moves: 5,
  best: 5,
  ms: 42_000,
  route: "BS BW BN BE BN",
};
const everything = (part: Partial<Exported> = {}): Exported => ({
  stats: sample(),
  history: [TUESDAY],
  boards: ["Y2-G4-R1-B4"],
  badges: { "first-puzzle": "2026-11-17" },
  ...part,
});

test("a record comes back from its code and from its file as it was", async () => {
  const all = everything();
  expect(await recordOf(await recordCode(all))).toEqual(all);
  expect(await recordOf(recordFile(all))).toEqual(all);
  expect(await recordOf(`\n ${(await recordCode(all)).replace(/(.{40})/g, "$1\n")} `)).toEqual(all);
  const none = { stats: nothing(), history: [], boards: [], badges: {} };
  expect(await recordOf(recordFile(none))).toEqual(none);
});

test("an export from before the history is still read, and an old page reads a new one", async () => {
  const old = { version: 1, carom: sample() };
  const read = { stats: sample(), history: [], boards: [], badges: {} };
  expect(await recordOf(JSON.stringify(old))).toEqual(read);
  expect(await recordOf(await encodeShareCode(old))).toEqual(read);
  expect(JSON.parse(recordFile(everything()))).toMatchObject(old);
});

test("two histories: one id counts once, the earlier stays, the newest 5,000 are kept", () => {
  const again = { ...TUESDAY, at: TUESDAY.at + 1000, moves: 7 };
  const other = { ...TUESDAY, id: "x", at: TUESDAY.at - 1000 };
  const both = mergeExported(everything({ history: [again] }), everything({ history: [TUESDAY, other] }));
  expect(both.history).toEqual([other, TUESDAY]);
  expect(mergeExported(both, both)).toEqual(both);
  const many = Array.from({ length: 5010 }, (_, i) => ({ ...TUESDAY, id: `e${i}`, at: i }));
  const kept = mergeExported(everything({ history: many }), everything()).history;
  expect([kept.length, kept[0]?.id, kept.at(-1)]).toEqual([5000, "e11", TUESDAY]);
  const badges = mergeExported(
    everything(),
    everything({ badges: { "first-puzzle": "2026-11-02", quick: "2026-11-18" } }),
  );
  expect(badges.badges).toEqual({ "first-puzzle": "2026-11-02", quick: "2026-11-18" });
});

test("entries that nobody can read are left out; a history too long to be one is refused", () => {
  const read = (history: unknown) => readRecord({ version: 1, carom: {}, history }).history;
  for (const part of [
    { id: "" },
    { id: 7 },
    { at: "now" },
    { at: -1 },
    { date: "2026-11-32" },
    { mode: "chess" },
    { moves: 4.5 },
    { moves: "5" },
    { kind: "hard" },
    { replay: "https://example.org/" },
    { rounds: [{ position: "x", outcome: "lost" }] },
    { rounds: Array.from({ length: 41 }, () => ({ position: "x", outcome: "solved" })) },
    { route: "R".repeat(2001) },
  ])
    expect(read([{ ...TUESDAY, ...part }, TUESDAY]), JSON.stringify(part)).toEqual([TUESDAY]);
  expect(read([{ ...TUESDAY, colour: "red" }])).toEqual([TUESDAY]);
  expect(() => read({})).toThrow(BadRecord);
  expect(() => read(Array.from({ length: 20_001 }, () => 1))).toThrow(BadRecord);
});

test("a long history is exported as far as it fits, the newest first", async () => {
  const rounds = Array.from({ length: 40 }, () => ({
    position: "G1-Y2-R2-B2/Rc8,Yp1,Gb3,Bn12/Rm",
    outcome: "solved" as const,
  }));
  const history = Array.from({ length: 5000 }, (_, at) => ({ ...TUESDAY, id: `run-${at}`, at, rounds }));
  const text = recordFile(everything({ history }));
  expect(text.length).toBeLessThan(6_100_000);
  const { history: read } = await recordOf(text);
  expect(read.length).toBeGreaterThan(1000);
  expect(read).toEqual(history.slice(-read.length));
});

test("two devices: nothing counts twice, the better stays, the order does not matter", () => {
  const other: PlayerStats = {
    days: { "2026-11-16": { tried: 3, solved: 2, optimal: 2 }, "2026-11-17": { tried: 1, solved: 0, optimal: 0 } },
    daily: {
      "2026-11-16": { medium: { moves: 7, best: 6, ms: 9 } },
      "2026-11-17": { micro: { moves: 4, best: 4, ms: 5 } },
    },
    bests: { rush: { ever: 11, on: "2026-11-17", day: "2026-11-17", today: 11 } },
    solved: { "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg": 24 },
    rating: { value: 900, count: 3 },
  };
  const both = mergeStats(sample(), other);
  expect(both.days["2026-11-16"]).toEqual({ tried: 3, solved: 2, optimal: 2 });
  expect(both.daily["2026-11-16"]).toEqual({
    easy: { moves: 4, best: 4, ms: 42_000 },
    medium: { moves: 7, best: 6, ms: 9 },
  });
  expect(both.bests["rush"]).toEqual({ ever: 14, on: "2026-11-15", day: "2026-11-17", today: 11 });
  expect(Object.values(both.solved)).toEqual([24]);
  expect(both.rating.count).toBe(17);
  expect(mergeStats(both, other)).toEqual(both);
  expect(mergeStats(both, sample())).toEqual(both);
  expect(mergeStats(other, sample())).toEqual(both);
});

test("what is no record is refused, each with its reason", async () => {
  const wrong = async (value: unknown) =>
    recordOf(JSON.stringify(value)).then(
      () => "taken",
      (why: unknown) => (why instanceof BadRecord || why instanceof BadCode ? why.wrong : String(why)),
    );
  const changed = (part: object) => ({ version: 1, carom: { ...sample(), ...part } });
  expect(await wrong({ version: 2, carom: sample() })).toBe("newer");
  for (const value of [{}, { version: 1 }, { version: 1, carom: [] }, { version: "1", carom: {} }, { carom: sample() }])
    expect(await wrong(value)).toBe("no-record");
  for (const part of [
    { days: { "2026-02-30": { tried: 1, solved: 1, optimal: 1 } } },
    { days: { "2026-02-03": { tried: 1, solved: 2, optimal: 1 } } },
    { days: { "2026-02-03": { tried: -1, solved: -1, optimal: -1 } } },
    { daily: { "2026-02-03": { hard: { moves: 4, best: 4, ms: 1 } } } },
    { daily: { "2026-02-03": { easy: { moves: 3, best: 4, ms: 1 } } } },
    { bests: { rush: { ever: 1, on: "x", day: "2026-02-03", today: 1 } } },
    { bests: { "<b>": { ever: 1, on: "2026-02-03", day: "2026-02-03", today: 1 } } },
    { solved: { x: "1" } },
    { rating: { value: 1e9, count: 1 } },
    { rating: null },
  ])
    expect(await wrong(changed(part)), JSON.stringify(part)).toBe("no-record");
  const days = Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [`x${i}`, 1]));
  expect(await wrong(changed({ solved: days }))).toBe("too-long");
  await expect(recordOf("not a code!")).rejects.toMatchObject({ wrong: "letters" });
  await expect(recordOf("{nonsense")).rejects.toMatchObject({ wrong: "damaged" });
  await expect(recordOf((await recordCode(everything())).slice(0, -9))).rejects.toMatchObject({ wrong: "damaged" });
  await expect(recordOf(await encodeShareCode("x".repeat(9_000_000)))).rejects.toMatchObject({ wrong: "too-long" });
});

test("whatever is changed in a record, it is refused or still sound", () => {
  const seed = Number(process.env["CAROM_TEST_SEED"] ?? Date.now() % 1_000_000);
  let state = seed + 1;
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const text = recordFile(everything());
  for (let i = 0; i < 2000; i++) {
    const letters = [...text];
    for (let n = random(3); n >= 0; n--)
      letters.splice(random(letters.length), random(3), '0"{}[]:,-x9'[random(11)] ?? "");
    let value: unknown;
    try {
      value = JSON.parse(letters.join(""));
    } catch {
      continue;
    }
    try {
      for (const day of Object.values(readRecord(value).stats.days))
        expect(day.optimal <= day.solved && day.solved <= day.tried).toBe(true);
    } catch (why) {
      expect(why, `seed ${seed}: ${letters.join("")}`).toBeInstanceOf(BadRecord);
    }
  }
});
