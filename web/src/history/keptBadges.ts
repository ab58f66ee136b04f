/*
 * Badges that were earned, with their dates, on this device: they stay when the entries that earned them are too old to be kept.
 */
import { loadItem, saveItem } from "../storage/settings";
import type { HistoryEntry } from "../storage/historyEntry";
import { BADGE_IDS, type BadgeId, badgesOf } from "./badges";

type Earned = Partial<Record<BadgeId, string>>;

export const keptBadges = (): Earned => loadItem<Earned>("badges", {});
export const saveBadges = (earned: Record<string, string>): void => saveItem("badges", earned);

/* What was played before there were badges is nothing to celebrate now. */
export function beginBadges(history: HistoryEntry[]): void {
  saveBadges(badgesOf(history));
}
export const hasBadges = (): boolean => loadItem<Earned | null>("badges", null) !== null;

/* Keeps what the history has earned; says what is new. */
export function earnBadges(history: HistoryEntry[]): BadgeId[] {
  const before = keptBadges();
  const now = badgesOf(history);
  const fresh = BADGE_IDS.filter((id) => now[id] !== undefined && before[id] === undefined);
  if (fresh.length > 0) saveBadges({ ...now, ...before });
  return fresh;
}
