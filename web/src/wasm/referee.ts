/*
 * The referee in the module: the words of docs/reference/referee.md as types, and every question to it. Each RefereeTable is a table of
 * its own: that of a game alone, which is sent commands, or that of a server, which is handed its events as they came.
 */
import type { Bidder, CommandKind as PlayerCommand, Event, Rules } from "./fields";
import { type Cell, type ExtraName, callOp } from "./ops";

export type { Bidder, Event, Rules };
export type Preset = string;
export type Phase = "unopened" | "lobby" | "bidding" | "showing" | "searching" | "between" | "over";
/* Alone a route may be announced without a number (L1). */
type Announced = Omit<Bidder, "moves"> & { moves?: number };

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
/* The whole table, as the referee writes it, and the position to be drawn. */
export interface State {
  seq: number;
  at: number;
  phase: Phase;
  rules: Required<Pick<Rules, "claim" | "tie" | "hourglass" | "patience" | "demonstration" | "turns">> & Rules;
  goal: number;
  board: string;
  markers?: string;
  robots?: string; // Micro Robots: the cell the robot stands on
  position?: string; // in which the round began
  shown: string; // robots where they stand now
  micro: boolean; // Micro Robots
  solo: boolean;
  race: boolean; // everybody solves at once (H1)
  round: number;
  left: number; // tokens in the pile, chips in the supply
  down?: number;
  training?: boolean; // Micro Robots alone (M10)
  target?: string;
  cell?: Cell;
  start?: string;
  via?: string;
  until?: number;
  paused?: number; // since then the clocks stand
  hourglass?: string; // who turned it
  turn?: string;
  moves?: number; // what the one who shows has bid; alone perhaps nothing
  order?: Bidder[]; // who would show, or has still to show
  count?: number;
  dice?: string;
  players: Player[];
}

/* A table as the module answers it. */
export type Shown = { table: object } & Pick<State, "shown" | "micro" | "solo" | "race">;
const stateOf = ({ table, shown, micro, solo, race }: Shown): State =>
  ({ ...table, shown, micro, solo, race }) as State;

/* An event's or a refusal's one sentence: a message id of the catalogues, and what goes into its blanks. */
export interface EventText {
  say: string;
  args: Record<string, string | number>;
}
/* An event as it is told to this player. */
export type EventWithText = Event & { said: EventText };
type Sentences = (EventText & { seq: number })[];
function told(events: Event[], sentences: Sentences): EventWithText[] {
  const bySeq = new Map(sentences.map((one) => [one.seq, one]));
  return events.map((event) => ({ ...event, said: bySeq.get(event.seq) ?? { say: "", args: {} } }));
}

/* A round that began. */
export interface Drawn {
  seq: number;
  round: number;
  position: string;
}
/* What has happened: the table then, the events as they are told, and the rounds that began among them. */
export interface AppliedEvents {
  state: State;
  events: EventWithText[];
  drawn: Drawn[];
}
/* What a command has brought: events, or why not; the table then, and when the referee wants to hear of time again. */
export interface CommandResult {
  events: EventWithText[];
  refused: string | undefined; // a sentence
  state: State;
  deadline: number | undefined;
}

export type CommandKind = PlayerCommand | (string & {});
/* Why a bid is shown before the one behind it. */
export type RankReason = "lower" | "head-start" | "fewer" | "earlier" | "called" | "only" | "last";
export interface RankedBid extends Announced {
  why: RankReason;
  say: string; // the same for people, a message id
}
/* What the referee would accept from somebody now. */
export interface Allowed {
  may: CommandKind[];
  why: Partial<Record<CommandKind, string>>; // for all other commands the name of the refusal
  bid?: number; // the highest that is allowed
  hand?: number; // a race: the most moves that a route may have to be taken (H3)
  flip?: number; // from when on the hourglass may be turned without a bid
  skip?: number; // from when on another target may be rolled, where that has to be waited for
  standing: RankedBid[]; // in the order of showing
  mover?: string; // who moves robots
  sand: boolean; // does it run?
}
export const NOTHING_ALLOWED: Allowed = { may: [], why: {}, standing: [], sand: false };

