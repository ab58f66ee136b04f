/*
 * Badges: what each asks for, as a table that drives everything. Every badge is a pure function of the history, the oldest entry
 * first, which finds the entry that earned it; so a badge can be checked by anybody who has the history, also on another device.
 */
import type { HistoryEntry } from "../storage/historyEntry";
import { dayAfter, KINDS } from "../storage/stats";

type Entry = HistoryEntry;
type Rule = (history: Entry[]) => Entry | undefined;

/* ---- what an entry is ---- */

const PUZZLES = ["daily", "practice", "collection", "list", "challenge"];
const isPuzzle = ({ mode }: Entry): boolean => PUZZLES.includes(mode);
/* Solved by oneself: a solution that was shown before does not count. */
const isSolved = (one: Entry): boolean => isPuzzle(one) && typeof one.moves === "number" && !one.known;
const isShortest = (one: Entry): boolean =>
  isSolved(one) && one.best !== undefined && Number(one.moves) <= one.best && !one.hints;
const isClean = (one: Entry): boolean => isShortest(one) && !one.undone;
const isGame = (one: Entry): boolean => one.mode === "table" && (one.players?.length ?? 0) > 0;
/* The token of a target: `Rm` of "…/Rm", `V` for the vortex; empty for a cell and for Micro Robots. */
const tokenOf = ({ position = "" }: Entry): string => /\/(V|[RYGB][mgps])$/.exec(position)?.[1] ?? "";

/* ---- what the rules are made of ---- */

const first =
  (is: (one: Entry) => boolean): Rule =>
  (history) =>
    history.find(is);

/* The entry with which so many different things have come together; nothing counts for what `of` leaves empty. */
const different =
  (count: number, of: (one: Entry) => string): Rule =>
  (history) => {
    const seen = new Set<string>();
    return history.find((one) => {
      const thing = of(one);
      if (thing !== "") seen.add(thing);
      return seen.size >= count;
    });
  };

/* So many in a row of those that `among` takes, each of them good. */
const inRow =
  (count: number, among: (one: Entry) => boolean, good: (one: Entry) => boolean): Rule =>
  (history) => {
    let row = 0;
    return history.filter(among).find((one) => (row = good(one) ? row + 1 : 0) >= count);
  };

/* So many days in a row, each with an entry that counts; `spoils`: an entry that takes its day away. */
const daysInRow =
  (count: number, dateOf: (one: Entry) => string | undefined, spoils: (one: Entry) => boolean = () => false): Rule =>
  (history) => {
    const spoilt = new Set(history.filter(spoils).map(({ date }) => date));
    const dates = new Set<string>();
    return history.find((one) => {
      const date = dateOf(one);
      if (date === undefined || spoilt.has(date)) return false;
      dates.add(date);
      return Array.from({ length: count }, (_, n) => dayAfter(date, n - count + 1)).every((day) => dates.has(day));
    });
  };

const dailyDate = (one: Entry): string | undefined =>
  one.mode === "daily" && typeof one.moves === "number" && !one.late ? one.day : undefined;

/* All four puzzles of one day, each of them good. */
const wholeDay =
  (good: (one: Entry) => boolean): Rule =>
  (history) => {
    const days = new Map<string, Set<string>>();
    return history.find((one) => {
      const day = dailyDate(one);
      if (day === undefined || !one.kind || !good(one)) return false;
      const kinds = (days.get(day) ?? new Set()).add(one.kind);
      days.set(day, kinds);
      return kinds.size === KINDS.length;
    });
  };

const longest = (moves: number): Rule => first((one) => isShortest(one) && (one.best ?? 0) >= moves);
const QUICK_MS = 15_000;
const noMistakes = ({ rounds = [] }: Entry): boolean => rounds.every(({ outcome }) => outcome === "solved");

/* ---- the table ---- */

const BADGES = {
  "first-puzzle": first(isSolved),
  "first-shortest": first(isShortest),
  "ten-mover": longest(10),
  "fifteen-mover": longest(15),
  "twenty-mover": first((one) => isSolved(one) && (one.best ?? 0) >= 20),
  "five-in-a-row": inRow(5, isPuzzle, isShortest),
  quick: first((one) => isShortest(one) && (one.best ?? 0) >= 5 && one.ms !== undefined && one.ms <= QUICK_MS),
  "untouched-week": daysInRow(
    7,
    (one) => (isSolved(one) ? one.date : undefined),
    (one) => (one.undone ?? 0) > 0,
  ),
  "clean-25": different(25, (one) => (isClean(one) ? one.id : "")),
  "all-four": wholeDay(() => true),
  "perfect-four": wholeDay(isShortest),
  "streak-7": daysInRow(7, dailyDate),
  "streak-30": daysInRow(30, dailyDate),
  hundred: different(100, (one) => (isSolved(one) ? (one.position ?? one.id) : "")),
  "every-token": different(17, (one) => (isSolved(one) ? tokenOf(one) : "")),
  "rating-1500": first(({ rating = 0 }) => rating >= 1500),
  "rush-10": first(({ mode, score = 0 }) => mode === "rush" && score >= 10),
  "rush-clean": first((one) => one.mode === "rush" && (one.score ?? 0) >= 8 && noMistakes(one)),
  "run-15": first(({ mode, score = 0 }) => mode === "streak" && score >= 15),
  "solo-won": first(({ mode, won }) => mode === "solo" && won === true),
  "micro-chips": first(({ mode, won, score = 99 }) => mode === "micro" && won === true && score <= 7),
  "table-won": first((one) => isGame(one) && one.won === true),
  "bot-8": first((one) => isGame(one) && one.won === true && (one.bots ?? []).some((level) => level >= 8)),
  "challenge-won": first(({ mode, won }) => mode === "challenge" && won === true),
  "six-languages": different(6, ({ mode, language = "" }) => (mode === "rules" ? language : "")),
} satisfies Record<string, Rule>;
export type BadgeId = keyof typeof BADGES;
export const BADGE_IDS = Object.keys(BADGES) as BadgeId[];

/* The badges that a history has earned, with the date of each. */
export function badgesOf(history: Entry[]): Partial<Record<BadgeId, string>> {
  const entries = history.toSorted((a, b) => a.at - b.at);
  const earned = BADGE_IDS.map((id) => [id, BADGES[id](entries)?.date] as const);
  return Object.fromEntries(earned.filter(([, date]) => date !== undefined));
}
