/*
 * The record: streaks over midnights and time zones, the rating's way, the first result of a day.
 */
import { beforeEach, expect, test, vi } from "vitest";
import { addBest, addDaily, dateOf, dayAfter, loadStats, longestStreak, nothing, streak, addResultTo } from "./stats";

const done = { moves: 4, best: 4, ms: 1000 };
const played = (...dates: string[]) => ({
  ...nothing(),
  daily: Object.fromEntries(dates.map((date) => [date, { easy: done }])),
});

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  });
});

test("days follow each other over months, leap days and years", () => {
  expect(dayAfter("2028-02-28")).toBe("2028-02-29");
  expect(dayAfter("2026-12-31")).toBe("2027-01-01");
  expect(dayAfter("2026-03-01", -1)).toBe("2026-02-28");
  expect(dateOf(new Date(2026, 10, 6, 23, 59))).toBe("2026-11-06");
});

test("a streak lives until the day after is over, and survives a flight to the west", () => {
  const all = played("2026-11-14", "2026-11-15", "2026-11-16");
  expect(streak(all, "2026-11-16")).toBe(3);
  expect(streak(all, "2026-11-17")).toBe(3);
  expect(streak(all, "2026-11-18")).toBe(0);
  expect(streak(all, "2026-11-15")).toBe(3); // played on the 16th in the east, now it is the 15th again
});

test("a gap, a day played late and a puzzle given up end a streak", () => {
  expect(streak(played("2026-11-13", "2026-11-15", "2026-11-16"), "2026-11-16")).toBe(2);
  const late = played("2026-11-15", "2026-11-16");
  late.daily["2026-11-15"] = { easy: { ...done, late: true } as typeof done };
  expect(streak(late, "2026-11-16")).toBe(1);
  const given = { ...nothing(), daily: { "2026-11-16": { easy: { ...done, moves: null } } } };
  expect(streak(given, "2026-11-16")).toBe(0);
  expect(longestStreak(played("2026-11-01", "2026-11-02", "2026-11-03", "2026-11-10"))).toBe(3);
});

test("ten years in a row are counted in no time", () => {
  const dates = Array.from({ length: 3653 }, (_, day) => dayAfter("2026-01-01", day));
  expect(longestStreak(played(...dates))).toBe(3653);
  expect(longestStreak(played(...dates.toReversed().filter((date) => !date.endsWith("-07-01"))))).toBe(365);
});

test("the first result of a puzzle of the day stays, and counts once", () => {
  addDaily("2020-01-01", "easy", done, 20);
  addDaily("2020-01-01", "easy", { ...done, moves: 3 }, 20);
  expect(loadStats().daily["2020-01-01"]).toEqual({ easy: { ...done, late: true } });
  expect(Object.values(loadStats().days)).toEqual([{ tried: 1, solved: 1, optimal: 1 }]);
});

test("the rating rises with hard ones found and falls with easy ones given up", () => {
  const one = { mode: "practice" as const, moves: 8, best: 8, difficulty: 60 };
  const better = addResultTo(nothing(), one, "2026-11-16").rating;
  expect(better.value).toBeGreaterThan(1040);
  expect(better.count).toBe(1);
  expect(addResultTo(nothing(), { ...one, hints: 9 }, "2026-11-16").rating.value).toBeLessThan(1000);
  expect(addResultTo(nothing(), { ...one, moves: null, difficulty: 10 }, "2026-11-16").rating.value).toBeLessThan(980);
  expect(addResultTo(nothing(), { ...one, best: undefined }, "2026-11-16").rating.count).toBe(0);
});

test("bests of the day and ever", () => {
  expect(addBest("rush", 7)).toEqual({ ever: true, today: true });
  expect(addBest("rush", 5)).toEqual({ ever: false, today: false });
  expect(loadStats().bests.rush).toMatchObject({ ever: 7, today: 7 });
});
