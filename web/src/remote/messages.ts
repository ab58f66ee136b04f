/* What a server tells, as types and as what readMessage checks: made by tools/fields.py. */
import type { Event } from "../wasm/fields";

export interface Options {
  credit: boolean; // bids get credit for latency (*Fairness*)
  plan: boolean; // the page offers a scratch board for trying moves before bidding
  arranged?: boolean; // a custom table: what is dealt may have been chosen
  listed?: boolean; // everyone can find it
  starts?: number; // a public race: when the server starts it
}

/* Answers `hello`. */
export interface WelcomeMessage {
  type: "welcome";
  id?: number; // of the request
  version?: number; // 1
  table: string; // its code
  link: string; // its address
  game: number; // which game, from 1
  seq: number; // its last event
  now: number; // the server's clock
  you: string | null; // null if you have no seat
  token?: string | null; // a fresh one if `hello` had none
  options: Options; // the table's options
  replay?: string; // address of this game when it is over
  host?: string | null; // the host
  locked?: boolean; // only players with a seat can enter
  listed?: boolean; // everyone can find it
  state?: object; // the whole table (*The state*)
}

/* Answers a request. */
export interface AnswerMessage {
  type: "answer";
  id?: number; // of the request
  ok: boolean; // was it done?
  seq?: number; // the table's last event at that time
  you?: string | null; // `join`: the id
  bot?: string; // `bot`: its id
  votes?: number; // `next`: how many want it
  needed?: number; // `next`: how many are needed
  now?: number; // `time`: the server's clock
  state?: object; // `watch`: the whole table
  refused?: string; // what was refused
  why?: string; // a code (*Codes*)
  args?: Record<string, string | number>; // its numbers and words
  sentence?: string; // English, a message id
  retry?: number; // ms to wait
}

/* Something happened; never a gap in `seq`. */
export interface EventsMessage {
  type: "events";
  game: number; // which game
  events: Event[]; // the referee's events in order
}

/* Somebody came or went (at most once a second at large tables). */
export interface PresenceMessage {
  type: "presence";
  here: string[]; // players connected
  away: string[]; // players whose connection was lost
  passes?: number; // when the turn of an absent player is skipped
  watching: number; // number of watchers
  displays: number; // number of big screens
  free?: boolean; // true if the game is over and none of its players has a seat any more; otherwise left out
}

/* Host, lock or listing changed (at most once a second at large tables). */
export interface HostMessage {
  type: "host";
  host: string | null; // the host
  locked: boolean; // only players with a seat can enter
  listed?: boolean; // everyone can find it
}

/* A player sent a phrase. */
export interface ReactionMessage {
  type: "reaction";
  by: string; // the player
  reaction: string; // the phrase
}

/* Somebody voted; also after `welcome`, if there are votes. */
export interface VotesMessage {
  type: "votes";
  do: string; // `next`
  by: string[]; // who wants it
  needed: number; // how many are needed
}

/* Another game begins: forget the events of the last one; the new ones start at 1. */
export interface GameMessage {
  type: "game";
  game: number; // which game
  options: Options; // the table's options
  replay?: string; // address of this game when it is over
}

/* After a round, when the solver is done. */
export interface ResultMessage {
  type: "result";
  game: number; // which game
  round: number; // which round
  position: string; // what was to be solved
  moves?: number | null; // of a shortest route; null: none was found
  proven?: boolean; // no shorter one is possible
  route?: string[]; // a shortest route
  count?: number; // the number of shortest routes
  routes?: string[][]; // up to 8 of them
  unsolvable?: boolean; // there is no route
  at_least?: number; // the bound that was reached
}

/* The server closes the connection; see below. */
export interface ByeMessage {
  type: "bye";
  why: string; // a code
  args?: Record<string, string | number>; // its numbers and words
  sentence?: string; // English, a message id
  retry?: number; // ms to wait before coming back
}

export type Message =
  | WelcomeMessage
  | AnswerMessage
  | EventsMessage
  | PresenceMessage
  | HostMessage
  | ReactionMessage
  | VotesMessage
  | GameMessage
  | ResultMessage
  | ByeMessage;

/* Of each member its kind; `?`: may be missing; `0`: may be null. */
export type Kind = "string" | "number" | "boolean" | "object" | "strings" | "objects" | "lists";
export type Shape = Record<string, Kind | `${Kind}?` | `${Kind}0` | `${Kind}0?`>;
export const shapes: Record<Message["type"], Shape> = {
  welcome: {
    id: "number?", version: "number?", table: "string", link: "string", game: "number", seq: "number", now: "number",
    you: "string0", token: "string0?", options: "object", replay: "string?", host: "string0?", locked: "boolean?",
    listed: "boolean?", state: "object?",
  },
  answer: {
    id: "number?", ok: "boolean", seq: "number?", you: "string0?", bot: "string?", votes: "number?",
    needed: "number?", now: "number?", state: "object?", refused: "string?", why: "string?", args: "object?",
    sentence: "string?", retry: "number?",
  },
  events: {
    game: "number", events: "objects",
  },
  presence: {
    here: "strings", away: "strings", passes: "number?", watching: "number", displays: "number", free: "boolean?",
  },
  host: {
    host: "string0", locked: "boolean", listed: "boolean?",
  },
  reaction: {
    by: "string", reaction: "string",
  },
  votes: {
    do: "string", by: "strings", needed: "number",
  },
  game: {
    game: "number", options: "object", replay: "string?",
  },
  result: {
    game: "number", round: "number", position: "string", moves: "number0?", proven: "boolean?", route: "strings?",
    count: "number?", routes: "lists?", unsolvable: "boolean?", at_least: "number?",
  },
  bye: {
    why: "string", args: "object?", sentence: "string?", retry: "number?",
  },
};
