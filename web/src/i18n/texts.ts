/*
 * The page's words in the player's language. Message ids are the English sentences, shared with the program's catalogues in
 * po/; the build turns those into the JSON files beside this one (build/texts.js). English needs none.
 *
 *     t("Undo"), t("{n} of {all}", { n: 3, all: 17 }), tn("{n} move", "{n} moves", count),
 *     tc("head start", "none")
 */
import { useEffect, useState } from "preact/hooks";

export const LANGUAGES = { en: "English", es: "Español", ca: "Català", pt: "Português", it: "Italiano", de: "Deutsch" };
export type Language = keyof typeof LANGUAGES;

export interface Catalogue {
  plural: string[]; // CLDR's name of each plural form, in their order: "one", "other"
  texts: Record<string, string | string[]>;
}
type Values = Record<string, string | number>;

const files = import.meta.glob<{ default: Catalogue }>("./*.json");
let language: Language = "en";
let asked: Language = "en"; // being fetched
let catalogue: Catalogue = { plural: [], texts: {} };
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
  const found = catalogue.texts[id];
  return fill(typeof found === "string" && found !== "" ? found : id, values);
}

/* Where one English word needs another translation here than elsewhere: what it speaks of is said with it. */
export function tc(about: string, id: string): string {
  const found = catalogue.texts[`${about}\u0004${id}`];
  return typeof found === "string" && found !== "" ? found : id;
}

/* By the language's own rules. A category without a form in the catalogue (Spanish has one for millions) takes the last. */
export const pluralForm = (tag: string, categories: string[], forms: string[], n: number): string | undefined =>
  forms.at(categories.indexOf(new Intl.PluralRules(tag).select(n)));

/* With a number; {n} is filled in. */
export function tn(one: string, many: string, n: number, values?: Values): string {
  const found = catalogue.texts[one];
  const words = Array.isArray(found) ? pluralForm(language, catalogue.plural, found, n) : undefined;
  return fill(words || (n === 1 ? one : many), { n, ...values });
}

/* Marks an id that is looked up later, for extraction. */
export const markText = (id: string): string => id;

export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const short = tag.toLowerCase().split("-")[0] as Language;
    if (short in LANGUAGES) return short;
  }
  return "en";
}

/*
 * What only screens say that are fetched later has files of its own, one for each room, fetched with them: rules-de.json.
 * tools/texts.py sorts the texts by what the page imports as it begins.
 */
const rooms = new Set<string>();
let ready: Promise<void> | undefined; // when the words of all of them are there

async function fetchTexts(wanted: Language): Promise<Catalogue> {
  const whole: Catalogue = { plural: [], texts: {} };
  const names = [wanted, ...[...rooms].map((room) => `${room}-${wanted}`)];
  for (const found of await Promise.all(names.map((name) => files[`./${name}.json`]?.())))
    if (found)
      Object.assign(whole, { plural: found.default.plural, texts: { ...whole.texts, ...found.default.texts } });
  return whole;
}

/* From now on the words of these layers are there too. */
export async function setLanguageFrom(...wanted: string[]): Promise<void> {
  const more = wanted.filter((room) => !rooms.has(room));
  for (const room of more) rooms.add(room);
  if (more.length > 0) ready = setLanguage(asked);
  await ready;
}

export async function setLanguage(wanted: Language): Promise<void> {
  asked = wanted;
  const found = await fetchTexts(wanted);
  if (asked !== wanted) return; // somebody has chosen another one since
  catalogue = found;
  language = wanted;
  document.documentElement.lang = wanted;
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
