/*
 * Writes down what was played, and celebrates a badge that it earned. Whoever plays does not wait for it.
 */
import { type HistoryEntry, ROUNDS_MAX } from "../storage/historyEntry";
import { findEntry, historyTrouble, loadHistory, saveEntry } from "../storage/historyStore";
import { dateOf, loadStats } from "../storage/stats";
import { whenIdle } from "../ui/Later";
import { beginBadges, earnBadges, hasBadges } from "./keptBadges";

export type Played = Omit<HistoryEntry, "id" | "at" | "date"> & { id?: string };

export const newEntryId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

/* Members that say nothing are not kept. */
const withoutEmpty = (played: Played): Played =>
  Object.fromEntries(
    Object.entries(played).filter(([, value]) => value !== undefined && value !== false && value !== 0),
  ) as unknown as Played;

async function record(played: Played): Promise<void> {
  const now = new Date();
  const id = played.id ?? newEntryId();
  /* A new history begins with what the stats know, and that may have this result already. */
  if (!hasBadges()) beginBadges((await loadHistory()).filter((one) => one.id !== id));
  const { at, date } = (await findEntry(id)) ?? { at: now.getTime(), date: dateOf(now) };
  const rounds = played.rounds ? { rounds: played.rounds.slice(-ROUNDS_MAX) } : {};
  const score = played.score === 0 ? { score: 0 } : {};
  await saveEntry({ ...withoutEmpty(played), ...score, ...rounds, id, at, date });
  whenIdle(() => void celebrate().catch(() => {})); // kept, if not celebrated
}

/* Looks through the whole history, so not while the next robot slides. */
async function celebrate(): Promise<void> {
  const earned = earnBadges(await loadHistory());
  if (earned.length === 0 && !historyTrouble()) return;
  const { showMoment } = await import("./BadgeMoment");
  await showMoment(earned, historyTrouble());
}

let last: Promise<void> = Promise.resolve(); // one after the other
/* With the id of an entry that is there: it takes its place, and keeps its time. */
export function recordPlayed(played: Played): void {
  last = last.then(() => record(played)).catch(() => {});
}

/* How a puzzle ended. */
export interface EndedPuzzle {
  moves: number | null;
  best?: number | undefined;
  ms?: number;
  hints?: number;
  route?: string[] | undefined;
  undone?: number;
  known?: boolean;
}
/* `rated`: the result has changed the rating. */
export function recordPuzzle(
  { route, ...ended }: EndedPuzzle,
  about: Pick<Played, "id" | "mode" | "position"> & Partial<Played>,
  rated = false,
): void {
  const rating = rated ? { rating: loadStats().rating.value } : {};
  recordPlayed({ ...ended, ...(route ? { route: route.join(" ") } : {}), ...rating, ...about });
}
