/*
 * The record as a code: what goes out comes back, twice taken in counts once, and what is not a record is refused.
 */
import { expect, test } from "vitest";
import { BadCode, encodeShareCode } from "./shareCode";
import { type PlayerStats, nothing } from "./stats";
import { BadRecord, readRecord, recordCode, recordFile, recordOf, mergeStats } from "./statsTransfer";

const sample = (): PlayerStats => ({
  days: { "2026-11-15": { tried: 5, solved: 4, optimal: 3 }, "2026-11-16": { tried: 1, solved: 1, optimal: 0 } },
  daily: {
    "2026-11-16": { easy: { moves: 4, best: 4, ms: 42_000 }, medium: { moves: null, best: 6, ms: 1, late: true } },
  },
  bests: { rush: { ever: 14, on: "2026-11-15", day: "2026-11-16", today: 9 } },
  solved: { "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg": 25 },
  rating: { value: 1212.5, count: 17 },
});

test("a record comes back from its code and from its file as it was", async () => {
  expect(await recordOf(await recordCode(sample()))).toEqual(sample());
  expect(await recordOf(recordFile(sample()))).toEqual(sample());
  expect(await recordOf(`\n ${(await recordCode(sample())).replace(/(.{40})/g, "$1\n")} `)).toEqual(sample());
  expect(await recordOf(recordFile(nothing()))).toEqual(nothing());
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
  await expect(recordOf((await recordCode(sample())).slice(0, -9))).rejects.toMatchObject({ wrong: "damaged" });
  await expect(recordOf(await encodeShareCode("x".repeat(3_000_000)))).rejects.toMatchObject({ wrong: "too-long" });
});

test("whatever is changed in a record, it is refused or still sound", () => {
  const seed = Number(process.env["CAROM_TEST_SEED"] ?? Date.now() % 1_000_000);
  let state = seed + 1;
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const text = recordFile(sample());
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
      for (const day of Object.values(readRecord(value).days))
        expect(day.optimal <= day.solved && day.solved <= day.tried).toBe(true);
    } catch (why) {
      expect(why, `seed ${seed}: ${letters.join("")}`).toBeInstanceOf(BadRecord);
    }
  }
});
