/*
 * The page's words in the player's language. Message ids are the English sentences, shared with the program's catalogues in
 * po/; the build turns those into JSON files (tools/texts.py page): de.json, and rules.de.json for a layer that is fetched later.
 * English needs none. The languages are those that have a file, which are those of po/LINGUAS.
 *
 *     t("Undo"), t("{n} of {all}", { n: 3, all: 17 }), tn("{n} move", "{n} moves", count),
 *     tc("head start", "none"), tc("a player", "Remove {name}", { name })
 */
import { useEffect, useState } from "preact/hooks";
import { directionOf } from "./direction";

export type Language = string; // a language tag: "pt", "zh-TW"
export type Catalogue = Record<string, string | string[]>;
type Values = Record<string, string | number>;

const paths = import.meta.glob<{ default: Catalogue }>("@texts/*.json");
/* By name: "de", "rules.de". Tests add languages. */
export const files = new Map(Object.entries(paths).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ""), load]));

/* "Español": what a language calls itself, as the beginning of a line. */
function ownName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
const tags = ["en", ...[...files.keys()].filter((name) => !name.includes("."))];
/* Asking a language for its name takes long, so only whoever lists them does. */
export const listLanguages = (): [Language, string][] =>
  tags
    .map((tag): [Language, string] => [tag, ownName(tag)])
    .sort(([, one], [, other]) => one.localeCompare(other, "en"));

let language: Language = "en";
let asked: Language = "en"; // being fetched
let catalogue: Catalogue = {};
const listeners = new Set<() => void>();

/* Words that run from right to left stand for themselves: what follows them must not change its direction. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
export const isolateBidi = (words: string): string => (RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words);

const shown = (value: string | number): string =>
  typeof value === "number" ? value.toLocaleString(language) : isolateBidi(value);

function fill(words: string, values?: Values): string {
  return values ? words.replace(/\{(\w+)\}/g, (all, name: string) => shown(values[name] ?? all)) : words;
}

export function t(id: string, values?: Values): string {
  const found = catalogue[id];
  return fill(typeof found === "string" && found !== "" ? found : id, values);
}

/* Where one English text needs another translation here than elsewhere: what it speaks of is said with it. */
export function tc(about: string, id: string, values?: Values): string {
  const found = catalogue[`${about}\u0004${id}`];
  return fill(typeof found === "string" && found !== "" ? found : id, values);
}

/*
 * The plural categories that whole numbers have in a language, in CLDR's order, in which gettext's forms stand too: Polish has "one",
 * "few", "many". Spanish has "many" for millions only, which has no form of its own in catalogues.
 */
const ORDER = ["zero", "one", "two", "few", "many", "other"];
const rules = new Map<string, { rule: Intl.PluralRules; categories: string[] }>();
function pluralsOf(tag: string) {
  const known = rules.get(tag);
  if (known) return known;
  const rule = new Intl.PluralRules(tag);
  const used = new Set(Array.from({ length: 201 }, (_, n) => rule.select(n) as string));
  const found = { rule, categories: ORDER.filter((category) => used.has(category)) };
  rules.set(tag, found);
  return found;
}
/* By the language's own rules. A category without a form in the catalogue takes the last. */
export function pluralForm(tag: string, forms: string[], n: number): string | undefined {
  const { rule, categories } = pluralsOf(tag);
  return forms.at(categories.indexOf(rule.select(n))) ?? forms.at(-1);
}

/* With a number; {n} is filled in. */
export function tn(one: string, many: string, n: number, values?: Values): string {
  const found = catalogue[one];
  const words = Array.isArray(found) ? pluralForm(language, found, n) : undefined;
  return fill(words || (n === 1 ? one : many), { n, ...values });
}

/* "Ana, Ben and Eva", as the language joins them; "unit" for facts without an "and". */
export const listText = (items: string[], type: "conjunction" | "unit" = "conjunction"): string =>
  new Intl.ListFormat(language, { type }).format(items.map(isolateBidi));

/* Marks an id that is looked up later, for extraction. */
export const markText = (id: string): string => id;

/* A tag with all that it leaves unsaid: zh-TW is zh-Hant-TW. */
function complete(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.replaceAll("_", "-")).maximize();
  } catch {
    return undefined; // not a tag at all
  }
}

/* The one of `spoken` that somebody reads who asked for `tag`: language and script have to agree, the region should. */
function closest(tag: string, spoken: readonly Language[]): Language | undefined {
  const wanted = complete(tag);
  const readable = spoken.filter((one) => {
    const locale = complete(one);
    return wanted && locale?.language === wanted.language && locale.script === wanted.script;
  });
  return readable.find((one) => complete(one)?.region === wanted?.region) ?? readable[0];
}

/* The first language of the browser's list that the page speaks. */
export function preferred(wanted: readonly string[], spoken: readonly Language[] = tags): Language {
  for (const tag of wanted) {
    const found = closest(tag, spoken);
    if (found) return found;
  }
  return "en";
}

/*
 * What only screens say that are fetched later has files of its own, one for each room, fetched with them: rules.de.json.
 * tools/texts.py sorts the texts by what the page imports as it begins.
 */
const rooms = new Set<string>();
let ready: Promise<void> | undefined; // when the words of all of them are there, in the language asked for last
let changes = 0;

async function fetchTexts(wanted: Language): Promise<Catalogue> {
  const names = [wanted, ...[...rooms].map((room) => `${room}.${wanted}`)];
  const found = await Promise.all(names.map((name) => files.get(name)?.()));
  return Object.assign({}, ...found.map((one) => one?.default)) as Catalogue;
}

/* From now on the words of these layers are there too. */
export async function setLanguageFrom(...wanted: string[]): Promise<void> {
  const more = wanted.filter((room) => !rooms.has(room));
  for (const room of more) rooms.add(room);
  if (more.length > 0) void setLanguage(asked);
  await ready;
}

export function setLanguage(wanted: Language): Promise<void> {
  asked = wanted;
  return (ready = changeLanguage(wanted, ++changes));
}

async function changeLanguage(wanted: Language, change: number): Promise<void> {
  const found = await fetchTexts(wanted);
  if (change !== changes) return ready; // another language or more texts have been asked for since, and come with those
  catalogue = found;
  language = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = directionOf(wanted);
  const manifest = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
  if (manifest && import.meta.env.PROD) manifest.href = `/manifest${wanted === "en" ? "" : `.${wanted}`}.webmanifest`;
  for (const listener of listeners) listener();
}

export const currentLanguage = (): Language => language;

/* Renders again when the language changes. */
export function useTexts(): Language {
  const [now, setNow] = useState(language);
  useEffect(() => {
    const listener = () => setNow(language);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return now;
}
