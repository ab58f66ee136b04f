/*
 * What this device remembers of tables: the token of each seat (whoever knows it has the seat), the last vote to go on, and the plan for
 * the round that is on. Storage may be forbidden or full: then a reload comes back as somebody who watches, and nothing else breaks.
 */
import { saveItem, loadItem } from "./settings";

const KEPT = 40; // tables remembered
/* Tokens of this visit, for browsers that store nothing. */
const held = new Map<string, string>();

type Tokens = [table: string, token: string][];
const stored = (): Tokens => loadItem<Tokens>("seats", []);

export const seatToken = (table: string): string | undefined =>
  held.get(table) ?? stored().find(([code]) => code === table)?.[1];

/* Tables with a seat, the latest first. */
export const seats = (): string[] => stored().map(([code]) => code);

export function saveSeatToken(table: string, token: string): void {
  held.set(table, token);
  saveItem("seats", [[table, token], ...stored().filter(([code]) => code !== table)].slice(0, KEPT));
}

export function removeSeatToken(table: string): void {
  held.delete(table);
  saveItem(
    "seats",
    stored().filter(([code]) => code !== table),
  );
  removeVote(table); // another seat there has not voted
}

/* The round of a game after which somebody voted to go on. */
export interface Vote {
  table: string;
  game: number;
  round: number;
}
const VOTES_KEPT = 5;
let votes: Vote[] | undefined; // of this visit, for browsers that store nothing
const castVotes = (): Vote[] => (votes ??= loadItem<Vote[]>("votes", []));
function keepVotes(kept: Vote[]): void {
  votes = kept.slice(0, VOTES_KEPT);
  saveItem("votes", votes);
}
const otherVotes = (table: string): Vote[] => castVotes().filter((vote) => vote.table !== table);
const removeVote = (table: string): void => keepVotes(otherVotes(table));
export const saveVote = (vote: Vote): void => keepVotes([vote, ...otherVotes(vote.table)]);
export const hasVoted = ({ table, game, round }: Vote): boolean =>
  castVotes().some((one) => one.table === table && one.game === game && one.round === round);

/* A route tried on the private board, for one round of one game. */
export interface Plan {
  table: string;
  game: number;
  round: number;
  route: string[];
}
export const saveScratchRoute = (plan: Plan): void => saveItem("plan", plan);
export function scratchRoute(table: string, game: number, round: number): string[] {
  const plan = loadItem<Plan | null>("plan", null);
  return plan?.table === table && plan.game === game && plan.round === round ? plan.route : [];
}
