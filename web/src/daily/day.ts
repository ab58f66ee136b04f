/*
 * Which day it is, which days can be played, and a day's result in one line that gives nothing away.
 *
 * A day is the player's own date: it begins at their midnight, wherever they are. So that a link from further east can be
 * opened, a day can be played as soon as it has begun anywhere on earth (UTC+14).
 */
import { type Done, KINDS, type Kind, dateOf, today } from "../storage/stats";
import { difficultyName } from "../board/names";
import { t } from "../i18n/texts";
import { timeText } from "../solve/TimedPuzzle";

export const FIRST_DAY = "2026-01-01"; // of the archive

const EASTMOST_OFFSET_MS = 14 * 3_600_000;
/* The last day that can be played now. */
export const lastDay = (now = Date.now()): string => new Date(now + EASTMOST_OFFSET_MS).toISOString().slice(0, 10);

const isDate = (words: string): boolean => {
  const at = new Date(`${words}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(words) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(words);
};

export type RequestedDay =
  | { date: string; kind?: Kind } // a day, or one of its puzzles
  | { wrong: "no-day" | "ahead" | "before"; found: string };

/* What the address asks for: nothing is today. */
export function parseDay(rest: string, now = new Date()): RequestedDay {
  const [date = "", kind, ...more] = rest.replace(/\/$/, "").split("/");
  const found = date.slice(0, 40);
  if (date === "") return { date: dateOf(now) };
  if (!isDate(date) || more.length > 0) return { wrong: "no-day", found: rest.slice(0, 40) };
  if (date < FIRST_DAY) return { wrong: "before", found };
  if (date > lastDay(now.getTime())) return { wrong: "ahead", found };
  if (kind === undefined) return { date };
  const known = KINDS.find((one) => one === kind);
  return known ? { date, kind: known } : { wrong: "no-day", found: rest.slice(0, 40) };
}

export const kindName = (kind: Kind): string => (kind === "micro" ? t("Micro Robots") : difficultyName(kind));

export type DayResults = Partial<Record<Kind, Done>>;

/* "7/6"; a puzzle that was given up has a dash. */
export const movesOfBest = ({ moves, best }: Done): string => `${moves ?? "–"}/${best}`;

/* `carom 2026-11-16 · easy 4/4 · medium 7/6 · 3:12` */
export function shareText(date: string, done: DayResults): string {
  const played = KINDS.filter((kind) => done[kind]);
  const parts = played.map((kind) => `${kindName(kind)} ${movesOfBest(done[kind] as Done)}`);
  const ms = played.reduce((sum, kind) => sum + (done[kind]?.ms ?? 0), 0);
  return [`carom ${date}`, ...parts, timeText(ms)].join(" · ");
}

/* How hard a day's puzzle is, 0 to 100 as for others (docs/reference/difficulty.md): what its kind promises. */
export function difficultyOf(kind: Kind, best: number): number {
  switch (kind) {
    case "easy":
      return 21;
    case "medium":
      return 38;
    case "fiendish":
      return 90;
    case "micro":
      return best <= 4 ? 35 : best <= 6 ? 60 : 78;
  }
}

export { today };
