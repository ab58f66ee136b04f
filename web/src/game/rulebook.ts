/*
 * The book that is printed in the language somebody reads: its rules are those that a game begins with.
 */
import { ruleChoices } from "../wasm/referee";
import { currentLanguage } from "../i18n/texts";

export const rulebookPreset = () =>
  ruleChoices().presets.find((one) => one.language === currentLanguage())?.preset ?? "ricochet";
