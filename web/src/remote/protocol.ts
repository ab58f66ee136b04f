/*
 * The words of docs/reference/protocol.md as types: what the server sends and what it can be asked. Only shapes; nothing here
 * decides anything.
 */
import type {
  AnswerMessage,
  ByeMessage,
  HostMessage,
  Message,
  Options,
  PresenceMessage,
  Shape,
  VotesMessage,
  WelcomeMessage,
} from "./messages";
import type { Solution } from "../wasm/solver";

export const VERSION = 1;

export type { Message, Options };
export type Answer = AnswerMessage;
export type Welcome = WelcomeMessage;
export type Presence = Omit<PresenceMessage, "type">;
export type Host = Omit<HostMessage, "type">; // whose table it is
export type Votes = Omit<VotesMessage, "type">;
/* Why something was refused: a code to be translated, its numbers and words, and English for those who have no more. */
export type ApiError = Omit<ByeMessage, "type">;
/* What the solver found out about a round that is over. */
export interface RoundResult extends Partial<Solution> {
  game: number;
  round: number;
  position: string;
}

/* A table that was made or found over HTTP, and the number of its game if it is new. */
export interface TableLink {
  code: string;
  link: string;
  game?: number;
}
export const TABLE_LINK: Shape = { code: "string", link: "string", game: "number?" };

/* A code as people type it: any case, with blanks or dashes. Empty if it is none. */
export function tableCodeOf(text: string): string {
  const code = text.toUpperCase().replace(/[\s-]/g, "");
  return /^[ABCDEFGHJKLMNPQRSTUVWXYZ2-9]{6}([ABCDEFGHJKLMNPQRSTUVWXYZ2-9]{2})?$/.test(code) ? code : "";
}
