/*
 * The record and the history as a code or a file, to take them to another device. What comes in is checked here, once, number by
 * number; what is put together counts nothing twice, however often it is taken in: of two counts of a day the larger stays, of two
 * results of a puzzle the one that was not late, of two bests the better, of two entries of the history with one id the earlier.
 */
import { type HistoryEntry, mergeEntries, readEntry } from "./historyEntry";
import { BOARDS_MAX } from "./keptBoards";
import { BadCode, encodeShareCode, decodeShareCode } from "./shareCode";
import { type Best, type Day, type Done, type PlayerStats, KINDS, type Kind, type Rating, nothing } from "./stats";

const VERSION = 1;
export const FILE_BYTES = 8_000_000; // ten years of days have 700,000, a long history 2,000,000
const HISTORY_BYTES = 6_000_000; // of a history that is exported: the oldest entries stay behind
const ENTRIES = 20_000; // of each kind
const NUMBER = 1_000_000_000;

export class BadRecord extends Error {
  constructor(readonly wrong: "newer" | "no-record" | "too-long") {
    super(wrong);
  }
}
const refuse = (): never => {
  throw new BadRecord("no-record");
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const number = (value: unknown, most = NUMBER): number =>
  typeof value === "number" && value >= 0 && value <= most ? value : refuse();
const whole = (value: unknown, most = NUMBER): number => (Number.isInteger(value) ? number(value, most) : refuse());
const isDate = (words: string): boolean => {
  const at = new Date(`${words}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(words) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(words);
};
const date = (value: unknown): string => (typeof value === "string" && isDate(value) ? value : refuse());

/* Every member of an object, its name and its value checked. */
function each<T>(value: unknown, name: (key: string) => boolean, read: (one: unknown) => T): Record<string, T> {
  if (value === undefined) return {};
  if (!isObject(value)) return refuse();
  const entries = Object.entries(value);
  if (entries.length > ENTRIES) throw new BadRecord("too-long");
  return Object.fromEntries(entries.map(([key, one]) => (name(key) ? [key, read(one)] : refuse())));
}

function readDay(value: unknown): Day {
  if (!isObject(value)) return refuse();
  const tried = whole(value["tried"]);
  const solved = whole(value["solved"], tried);
  return { tried, solved, optimal: whole(value["optimal"], solved) };
}
function readDone(value: unknown): Done {
  if (!isObject(value)) return refuse();
  const best = whole(value["best"], 999);
  const moves = value["moves"] === null ? null : whole(value["moves"], 999);
  if (moves !== null && moves < best) return refuse();
  return { moves, best, ms: number(value["ms"]), ...(value["late"] === true ? { late: true } : {}) };
}
function readBest(value: unknown): Best {
  if (!isObject(value)) return refuse();
  const ever = whole(value["ever"]);
  return { ever, on: date(value["on"]), day: date(value["day"]), today: whole(value["today"], ever) };
}
function readRating(value: unknown): Rating {
  if (value === undefined) return nothing().rating;
  if (!isObject(value)) return refuse();
  return { value: number(value["value"], 10_000), count: whole(value["count"]) };
}
const isKind = (key: string): key is Kind => (KINDS as readonly string[]).includes(key);

/* Everything that goes to another device. */
export interface Exported {
  stats: PlayerStats;
  history: HistoryEntry[];
  boards: string[]; // that were kept
  badges: Record<string, string>; // when each was earned
}

function readList<T>(value: unknown, read: (one: unknown) => T | undefined): T[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return refuse();
  if (value.length > ENTRIES) throw new BadRecord("too-long");
  return value.map(read).filter((one) => one !== undefined);
}
const readBoard = (value: unknown): string | undefined =>
  typeof value === "string" && value.length <= 2000 ? value : undefined;

/* Throws BadRecord. Entries of a newer version that this one cannot read are left out. */
export function readRecord(value: unknown): Exported {
  if (!isObject(value) || !isObject(value["carom"])) return refuse();
  const { carom: all } = value;
  const version = whole(value["version"]);
  if (version > VERSION) throw new BadRecord("newer");
  const stats = {
    days: each(all["days"], isDate, readDay),
    daily: each(all["daily"], isDate, (one) => each(one, isKind, readDone)),
    bests: each(all["bests"], (key) => /^[a-z-]{1,40}$/.test(key), readBest),
    solved: each(
      all["solved"],
      (key) => key.length <= 2000,
      (one) => whole(one, 999),
    ),
    rating: readRating(all["rating"]),
  };
  return {
    stats,
    history: readList(value["history"], readEntry),
    boards: readList(value["boards"], readBoard).slice(0, BOARDS_MAX),
    badges: each(value["badges"], (key) => /^[a-z0-9-]{1,40}$/.test(key), date),
  };
}

/* The newest entries that fit. */
function fitting(history: HistoryEntry[]): HistoryEntry[] {
  let bytes = 0;
  const first = history.findLastIndex((entry) => (bytes += JSON.stringify(entry).length) > HISTORY_BYTES);
  return history.slice(first + 1);
}

/* Versions before the history read what they know of it. */
const whatToSend = ({ stats, history, ...more }: Exported): object => ({
  version: VERSION,
  carom: stats,
  history: fitting(history),
  ...more,
});
export const recordFile = (all: Exported): string => JSON.stringify(whatToSend(all));
export const recordCode = (all: Exported): Promise<string> => encodeShareCode(whatToSend(all));

/* A code, or the words of a file. Throws BadRecord or BadCode. */
export async function recordOf(words: string): Promise<Exported> {
  const bare = words.trim();
  if (bare.length > 2 * FILE_BYTES) throw new BadRecord("too-long");
  if (!bare.startsWith("{")) return readRecord(await decodeShareCode(bare.replace(/\s/g, ""), FILE_BYTES));
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch {
    throw new BadCode("damaged");
  }
  return readRecord(value);
}

/* ---- putting two together ---- */

type All<T> = Record<string, T>;
function joined<T>(a: All<T>, b: All<T>, better: (one: T, other: T) => T): All<T> {
  const all = { ...a };
  for (const [key, other] of Object.entries(b)) {
    const one = all[key];
    all[key] = one === undefined ? other : better(one, other);
  }
  return all;
}
const betterDay = (a: Day, b: Day): Day => ({
  tried: Math.max(a.tried, b.tried),
  solved: Math.max(a.solved, b.solved),
  optimal: Math.max(a.optimal, b.optimal),
});
const betterDone = (a: Done, b: Done): Done => (a.late && !b.late ? b : a);
function betterBest(a: Best, b: Best): Best {
  const [first, later] = a.day <= b.day ? [a, b] : [b, a];
  const top = b.ever > a.ever || (b.ever === a.ever && b.on < a.on) ? b : a;
  const today = first.day === later.day ? Math.max(first.today, later.today) : later.today;
  return { ever: top.ever, on: top.on, day: later.day, today };
}

export function mergeStats(a: PlayerStats, b: PlayerStats): PlayerStats {
  return {
    days: joined(a.days, b.days, betterDay),
    daily: joined(a.daily, b.daily, (one, other) => joined(one as All<Done>, other as All<Done>, betterDone)),
    bests: joined(a.bests, b.bests, betterBest),
    solved: joined(a.solved, b.solved, Math.min),
    rating: b.rating.count > a.rating.count ? b.rating : a.rating,
  };
}

const earlier = (one: string, other: string): string => (one < other ? one : other);
export const mergeExported = (a: Exported, b: Exported): Exported => ({
  stats: mergeStats(a.stats, b.stats),
  history: mergeEntries(a.history, b.history),
  boards: [...new Set([...a.boards, ...b.boards])].slice(0, BOARDS_MAX),
  badges: joined(a.badges, b.badges, earlier),
});
