/*
 * The book that is printed in the language somebody reads: its rules are those that a game begins with.
 */
import { ruleChoices } from "../wasm/referee";
import { currentLanguage } from "../i18n/texts";

export function rulebookPreset(): string {
  const { language } = new Intl.Locale(currentLanguage());
  return ruleChoices().presets.find((one) => one.language === language)?.preset ?? "ricochet";
}
