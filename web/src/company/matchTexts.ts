/*
 * When a match ends, in the reader's own time zone.
 */
import { currentLanguage, t, tn } from "../i18n/texts";

/* "Sunday, 22 November, 23:59" */
export const endText = (ends: number): string =>
  new Intl.DateTimeFormat(currentLanguage(), {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "numeric",
    minute: "2-digit",
  }).format(ends);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/* Whole days, hours or minutes, rounded down: nobody is told that there is more time than there is. */
export function leftText(left: number): string {
  if (left >= 2 * DAY) return tn("{n} day left", "{n} days left", Math.floor(left / DAY));
  if (left >= 2 * HOUR) return tn("{n} hour left", "{n} hours left", Math.floor(left / HOUR));
  if (left >= 60_000) return tn("{n} minute left", "{n} minutes left", Math.floor(left / 60_000));
  return t("less than a minute left");
}

/* The last minute of the day that is so many days from now, here. */
export function endOfDay(days: number, now = new Date()): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 23, 59).getTime();
}

/* Days from now to the next Sunday, today not counted. */
export const daysToSunday = (now = new Date()): number => 7 - now.getDay();

export const dayText = (at: number): string =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: "long", day: "numeric", month: "long" }).format(at);
