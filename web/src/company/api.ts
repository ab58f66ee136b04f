/*
 * What the page asks a server about other people: results of daily puzzles, circles, matches. A host can switch all of it off, so
 * the server is asked once whether it has it; where there is no server, or none that has it, the page shows nothing of it.
 *
 * Answers are checked once (remote/shapes.ts): everything behind relies on their types.
 */
import { type RequestOptions, fetchJson } from "../remote/connection";
import type { Shape } from "../remote/messages";
import type { ApiError } from "../remote/protocol";
import { UNREACHABLE } from "../remote/apiErrors";
import { saveItem } from "../storage/settings";

export type Reply<T> = T | ApiError;
export const isError = <T extends object>(reply: Reply<T>): reply is ApiError => "why" in reply;
export const isUnreachable = (reply: object): boolean => reply === UNREACHABLE;

export async function ask<T extends object>(
  path: string,
  shape: Shape,
  body?: object,
  options?: RequestOptions,
): Promise<Reply<T>> {
  if (!navigator.onLine) return UNREACHABLE;
  return (await fetchJson<T>(`/api/${path}`, shape, body, options)) ?? UNREACHABLE;
}

let asked: Promise<boolean | undefined> | undefined;

/* Does the server have it? Undefined: it cannot be reached, and is asked again the next time. */
export function companyServed(): Promise<boolean | undefined> {
  asked ??= ask<{ company: boolean }>("server", { company: "boolean" }).then((answer) => {
    if (isUnreachable(answer)) asked = undefined;
    else saveItem("company", !isError(answer) && answer.company);
    return isUnreachable(answer) ? undefined : !isError(answer) && answer.company;
  });
  return asked;
}
