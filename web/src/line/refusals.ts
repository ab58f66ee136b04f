/*
 * Why something was not done, in the player's language. Whoever refuses says the sentence: the server, or the referee. What
 * the page finds out by itself, because nobody answers, is said here.
 */
import { mark, t } from "../texts/texts";
import type { Answer, Refusal } from "./protocol";

export const UNREACHABLE: Refusal = {
  why: "unreachable",
  sentence: mark("The server cannot be reached. Is there a network?"),
};
/* It may have happened, and the events tell. */
export const LOST: Answer = {
  type: "answer",
  ok: false,
  why: "lost",
  sentence: mark("The connection was lost just then. Look whether it has happened."),
};
/* It sends what this page cannot read. */
export const NEWER: Refusal = {
  why: "bad-version",
  sentence: mark("The server is of another version. Load this page again."),
};
/* That is no code at all. */
export const NO_CODE: Refusal = { why: "no-table", sentence: mark("There is no table with that code.") };

export const refusalWords = ({ sentence, args }: Refusal): string =>
  sentence ? t(sentence, args) : t("That was not possible.");
