/*
 * The points of the rating's curve, and the scale they are drawn on.
 */
import type { HistoryEntry } from "../storage/historyEntry";

export interface Point {
  entry: HistoryEntry;
  rating: number;
  share: number; // of the way from the first to the last, 0 to 1
}
export interface Curve {
  points: Point[];
  daily: boolean; // one a day, placed by time; otherwise one after the other
  low: number; // the ends of the scale
  high: number;
  lines: number[]; // ratings that have a line
}

const STEPS = [10, 20, 50, 100, 200, 500];
const LINES = 4; // at most, besides the lowest

const hasRating = (entry: HistoryEntry): entry is HistoryEntry & { rating: number } => entry.rating !== undefined;

export function curveOf(history: HistoryEntry[]): Curve {
  const rated = history.filter(hasRating);
  const days = new Map(rated.map((entry) => [entry.date, entry])); // the last of each stays
  const daily = days.size > 2;
  const shown = daily ? [...days.values()] : rated;
  const [first = 0, last = 0] = [shown[0]?.at, shown.at(-1)?.at];
  const points = shown.map((entry, i) => ({
    entry,
    rating: entry.rating,
    share: daily ? (entry.at - first) / Math.max(1, last - first) : i / Math.max(1, shown.length - 1),
  }));
  const ratings = points.map(({ rating }) => rating);
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const step = STEPS.find((size) => (most - least) / size <= LINES) ?? 1000;
  const low = Math.floor(least / step) * step;
  const high = Math.max(low + step, Math.ceil(most / step) * step);
  const lines = points.length === 0 ? [] : Array.from({ length: (high - low) / step + 1 }, (_, i) => low + i * step);
  return { points, daily, low, high, lines };
}
