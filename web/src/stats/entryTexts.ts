/*
 * What an entry of the history was, and how it ended, in words.
 */
import { kindName, movesText } from "../board/names";
import type { HistoryEntry } from "../storage/historyEntry";
import { displayName } from "../storage/mutedNames";
import { timeText } from "../solve/TimedPuzzle";
import { currentLanguage, listText, t, tn } from "../i18n/texts";

const languageName = (tag: string): string =>
  new Intl.DisplayNames(currentLanguage(), { type: "language" }).of(tag) ?? tag;
const withMicro = (words: string, micro?: boolean): string => (micro ? `${words} · ${t("Micro Robots")}` : words);

export function entryTitle({ mode, kind, title, players = [], micro, language }: HistoryEntry): string {
  switch (mode) {
    case "daily":
      return kind ? t("Daily puzzle: {kind}", { kind: kindName(kind) }) : t("Daily puzzles");
    case "practice":
      return t("Practice");
    case "collection":
      return title || t("Collections");
    case "list":
      return title || t("Puzzle lists");
    case "challenge":
      return t("Challenge");
    case "rush":
      return withMicro(t("Rush"), micro);
    case "streak":
      return withMicro(t("Streak"), micro);
    case "solo":
      return t("Solo game");
    case "micro":
      return t("Micro Robots practice");
    case "table":
      return players.length > 0 ? t("Table with {names}", { names: listText(players.map(displayName)) }) : t("Table");
    case "lesson":
      return t("Lesson: {title}", { title: title ?? "" });
    case "rules":
      return t("Rules read: {language}", { language: languageName(language ?? "en") });
  }
}

function solvedText({ moves, best, known }: HistoryEntry): string {
  if (moves === undefined) return "";
  if (moves === null) return t("gave up");
  if (best === undefined || known) return movesText(moves);
  return moves <= best
    ? t("{moves}, the shortest route", { moves: movesText(moves) })
    : t("{moves} (shortest: {n})", { moves: movesText(moves), n: best });
}

export function entryResult(entry: HistoryEntry): string {
  const { mode, score = 0, won, ms } = entry;
  const time = ms === undefined ? "" : timeText(ms);
  switch (mode) {
    case "rush":
    case "streak":
      return tn("{n} solved", "{n} solved", score);
    case "micro":
      return [tn("{n} round", "{n} rounds", score), time].filter(Boolean).join(" · ");
    case "solo":
    case "table":
      return [won ? t("won") : "", t("Score: {n}", { n: score })].filter(Boolean).join(" · ");
    case "lesson":
    case "rules":
      return "";
    default:
      return [solvedText(entry), time].filter(Boolean).join(" · ");
  }
}

export const clockText = ({ at }: HistoryEntry): string =>
  new Date(at).toLocaleTimeString(currentLanguage(), { hour: "numeric", minute: "2-digit" });
