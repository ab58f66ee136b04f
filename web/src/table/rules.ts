/*
 * The rules of a table in words, and what can be chosen about them. What each preset says is asked of the C code; here
 * are only names and explanations.
 */
import type { ExtraName } from "../wasm/ops";
import { type Choices, type Preset, type Rules, ruleChoices, rulesOfPreset } from "../wasm/referee";
import { dealOf, hasBarriers } from "../game/BoardFields";
import type { Options } from "../remote/protocol";
import { currentLanguage, t, tc, tn } from "../i18n/texts";

export type FullRules = Required<Omit<Rules, "seed" | "board" | "robots" | "tokens" | "dice" | "continued">>;
export interface TableSettings {
  rules: FullRules;
  options: Options;
}

/* What the C code says about a preset: its name, what is special about it, and which rules mean something in it. */
export type PresetChoice = Choices["presets"][number];
export const choiceOf = (preset: Preset): PresetChoice =>
  ruleChoices().presets.find((choice) => choice.preset === preset) ?? {
    preset,
    title: preset,
    sentence: "",
    solo: false,
    micro: false,
    race: false,
    rules: [],
  };
/*
 * What a game is like, in a sentence that agrees with what is agreed: the sentence of the preset speaks of its own rules, and "the
 * same" is said only in a list.
 */
export function sentenceOf(rules: Rules, listed = false): string {
  const { preset, sentence, micro, rules: has } = choiceOf(rules.preset);
  const usual = presetRules(preset);
  const same = rules.claim === usual.claim && rules.tie === usual.tie;
  if (!has.includes("claim") || micro || (same && (listed || preset !== "ricochet-it"))) return t(sentence);
  return rules.claim === "exact"
    ? t(choiceOf("ricochet").sentence)
    : t("Bid a number of moves and show at most that many. The lowest bidder shows first.");
}
/* Is there a private board to plan on? */
export const canUseScratchBoard = ({ solo, micro, race }: PresetChoice): boolean => !solo && !micro && !race;

export function presetRules(preset: Preset): FullRules {
  const { seed: _seed, ...full } = rulesOfPreset(preset);
  const { goal = null, handicap = false, chip = true, touch = false } = full as Partial<FullRules>;
  const { side = "dealt", easy_start = false } = full as Partial<FullRules>;
  return { ...full, goal, handicap, chip, side, touch, easy_start };
}

/* The preset of the book that is printed in the page's language: a game begins with its rules. */
function rulebookPreset(): string {
  const { language } = new Intl.Locale(currentLanguage());
  return ruleChoices().presets.find((one) => one.language === language)?.preset ?? "ricochet";
}

export const newTableSettings = (preset: Preset = rulebookPreset()): TableSettings => ({
  rules: presetRules(preset),
  options: { credit: true, plan: false },
});

/*
 * The ways to play that are offered first, before the editions and every option: a way is added here, and nowhere else. The
 * first one is what a new table has.
 */
interface QuickStart {
  name: string;
  title: string;
  sentence: string;
  wish: () => TableSettings;
}
const relaxed = (): TableSettings => {
  const wish = newTableSettings("ricochet");
  return {
    rules: { ...wish.rules, barriers: "no", claim: "at-most" },
    options: { ...wish.options, plan: true },
  };
};
const relaxedRace = (): TableSettings => {
  const wish = newTableSettings("race");
  return { ...wish, rules: { ...wish.rules, barriers: "no" } };
};
export const quickStarts = (): QuickStart[] => [
  {
    name: "book",
    title: t("By the book"),
    sentence:
      presetRules(rulebookPreset()).claim === "exact"
        ? t("Find the route in your head, bid its length, then show exactly that many moves.")
        : t("Find the route in your head, bid its length, then show it in that many moves or fewer."),
    wish: newTableSettings,
  },
  {
    name: "relaxed",
    title: t("Relaxed"),
    sentence: t("Try moves on a scratch board, then bid. No barriers, and fewer moves than you bid are fine."),
    wish: relaxed,
  },
  {
    name: "race",
    title: t(choiceOf("race").title),
    sentence: t(choiceOf("race").sentence),
    wish: relaxedRace,
  },
];
/* A game for somebody who has not won a round yet: easy targets first, and as the book advises, no barriers (R2). */
export function againstComputer(easy: boolean): TableSettings {
  const wish = newTableSettings();
  return easy ? { ...wish, rules: { ...wish.rules, barriers: "no", easy_start: true } } : wish;
}
const sameIn = (part: object, whole: object): boolean =>
  Object.entries(part).every(([key, value]) => (whole as Record<string, unknown>)[key] === value);
