/*
 * The book that is printed in the language somebody reads: its rules are those that a game begins with.
 */
import { ruleChoices, rulesOfPreset } from "../wasm/referee";
import { currentLanguage } from "../i18n/texts";

export const rulebookPreset = () =>
  ruleChoices().presets.find((one) => one.language === currentLanguage())?.preset ?? "ricochet";

/* R13: how a number of moves is meant there, for those who play alone too. */
export const rulebookClaim = () => rulesOfPreset(rulebookPreset()).claim;
