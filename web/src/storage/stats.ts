/*
 * What one has done alone, kept on this device, without an account: every mode writes here, and only here. It is kept by day and
 * not game by game, so that it stays small for years, and so that two devices' records can be put together twice without
 * counting anything twice (statsTransfer.ts).
 */
import { saveItem, loadItem } from "./settings";

export type Mode = "practice" | "daily" | "rush" | "streak" | "collection" | "challenge";
export const KINDS = ["easy", "medium", "fiendish", "micro"] as const;
export type Kind = (typeof KINDS)[number];

/* One position played to its end. */
export interface Result {
  mode: Mode;
  moves: number | null; // null: given up
  best: number | undefined; // moves of a shortest route; undefined while nobody knows
  difficulty?: number | undefined; // 0 to 100, as `carom solve --difficulty` says; without it the rating stays
  hints?: number; // that were looked at
}

export interface Day {
  tried: number;
  solved: number;
  optimal: number;
}
/* A puzzle of the day. */
export interface Done {
  moves: number | null; // null: given up
  best: number;
  ms: number;
  late?: boolean; // played on a later day: it counts for no streak
}
export interface Best {
  ever: number;
  on: string; // the date of it
  day: string; // the last date that it was played
  today: number; // the best of that date
}
export interface Rating {
  value: number;
  count: number; // of results it is made from
}
export interface PlayerStats {
  days: Record<string, Day>; // by local date: 2026-11-16
  daily: Record<string, Partial<Record<Kind, Done>>>;
  bests: Record<string, Best>; // rush, streak
  solved: Record<string, number>; // positions of collections, lists and challenges: the fewest moves
  rating: Rating;
}

const FIRST_RATING = 1000;
export const nothing = (): PlayerStats => ({
  days: {},
  daily: {},
  bests: {},
  solved: {},
  rating: { value: FIRST_RATING, count: 0 },
});

const listeners = new Set<() => void>();
export const loadStats = (): PlayerStats => ({ ...nothing(), ...loadItem<Partial<PlayerStats>>("record", {}) });
export function saveStats(changed: PlayerStats): void {
  saveItem("record", changed);
  for (const listener of listeners) listener();
}
export function watchStats(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/* ---- dates: the player's own, wherever they are ---- */

const two = (n: number): string => String(n).padStart(2, "0");
export const dateOf = (at: Date): string =>
  `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
export const today = (): string => dateOf(new Date());
/* So many days later; dates themselves know no time zone. */
export const dayAfter = (date: string, days = 1): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/*
 * How many days in a row had a puzzle of the day solved on its day. The row may end yesterday: today is not over. It may also
 * end tomorrow: whoever flies to the east has played a day that has not begun here.
 */
export function streak(all: PlayerStats, now = today()): number {
  let date = [1, 0, -1].map((days) => dayAfter(now, days)).find((day) => kept(all, day));
  let count = 0;
  for (; date && kept(all, date); date = dayAfter(date, -1)) count += 1;
  return count;
}
const kept = (all: PlayerStats, date: string): boolean =>
  Object.values(all.daily[date] ?? {}).some((done) => done.moves !== null && !done.late);

export function longestStreak(all: PlayerStats): number {
  const dates = Object.keys(all.daily).filter((date) => kept(all, date));
  let [longest, row] = [0, 0];
  let next: string | undefined; // the date that would go on with the row
  for (const date of dates.toSorted()) {
    row = date === next ? row + 1 : 1;
    longest = Math.max(longest, row);
    next = dayAfter(date);
  }
  return longest;
}

/* ---- results ---- */

/* What a puzzle of this difficulty is worth in the rating: trivial ones 800 to 1,000, fiendish ones 2,000 and more. */
const ratingOf = (difficulty: number): number => 800 + 16 * difficulty;

/* 1 for a shortest route found alone, 0 for giving up; a move too many, or a hint, costs half. */
export function scoreOf({ moves, best, hints = 0 }: Result): number {
  if (moves === null || best === undefined) return 0;
  return 0.5 ** (Math.max(0, moves - best) + hints);
}

/* The rating of chess players (Elo): it moves by how much better the result was than expected, quickly at first. */
function rated(before: Rating, result: Result): Rating {
  const { difficulty, moves, best } = result;
  if (difficulty === undefined || (moves !== null && best === undefined)) return before;
  const expected = 1 / (1 + 10 ** ((ratingOf(difficulty) - before.value) / 400));
  const value = before.value + (before.count < 20 ? 48 : 24) * (scoreOf(result) - expected);
  return { value: Math.round(Math.max(400, value) * 10) / 10, count: before.count + 1 };
}

export function addResultTo(all: PlayerStats, result: Result, date: string): PlayerStats {
  const { moves, best, hints = 0 } = result;
  const before = all.days[date] ?? { tried: 0, solved: 0, optimal: 0 };
  const day = {
    tried: before.tried + 1,
    solved: before.solved + (moves !== null ? 1 : 0),
    optimal: before.optimal + (moves !== null && moves === best && hints === 0 ? 1 : 0),
  };
  return { ...all, days: { ...all.days, [date]: day }, rating: rated(all.rating, result) };
}
/* The last ratings, for a line on the first screen: only on this device, and not part of the record that is carried to others. */
const RATINGS_KEPT = 12;
export const lastRatings = (): number[] => loadItem<number[]>("ratings", []);
function keepRating(before: Rating, after: Rating): void {
  if (after.count === before.count) return;
  const line = lastRatings();
  const all = line.length === 0 ? [before.value, after.value] : [...line, after.value];
  saveItem("ratings", all.slice(-RATINGS_KEPT));
}

/* Says by how much the rating has changed. */
export function addResult(result: Result): number {
  const before = loadStats();
  const after = addResultTo(before, result, today());
  keepRating(before.rating, after.rating);
  saveStats(after);
  return Math.round(after.rating.value) - Math.round(before.rating.value);
}

/* A puzzle of the day: the first result of it stays. It counts for the day that it was begun on. */
export function addDaily(date: string, kind: Kind, done: Done, difficulty?: number, begun = today()): number {
  const all = loadStats();
  if (all.daily[date]?.[kind]) return 0;
  const late = date < begun;
  const daily = { ...all.daily, [date]: { ...all.daily[date], [kind]: late ? { ...done, late } : done } };
  const { moves, best } = done;
  const after = addResultTo({ ...all, daily }, { mode: "daily", moves, best, difficulty }, today());
  keepRating(all.rating, after.rating);
  saveStats(after);
  return Math.round(after.rating.value) - Math.round(all.rating.value);
}

/* Rush and streak: how many were solved in one go. Says what was beaten. */
export function addBest(name: string, count: number): { ever: boolean; today: boolean } {
  const all = loadStats();
  const now = today();
  const before = all.bests[name];
  const ever = count > (before?.ever ?? 0);
  const first = before?.day !== now;
  const best: Best = {
    ever: ever ? count : (before?.ever ?? 0),
    on: ever ? now : (before?.on ?? now),
    day: now,
    today: first ? count : Math.max(count, before.today),
  };
  saveStats({ ...all, bests: { ...all.bests, [name]: best } });
  return { ever, today: first ? count > 0 : count > before.today };
}

/* A position of a collection, a list or a challenge: the fewest moves stay. */
export function addSolved(position: string, moves: number): void {
  const all = loadStats();
  const fewest = Math.min(moves, all.solved[position] ?? moves);
  saveStats({ ...all, solved: { ...all.solved, [position]: fewest } });
}