/* Is this what a way wishes, with nothing changed? A table that was made has more options, which no way names. */
export function isQuickStart(way: QuickStart, wish: TableSettings): boolean {
  const { rules, options } = way.wish();
  return sameIn(rules, wish.rules) && sameIn(options, wish.options);
}

/* Only what differs from the preset, and how long showing may take. */
export function toRequest(rules: FullRules): Rules {
  const usual = presetRules(rules.preset) as unknown as Record<string, unknown>;
  const laid = choiceOf(rules.preset).rules.includes("edition") ? { ...rules, ...dealOf(rules) } : rules;
  const other = Object.entries(laid).filter(([key, value]) => usual[key] !== value);
  return { ...Object.fromEntries(other), preset: rules.preset, demonstration: rules.demonstration };
}

export function durationText(ms: number): string {
  if (ms === 0) return tc("time", "none");
  const seconds = Math.round(ms / 1000);
  if (seconds % 60 === 0) return tn("{n} minute", "{n} minutes", seconds / 60);
  return tn("{n} second", "{n} seconds", seconds);
}

export function goalText(goal: number | null): string {
  if (goal === null) return t("depends on the number of players");
  return goal === 0 ? t("until all are won") : String(goal);
}

const claimText = (rules: Rules): string =>
  rules.claim === "exact" ? t("exactly the number bid") : t("at most the number bid");
const tieText = (rules: Rules): string =>
  rules.tie === "first" ? t("ties: earlier bid first") : t("ties: fewer tokens first");

function boardText(rules: Rules): string[] {
  const { edition, barriers } = rules;
  const { editions, barriers: kinds, robots } = ruleChoices();
  const words = editions.filter((one) => one.edition === edition).map((one) => t(one.title));
  if (hasBarriers(edition)) words.push(...kinds.filter((one) => one.barriers === barriers).map((one) => t(one.title)));
  words.push(...robots.filter(({ name }) => rules[name as ExtraName]).map(({ title }) => t(title)));
  return words;
}

const sidesOf = (side: string): string[] =>
  ruleChoices()
    .sides.filter((one) => one.side === side)
    .map((one) => t("tiles: {side}", { side: t(one.title) }));

const hourglassText = ({ hourglass = 0 }: Rules): string =>
  hourglass === 0 ? t("no hourglass") : t("hourglass {time}", { time: durationText(hourglass) });

const showingText = (ms: number): string =>
  ms === 0 ? t("no time limit to show a route") : t("{time} to show a route", { time: durationText(ms) });

/* What is agreed at this table, as short words. */
export function rulesText(rules: Rules, options: Options): string[] {
  const choice = choiceOf(rules.preset);
  const has = (rule: keyof Rules): boolean => choice.rules.includes(rule);
  const words = has("edition") ? boardText(rules) : [];
  if (has("claim")) words.push(claimText(rules));
  if (has("tie")) words.push(tieText(rules));
  if (has("hourglass")) words.push(hourglassText(rules));
  if (has("demonstration") && rules.demonstration !== undefined) words.push(showingText(rules.demonstration));
  if (rules.touch) words.push(t("move robots while searching"));
  if (has("side")) words.push(...sidesOf(rules.side ?? "dealt"));
  if (rules.chip === false) words.push(t("no chip on the target"));
  if (choice.race) words.push(t("targets: {n}", { n: goalText(rules.goal ?? 8) }));
  else if (has("goal")) words.push(t("goal: {goal}", { goal: goalText(rules.goal ?? null) }));
  if (rules.handicap) words.push(t("head starts"));
  if (rules.easy_start) words.push(t("easy start"));
  if (options.plan && canUseScratchBoard(choice)) words.push(t("scratch board"));
  if (!options.credit) words.push(t("no credit for slow connections"));
  return words;
}

export const easyStartText = (): string =>
  t("The first six targets are easy: most take 3 to 5 moves, and they get harder.");

/* Not everything at this table comes from chance. */
export const customText = (): string =>
  t("Custom table: board, robots, targets or dice may have been chosen instead of dealt.");
