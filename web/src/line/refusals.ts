/*
 * Why something was not done, in the player's language. Whoever refuses says the sentence: the server, or the referee. What
 * the page finds out by itself, because nobody answers, has a code here, and its sentence in the module.
 */
import { refusalSentence } from "../carom/referee";
import { t } from "../texts/texts";
import type { Answer, Refusal } from "./protocol";

export const UNREACHABLE: Refusal = { why: "unreachable" };
/* It may have happened, and the events tell. */
export const LOST: Answer = { type: "answer", ok: false, why: "lost" };
/* It sends what this page cannot read. */
export const NEWER: Refusal = { why: "bad-version" };
/* That is no code at all. */
export const NO_CODE: Refusal = { why: "no-table" };

export const refusalWords = ({ why, sentence, args }: Refusal): string => t(sentence ?? refusalSentence(why), args);
