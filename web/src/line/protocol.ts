/*
 * The words of docs/protocol.md and docs/referee.md as types: what the server sends, what it can be asked, and the table
 * as the referee describes it. Only shapes; nothing here decides anything.
 */
import type { Cell } from "../carom/ask";

export const VERSION = 1;

export type Preset =
  "ricochet" | "ricochet-it" | "sfrenati" | "sfrenati-competition" | "solo" | "micro" | "micro-expert";
export type Claim = "exact" | "at-most";
export type Tie = "first" | "fewest";
export type Phase = "unopened" | "lobby" | "bidding" | "showing" | "searching" | "between" | "over";
export type Failure = "not-reached" | "no-ricochet" | "too-many" | "passed" | "late" | "left";
export type Putback = "nobody" | "no-bid" | "skipped" | "unreachable";

export interface Rules {
  preset: Preset;
  claim?: Claim;
  tie?: Tie;
  hourglass?: number;
  patience?: number;
  demonstration?: number;
  goal?: number | null; // null: by the number of players (R17)
  silver?: boolean;
  transparent?: boolean;
  edition?: "1999" | "2013";
  barriers?: "no" | "only" | "any";
  turns?: number;
  handicap?: boolean;
  seed?: number;
  board?: string;
  robots?: string;
  tokens?: string[];
  dice?: string[];
}
export interface Options {
  credit: boolean;
  plan: boolean;
}

export interface Bidder {
  by: string;
  moves: number;
}
interface Of<Kind extends string> {
  seq: number;
  at: number;
  ev: Kind;
}
export type Event =
  | (Of<"opened"> & { rules: Rules; board: string; robots?: string })
  | (Of<"joined"> & { by: string; name: string; handicap?: number })
  | (Of<"left"> & { by: string; name?: string })
  | (Of<"started"> & { by?: string; players: number; goal: number })
  | (Of<"drawn"> & { target: string; cell: Cell; left: number; by?: string; start?: string; via?: string })
  | (Of<"bid"> & { by: string; moves: number; credit?: number })
  | (Of<"done"> & { by: string; moves?: number })
  | (Of<"skip"> & { by: string; votes: number; needed: number })
  | (Of<"hourglass"> & { until: number; by?: string })
  | (Of<"closed"> & { order: Bidder[] })
  | (Of<"turn"> & { by: string; moves: number; until?: number })
  | (Of<"moved"> & { by: string; move: string; to: string; count: number })
  | (Of<"failed"> & { by: string; why: Failure })
  | (Of<"reset"> & { robots: string })
  | (Of<"won"> & { by: string; target: string; score: number; face?: "up" | "down" })
  | (Of<"penalty"> & { from: string; to: string })
  | (Of<"putback"> & { target: string; why: Putback })
  | (Of<"over"> & { winners: string[]; scores: Record<string, number> });

export interface Player {
  id: string;
  name: string;
  score: number;
  tokens?: string[];
  handicap?: number;
  bid?: number;
  done?: boolean;
  skip?: boolean;
}
/* The whole table, as the referee writes it (docs/referee.md). */
export interface State {
  seq: number;
  at: number;
  phase: Phase;
  rules: Required<Pick<Rules, "claim" | "tie" | "hourglass" | "patience" | "demonstration" | "turns">> & Rules;
  goal: number;
  board: string;
  markers?: string;
  robots?: string; // Micro Robots: the cell the robot stands on
  round: number;
  left: number; // tokens in the pile, chips in the supply
  down?: number;
  target?: string;
  cell?: Cell;
  start?: string;
  via?: string;
  until?: number;
  hourglass?: string; // who turned it
  turn?: string;
  moves?: number; // what the one who shows has bid
  order?: Bidder[]; // who would show, or has still to show
  count?: number;
  dice?: string;
  players: Player[];
}

/* What the solver found out about a round that is over. */
export interface Result {
  game: number;
  round: number;
  position: string;
  moves?: number | null;
  proven?: boolean;
  route?: string[];
  count?: number;
  routes?: string[][];
  unsolvable?: boolean;
  at_least?: number;
}
export interface Presence {
  here: string[];
  away: string[];
  watching: number;
  displays: number;
}
export interface Votes {
  do: string;
  by: string[];
  needed: number;
}
/* Why something was refused: a code to be translated, its numbers and words, and English for those who have no more. */
export interface Refusal {
  why: string;
  args?: Record<string, string | number>;
  sentence?: string;
  retry?: number;
}
export interface Answer extends Partial<Refusal> {
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
export interface Welcome {
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
}
export type Message =
  | Welcome
  | Answer
  | { type: "events"; game: number; events: Event[] }
  | ({ type: "presence" } & Presence)
  | ({ type: "votes" } & Votes)
  | { type: "game"; game: number; options: Options }
  | ({ type: "result" } & Result)
  | ({ type: "bye" } & Refusal);

/* A code as people type it: any case, with blanks or dashes. Empty if it is none. */
export function codeOf(text: string): string {
  const code = text.toUpperCase().replace(/[\s-]/g, "");
  return /^[ABCDEFGHJKLMNPQRSTUVWXYZ2-9]{6}$/.test(code) ? code : "";
}
