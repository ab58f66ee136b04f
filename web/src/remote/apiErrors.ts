/*
 * Why something was not done, in the player's language. Whoever refuses says the sentence: the server, or the referee. What
 * the page finds out by itself, because nobody answers, has a code here, and its sentence in the module.
 */
import { apiErrorInfo } from "../wasm/referee";
import { t } from "../i18n/texts";
import type { Answer, ApiError } from "./protocol";

export const UNREACHABLE: ApiError = { why: "unreachable" };
/* It may have happened, and the events tell. */
export const LOST: Answer = { type: "answer", ok: false, why: "lost" };
/* It sends what this page cannot read. */
export const NEWER: ApiError = { why: "bad-version" };
/* That is no code at all. */
export const NO_CODE: ApiError = { why: "no-table" };

export const refusalText = ({ why, sentence, args }: ApiError): string =>
  t(sentence ?? apiErrorInfo(why).sentence, args);