/* A table in the module, empty at first. Has to be closed: the module has room for a few dozen. */
export class RefereeTable {
  private readonly number = callOp<{ table: number }>("referee-open").table;
  private allowedCache: { you: string | null; until: number; answer: Allowed } | undefined;
  private closed = false;

  /*
   * Hands on a server's message as it came: of its events those happen that `events` has. Throws an InputError if one of
   * them cannot be read.
   */
  applyEvents(message: string, events: Event[], you: string | null): AppliedEvents {
    const upto = events.at(-1)?.seq ?? 0;
    const question = `{"you":${JSON.stringify(you)},"upto":${upto},"message":${message}}`;
    const answer = this.change<Shown & { drawn: Drawn[]; said: Sentences }>("referee-events", question);
    return { state: stateOf(answer), events: told(events, answer.said), drawn: answer.drawn };
  }

  runCommand(words: object): CommandResult {
    type Answer = Shown & { events: Event[]; said: Sentences; refused?: { say: string }; deadline?: number };
    const answer = this.change<Answer>("referee-command", words);
    const { events, said, refused, deadline } = answer;
    return { events: told(events, said), refused: refused?.say, state: stateOf(answer), deadline };
  }

  /* What somebody may do now. The module is asked again when something has happened, and when a time has come that it named. */
  allowed(you: string | null, now: number): Allowed {
    if (this.closed) return NOTHING_ALLOWED;
    if (!this.allowedCache || this.allowedCache.you !== you || now >= this.allowedCache.until) {
      const question = you === null ? { at: now } : { you, at: now };
      const answer = callOp<Allowed>(`referee-may ${this.number}`, question);
      const times = [answer.flip, answer.skip].filter((time) => time !== undefined && time > now) as number[];
      this.allowedCache = { you, until: Math.min(...times, Infinity), answer };
    }
    return this.allowedCache.answer;
  }

  /* Another question about this table (review.ts); undefined: it is closed. */
  ask<T>(operation: string, question: object): T | undefined {
    return this.closed ? undefined : callOp<T>(`${operation} ${this.number}`, question);
  }

  close(): void {
    if (!this.closed) callOp(`referee-close ${this.number}`);
    this.closed = true;
  }

  private change<T>(operation: string, question: object | string): T {
    this.allowedCache = undefined;
    return callOp<T>(`${operation} ${this.number}`, question);
  }
}

/* What can be agreed about a table; titles and sentences are message ids. */
export interface Choices {
  presets: {
    preset: Preset;
    title: string;
    sentence: string;
    language?: string; // whose book it is
    solo: boolean;
    micro: boolean;
    race: boolean;
    rules: (keyof Rules)[];
  }[];
  editions: { edition: string; title: string; barriers: boolean; silver: boolean }[]; // what is in the box?
  barriers: { barriers: string; title: string }[];
  sides: { side: NonNullable<Rules["side"]>; title: string }[]; // Micro Robots (M1)
  /* Every robot with its names, and `*`; with a label those that may be left out, by a rule of their name. */
  robots: { robot: string; name: ExtraName | (string & {}); title: string; label?: string; help?: string }[];
}
let known: Choices | undefined;
export const ruleChoices = (): Choices => (known ??= callOp<Choices>("choices"));

/* A refusal by its code: what is said to it if it came without its sentence (a message id), and whether a connection that
 * ends with it is opened again. */
export const apiErrorInfo = (why: string): { sentence: string; retryable: boolean } => callOp("refusal", { why });
/* How long to wait before that, in ms: at first, at most, and at most if the server asks for a delay. */
export const retryDelays = (): { first: number; max: number; asked: number } => callOp("retry-delays");

/* The rules of a box in full. */
export const rulesOfPreset = (preset: Preset): Required<Rules> => callOp("rules", { preset });
