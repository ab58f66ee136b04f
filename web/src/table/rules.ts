/*
 * The rules of a table in words, and what can be chosen about them. What each box says is asked of the C code; here are
 * only names and explanations.
 */
import { call } from "../carom/module";
import { t, tn } from "../texts/texts";
import type { Preset, Rules } from "../carom/referee";
import type { Options } from "../line/protocol";

export const PRESETS: Preset[] = [
  "ricochet",
  "ricochet-it",
  "sfrenati",
  "sfrenati-competition",
  "micro",
  "micro-expert",
  "solo",
];
export type FullRules = Required<Omit<Rules, "seed" | "board" | "robots" | "tokens" | "dice">>;
export interface Wish {
  rules: FullRules;
  options: Options;
}

/* At a table showing has a limit: a lost connection must not stop a game. */
const SHOWING = 120_000;

export function presetRules(preset: Preset): FullRules {
  const { seed: _seed, ...full } = JSON.parse(call("rules", JSON.stringify({ preset }))) as FullRules & {
    seed: number;
  };
  return { ...full, goal: full.goal ?? null, handicap: full.handicap ?? false, demonstration: SHOWING };
}
export const newWish = (preset: Preset = "ricochet"): Wish => ({
  rules: presetRules(preset),
  options: { credit: true, plan: false },
});

/* Only what differs from the box, and how long showing may take. */
export function toSend(rules: FullRules): Rules {
  const usual = presetRules(rules.preset) as unknown as Record<string, unknown>;
  const other = Object.entries(rules).filter(([key, value]) => usual[key] !== value);
  return { ...Object.fromEntries(other), preset: rules.preset, demonstration: rules.demonstration };
}

export function presetName(preset: Preset): string {
  switch (preset) {
    case "ricochet":
      return t("Ricochet Robots");
    case "ricochet-it":
      return t("Ricochet Robots, Italian book");
    case "sfrenati":
      return t("Robots of 1999");
    case "sfrenati-competition":
      return t("Robots of 1999, competition");
    case "solo":
      return t("Solo game");
    case "micro":
      return t("Micro Robots");
    case "micro-expert":
      return t("Micro Robots, experts");
  }
}

export function presetHelp(preset: Preset): string {
  switch (preset) {
    case "ricochet":
      return t("Bid a number of moves and show exactly that many. The lowest bid shows first.");
    case "ricochet-it":
      return t("The same, but fewer moves than bid win too.");
    case "sfrenati":
      return t("No barriers, 96 boards; at most the number bid; among equal bids fewer tokens show first.");
    case "sfrenati-competition":
      return t("As in 1999, but among equal bids always the earlier one.");
    case "solo":
      return t("One plays against the sand, the others watch.");
    case "micro":
      return t("Not the shortest but the first route counts: call its number and show it at once.");
    case "micro-expert":
      return t("The same by way of a second cell.");
  }
}

export function lengthWords(ms: number): string {
  if (ms === 0) return t("none");
  const seconds = Math.round(ms / 1000);
  if (seconds % 60 === 0) return tn("{n} minute", "{n} minutes", seconds / 60);
  return tn("{n} second", "{n} seconds", seconds);
}

export function goalName(goal: number | null): string {
  if (goal === null) return t("by the number of players");
  return goal === 0 ? t("until all are won") : String(goal);
}

const claimWords = (rules: Rules): string =>
  rules.claim === "exact" ? t("exactly the number bid") : t("at most the number bid");
const tieWords = (rules: Rules): string =>
  rules.tie === "first" ? t("among equals the earlier bid") : t("among equals fewer tokens first");

function boardWords(rules: Rules): string[] {
  const words = [rules.edition === "1999" ? t("boards of 1999") : t("boards of 2013")];
  if (rules.edition !== "1999" && rules.barriers === "no") words.push(t("no barriers"));
  if (rules.edition !== "1999" && rules.barriers === "only") words.push(t("with barriers"));
  if (rules.silver) words.push(t("silver robot"));
  if (rules.transparent) words.push(t("transparent robot"));
  return words;
}

/* What is agreed at this table, as short words. */
export function rulesWords(rules: Rules, options: Options): string[] {
  const micro = rules.preset.startsWith("micro");
  const solo = rules.preset === "solo";
  const words = micro ? [] : boardWords(rules);
  if (!solo) words.push(claimWords(rules));
  if (!micro && !solo) words.push(tieWords(rules));
  if (!micro)
    words.push(
      rules.hourglass === 0 ? t("no hourglass") : t("hourglass {time}", { time: lengthWords(rules.hourglass ?? 0) }),
    );
  if (!solo) words.push(t("goal: {goal}", { goal: goalName(rules.goal ?? null) }));
  if (rules.handicap) words.push(t("head starts"));
  if (options.plan && !micro && !solo) words.push(t("private board"));
  if (!options.credit) words.push(t("no credit for slow lines"));
  return words;
}

/* Whoever made the table may know more than chance would tell. */
export const arrangedWords = (): string =>
  t("An arranged table: board, robots, targets or dice may have been chosen by whoever laid it.");
