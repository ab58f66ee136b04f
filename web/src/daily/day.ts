/*
 * Which day it is, which days can be played, and a day's result in one line that gives nothing away.
 *
 * A day is the player's own date: it begins at their midnight, wherever they are. So that a link from further east can be
 * opened, a day can be played as soon as it has begun anywhere on earth (UTC+14).
 */
import { type Done, KINDS, type Kind, dateOf, today } from "../storage/stats";
import { kindName } from "../board/names";
import { timeText } from "../solve/TimedPuzzle";

export const FIRST_DAY = "2026-01-01"; // of the archive

const EASTMOST_OFFSET_MS = 14 * 3_600_000;
/* The last day that can be played now. */
export const lastDay = (now = Date.now()): string => new Date(now + EASTMOST_OFFSET_MS).toISOString().slice(0, 10);

const isDate = (words: string): boolean => {
  const at = new Date(`${words}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(words) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(words);
};

type RequestedDay =
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

export type DayResults = Partial<Record<Kind, Done>>;

/* "7/6"; a puzzle that was given up has a dash. */
export const movesOfBest = ({ moves, best }: Done): string => `${moves ?? "–"}/${best}`;

/*
 * One square per move, in the colour of the robot that the puzzle is about: everybody sees that before the first move. The colours of
 * the robots that moved would tell others where to begin. The vortex takes any robot, so its squares have all four colours; a move
 * more than a shortest route needs is white.
 */
const SQUARES: Record<string, string[]> = {
  R: ["🟥"],
  Y: ["🟨"],
  G: ["🟩"],
  B: ["🟦"],
  S: ["⬜"],
  T: ["🟪"],
  "*": ["🟥", "🟨", "🟩", "🟦"],
};
const GAVE_UP = "⬛";
const EXTRA = "⬜";

function squares({ moves, best }: Done, robot: string): string {
  if (moves === null) return GAVE_UP;
  const colours = SQUARES[robot] ?? [EXTRA];
  return Array.from({ length: moves }, (_, i) => (i < best ? (colours[i % colours.length] ?? EXTRA) : EXTRA)).join("");
}

/*
 * A line for each puzzle; `robotOf` says which robot it is about:
 *
 *     carom 2026-11-16 · 3:12
 *     🟦🟦🟦🟦 easy 4/4
 *     🟥🟥🟥🟥🟥🟥⬜ medium 7/6
 */
export function shareText(date: string, done: DayResults, robotOf: (kind: Kind) => string): string {
  const played = KINDS.filter((kind) => done[kind]);
  const ms = played.reduce((sum, kind) => sum + (done[kind]?.ms ?? 0), 0);
  const lines = played.map((kind) => {
    const result = done[kind] as Done;
    return `${squares(result, robotOf(kind))} ${kindName(kind)} ${movesOfBest(result)}`;
  });
  return [`carom ${date} · ${timeText(ms)}`, ...lines].join("\n");
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
