/*
 * The rating's curve: which points it has, and its scale.
 */
import { expect, test } from "vitest";
import type { HistoryEntry } from "../storage/historyEntry";
import { curveOf } from "./curve";

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 2, 12);
const rated = (days: number, rating?: number): HistoryEntry => ({
  id: `${days}`,
  at: START + days * DAY,
  date: new Date(START + days * DAY).toISOString().slice(0, 10),
  mode: "practice",
  ...(rating === undefined ? {} : { rating }),
});

test("on one day every result is a point, evenly spaced", () => {
  const { points, daily } = curveOf([rated(0, 1000), rated(0.1, 1030), rated(0.2), rated(0.3, 1010)]);
  expect(daily).toBe(false);
  expect(points.map(({ rating, share }) => [rating, share])).toEqual([
    [1000, 0],
    [1030, 0.5],
    [1010, 1],
  ]);
});

test("over days the last result of each is a point, placed by time", () => {
  const { points, daily } = curveOf([rated(0, 900), rated(0.1, 1000), rated(1, 1100), rated(4, 1050)]);
  expect(daily).toBe(true);
  expect(points.map(({ rating }) => rating)).toEqual([1000, 1100, 1050]);
  expect(points[1]?.share).toBeCloseTo(0.9 / 3.9, 6);
});

test("the scale has round numbers and holds every point", () => {
  const scale = (...ratings: number[]) => {
    const { low, high, lines } = curveOf(ratings.map((rating, i) => rated(i, rating)));
    return { low, high, lines };
  };
  expect(scale(1012, 1087, 1043)).toEqual({ low: 1000, high: 1100, lines: [1000, 1020, 1040, 1060, 1080, 1100] });
  expect(scale(1000, 1000, 1000)).toEqual({ low: 1000, high: 1010, lines: [1000, 1010] });
  expect(scale(400, 1960, 1200)).toEqual({ low: 0, high: 2000, lines: [0, 500, 1000, 1500, 2000] });
  expect(curveOf([]).points).toEqual([]);
});
