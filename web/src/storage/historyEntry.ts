/*
 * One thing that was played on this device, whatever it was: an entry of the history (historyStore.ts). An entry that comes from
 * outside, with an import, is checked here member by member; what carom does not know is left out.
 */
import { KINDS, type Kind } from "./stats";

const MODES = [
  "daily",
  "practice",
  "collection",
  "list",
  "challenge",
  "rush",
  "streak",
  "solo",
  "micro",
  "table",
  "lesson",
  "rules",
] as const;
type HistoryMode = (typeof MODES)[number];

/* A puzzle of a run, a round of a game. */
export interface PlayedRound {
  position: string;
  outcome: "solved" | "wrong" | "passed";
  route?: string; // as it is written: `RN BE`
}

export interface HistoryEntry {
  id: string;
  at: number; // ms since 1970, when it ended
  date: string; // of the player's own calendar then: 2026-11-17
  mode: HistoryMode;
  position?: string;
  moves?: number | null; // null: given up
  best?: number; // moves of a shortest route
  ms?: number; // on the clock
  route?: string;
  hints?: number; // that were looked at
  undone?: number; // how often moves were taken back
  known?: boolean; // its solution had been shown before: it could not be found any more
  rating?: number; // of practice, afterwards
  day?: string; // whose puzzle of the day it was
  kind?: Kind;
  late?: boolean; // on a later day
  micro?: boolean; // a run of Micro Robots
  won?: boolean; // a game, a challenge
  score?: number; // solved in a run; tokens or chips in a game
  players?: string[]; // at a table, besides you
  bots?: number[]; // their levels
  replay?: string; // the address of the finished game
  title?: string; // of a collection or a list, of a lesson
  language?: string; // the rules were read in it
  rounds?: PlayedRound[];
}

export const HISTORY_MAX = 5000; // entries on a device: the oldest go first
export const ROUNDS_MAX = 40; // of an entry, the last ones
const TEXT_MAX = 200;
const POSITION_MAX = 2000;
const PLAYERS_MAX = 100;
const NUMBER_MAX = 1e9;
const TIME_MAX = 8.64e15;

type Raw = Record<string, unknown>;
const isObject = (value: unknown): value is Raw => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown, most: number): value is string => typeof value === "string" && value.length <= most;
const isNumber = (value: unknown, most = NUMBER_MAX): value is number =>
  typeof value === "number" && value >= 0 && value <= most;
const isDate = (value: unknown): value is string =>
  isText(value, 10) && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`));
const isList = <T>(value: unknown, most: number, is: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.length <= most && value.every(is);
const isTrue = (value: unknown): value is true => value === true;

const isRound = (value: unknown): value is PlayedRound =>
  isObject(value) &&
  isText(value["position"], POSITION_MAX) &&
  ["solved", "wrong", "passed"].includes(String(value["outcome"])) &&
  (value["route"] === undefined || isText(value["route"], POSITION_MAX));

/* What a member may be; a member that is something else makes the entry unreadable. */
const MEMBERS: Record<keyof Omit<HistoryEntry, "id" | "at" | "date" | "mode">, (value: unknown) => boolean> = {
  position: (value) => isText(value, POSITION_MAX),
  moves: (value) => value === null || (isNumber(value) && Number.isInteger(value)),
  best: (value) => isNumber(value) && Number.isInteger(value),
  ms: (value) => isNumber(value),
  route: (value) => isText(value, POSITION_MAX),
  hints: (value) => isNumber(value),
  undone: (value) => isNumber(value),
  known: isTrue,
  rating: (value) => isNumber(value, 10_000),
  day: isDate,
  kind: (value) => KINDS.includes(value as Kind),
  late: isTrue,
  micro: isTrue,
  won: (value) => typeof value === "boolean",
  score: (value) => isNumber(value),
  players: (value) => isList(value, PLAYERS_MAX, (one): one is string => isText(one, TEXT_MAX)),
  bots: (value) => isList(value, PLAYERS_MAX, (one): one is number => isNumber(one, 10)),
  replay: (value) => isText(value, TEXT_MAX) && /^\/g\/[\w-]+$/.test(value),
  title: (value) => isText(value, TEXT_MAX),
  language: (value) => isText(value, 20),
  rounds: (value) => isList(value, ROUNDS_MAX, isRound),
};

/* Undefined: it is not an entry. */
export function readEntry(value: unknown): HistoryEntry | undefined {
  if (!isObject(value)) return undefined;
  const { id, at, date, mode } = value;
  if (!isText(id, TEXT_MAX) || id === "" || !isNumber(at, TIME_MAX) || !isDate(date)) return undefined;
  if (!MODES.includes(mode as HistoryMode)) return undefined;
  const entry: Raw = { id, at, date, mode };
  for (const [name, good] of Object.entries(MEMBERS)) {
    if (value[name] === undefined) continue;
    if (!good(value[name])) return undefined;
    entry[name] = value[name];
  }
  return entry as unknown as HistoryEntry;
}

/* Of two entries with one id the earlier one stays: nothing counts twice, however often it is imported. The newest are kept. */
export function mergeEntries(some: HistoryEntry[], others: HistoryEntry[]): HistoryEntry[] {
  const all = new Map<string, HistoryEntry>();
  for (const entry of [...some, ...others]) {
    const known = all.get(entry.id);
    if (!known || entry.at < known.at) all.set(entry.id, entry);
  }
  return [...all.values()].toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)).slice(-HISTORY_MAX);
}
