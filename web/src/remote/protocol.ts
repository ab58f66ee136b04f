/*
 * The words of docs/protocol.md as types: what the server sends and what it can be asked. Only shapes; nothing here
 * decides anything.
 */
import type { Event } from "../wasm/referee";
import type { Solution } from "../wasm/solver";

export const VERSION = 1;

export interface Options {
  credit: boolean;
  plan: boolean;
  arranged?: boolean; // what is dealt may have been chosen
  listed?: boolean; // everybody may find it
}

/* What the solver found out about a round that is over. */
export interface RoundResult extends Partial<Solution> {
  game: number;
  round: number;
  position: string;
}
export interface Presence {
  here: string[];
  away: string[];
  watching: number;
  displays: number;
  passes?: number; // when the turn of somebody who is away is passed on
  free?: boolean; // the game is over and all have gone: whoever joins begins another
}
/* Whose table it is. */
export interface Host {
  host: string | null;
  locked: boolean;
  listed?: boolean;
}
export interface Votes {
  do: string;
  by: string[];
  needed: number;
}
/* Why something was refused: a code to be translated, its numbers and words, and English for those who have no more. */
export interface ApiError {
  why: string;
  args?: Record<string, string | number>;
  sentence?: string;
  retry?: number;
}
export interface Answer extends Partial<ApiError> {
  type: "answer";
  id?: number;
  ok: boolean;
  seq?: number;
  refused?: string;
  you?: string;
  now?: number;
  bot?: string;
  votes?: number;
  needed?: number;
}
export interface Welcome extends Partial<Host> {
  type: "welcome";
  id?: number;
  table: string;
  link: string;
  game: number;
  seq: number;
  now: number;
  you: string | null;
  token: string | null;
  options: Options;
  replay?: string; // where this game can be seen when it is over
}
export type Message =
  | Welcome
  | Answer
  | { type: "events"; game: number; events: Event[] }
  | ({ type: "presence" } & Presence)
  | ({ type: "votes" } & Votes)
  | ({ type: "host" } & Host)
  | { type: "reaction"; by: string; reaction: string }
  | { type: "game"; game: number; options: Options; replay?: string }
  | ({ type: "result" } & RoundResult)
  | ({ type: "bye" } & ApiError);

/* A code as people type it: any case, with blanks or dashes. Empty if it is none. */
export function tableCodeOf(text: string): string {
  const code = text.toUpperCase().replace(/[\s-]/g, "");
  return /^[ABCDEFGHJKLMNPQRSTUVWXYZ2-9]{6}([ABCDEFGHJKLMNPQRSTUVWXYZ2-9]{2})?$/.test(code) ? code : "";
}
