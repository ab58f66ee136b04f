/*
 * What the page makes of other people's results: rows of a chart, and the queue of results that wait for a server.
 */
import { beforeEach, expect, test, vi } from "vitest";
import { removeUnsent, saveUnsent, unsentResults } from "../storage/unsentResults";
import { barsOf, isIn } from "./histogram";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test("a chart begins with the fewest moves and has no gaps", () => {
  expect(
    barsOf(
      [
        [8, 57],
        [10, 3],
      ],
      8,
    ),
  ).toEqual([
    { moves: 8, people: 57, orMore: false },
    { moves: 9, people: 0, orMore: false },
    { moves: 10, people: 3, orMore: false },
  ]);
  expect(barsOf([], 5)).toEqual([{ moves: 5, people: 0, orMore: false }]);
});

test("everything beyond the last row is in it", () => {
  const bars = barsOf(
    [
      [4, 1],
      [11, 2],
      [30, 5],
    ],
    4,
  );
  expect(bars).toHaveLength(8);
  expect(bars.at(-1)).toEqual({ moves: 11, people: 7, orMore: true });
  expect(bars.filter((bar) => isIn(bar, 25)).map(({ moves }) => moves)).toEqual([11]);
  expect(bars.some((bar) => isIn(bar, null))).toBe(false);
});

test("where nothing can be stored, a result waits as long as the page is open", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  });
  const result = { date: "2026-11-16", kind: "easy" as const, route: ["RN"], ms: 1200 };
  saveUnsent(result);
  expect(unsentResults()).toEqual([result]);
  removeUnsent(result);
  expect(unsentResults()).toEqual([]);
});

test("the first result of a puzzle waits, and the queue is bounded", () => {
  const result = { date: "2026-11-16", kind: "easy" as const, route: ["RN", "BE"], ms: 1200 };
  saveUnsent(result);
  saveUnsent({ ...result, ms: 1 });
  expect(unsentResults()).toEqual([result]);
  removeUnsent({ date: "2026-11-16", kind: "medium" });
  expect(unsentResults()).toEqual([result]);
  removeUnsent(result);
  expect(unsentResults()).toEqual([]);
  for (let day = 10; day < 50; day++) saveUnsent({ ...result, date: `2026-11-${day}` });
  expect(unsentResults()).toHaveLength(24);
});
