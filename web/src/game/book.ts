/*
 * The book that is printed in the language somebody reads: its rules are those that a game begins with.
 */
import { choices, rulesOf } from "../carom/referee";
import { spoken } from "../texts/texts";

export const bookPreset = () => choices().presets.find((one) => one.language === spoken())?.preset ?? "ricochet";

/* R13: how a number of moves is meant there, for those who play alone too. */
export const bookClaim = () => rulesOf(bookPreset()).claim;
