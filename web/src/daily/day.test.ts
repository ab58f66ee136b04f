/*
 * Days: which can be asked for, and what a shared line says.
 */
import { expect, test } from "vitest";
import { weeksOf, monthAfter } from "../solve/Calendar";
import { updateSaved } from "../solve/stopwatch";
import { timeText } from "../solve/TimedPuzzle";
import { parseDay, lastDay, shareText } from "./day";

const noon = new Date(Date.UTC(2026, 10, 16, 12));

test("an address asks for today, a day, or a puzzle of it", () => {
  expect(parseDay("2026-11-16", noon)).toEqual({ date: "2026-11-16" });
  expect(parseDay("2026-11-16/", noon)).toEqual({ date: "2026-11-16" });
  expect(parseDay("2026-11-16/micro", noon)).toEqual({ date: "2026-11-16", kind: "micro" });
  expect(parseDay("", new Date(2026, 10, 16, 0, 1))).toEqual({ date: "2026-11-16" });
  expect(parseDay("", new Date(2026, 10, 16, 23, 59))).toEqual({ date: "2026-11-16" });
});

test("what is no day, or none yet, is refused", () => {
  for (const words of ["2026-13-01", "2026-02-29", "20261116", "2026-11-16/hard", "2026-11-16/easy/x", "x".repeat(999)])
    expect(parseDay(words, noon)).toMatchObject({ wrong: "no-day" });
  expect(parseDay("2025-12-31", noon)).toMatchObject({ wrong: "before" });
  expect(parseDay("2026-11-18", noon)).toMatchObject({ wrong: "ahead" });
});

test("a day can be played when it has begun on the first islands", () => {
  expect(lastDay(Date.UTC(2026, 10, 16, 9, 59))).toBe("2026-11-16");
  expect(lastDay(Date.UTC(2026, 10, 16, 10, 0))).toBe("2026-11-17");
});

test("a shared line has counts and a time, and nothing else", () => {
  const done = { medium: { moves: 7, best: 6, ms: 150_000 }, easy: { moves: 4, best: 4, ms: 42_999 } };
  const robot = (kind: string) => (kind === "easy" ? "B" : "*");
  expect(shareText("2026-11-16", done, robot)).toBe(
    "carom 2026-11-16 · 3:12\n🟦🟦🟦🟦 easy 4/4\n🟥🟨🟩🟦🟥🟨⬜ medium 7/6",
  );
  expect(shareText("2026-11-16", { fiendish: { moves: null, best: 16, ms: 3_729_000 } }, robot)).toBe(
    "carom 2026-11-16 · 1:02:09\n⬛ fiendish –/16",
  );
  expect(timeText(999)).toBe("0:00");
});

test("months begin on their weekday and have all their days", () => {
  const weeks = weeksOf("2026-11"); // begins on a Sunday
  expect(weeks[0]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, "2026-11-01"]);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  expect(weeksOf("2028-02").flat().filter(Boolean)).toHaveLength(29);
  expect(monthAfter("2026-12", 1)).toBe("2027-01");
  expect(monthAfter("2026-01", -1)).toBe("2025-12");
});

test("clocks of the last puzzles are kept, the oldest go", () => {
  let all: Record<string, number> = {};
  for (let i = 0; i < 60; i++) all = updateSaved(all, `p${i}`, i);
  expect(Object.keys(all)).toHaveLength(40);
  expect(all["p59"]).toBe(59);
  expect(all["p0"]).toBeUndefined();
});
