/*
 * The positions of an entry, with the routes that were made: its own, or those of its rounds. Of puzzles of the day from before there was
 * a history only the date is known: the position follows from it.
 */
import type { HistoryEntry, PlayedRound } from "../storage/historyEntry";
import { daily } from "../wasm/daily";

export async function positionsOf(entry: HistoryEntry): Promise<PlayedRound[]> {
  const { position, rounds = [], route, moves, day, kind } = entry;
  if (rounds.length > 0) return rounds;
  const outcome = moves === null ? "wrong" : "solved";
  const own = route ? { route } : {};
  if (position) return [{ position, outcome, ...own }];
  if (!day || !kind) return [];
  const found = (await daily(day).catch(() => [])).find((one) => one.kind === kind);
  return found ? [{ position: found.position, outcome, ...own }] : [];
}
