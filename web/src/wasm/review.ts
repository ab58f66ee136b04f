/*
 * What a game says about its players (V1 to V6 of docs/reference/rules.md).
 */
import type { Solution } from "./answers";
import type { RefereeTable } from "./referee";

export interface Find {
  round: number;
  moves: number;
  after: number; // ms
}
export interface MissedTarget {
  round: number;
  bid?: number;
  failed?: boolean;
  moves: number; // of a shortest route
}
export interface PlayerReview {
  player: string;
  name: string;
  score: number;
  left?: boolean;
  rounds: number;
  won: number;
  bids: number;
  shortest: number;
  fastest?: Find;
  best?: Find;
  missed?: MissedTarget[]; // only of the player who was asked about
}
export interface Review {
  complete: boolean; // false: the game is longer than a review can be
  turned?: { round: number; by: string; over?: string };
  players: PlayerReview[];
}

/* What is known so far about each round. */
export type Solutions = Record<number, Partial<Solution> | undefined>;

const NO_REVIEW: Review = { complete: true, players: [] };

/* What the game at this table says about its players so far, given what is known about its rounds. */
export function reviewTable(table: RefereeTable | undefined, known: Solutions, player: string | undefined): Review {
  const solutions = Object.entries(known).flatMap(([round, solution]) =>
    solution ? [{ round: Number(round), moves: solution.moves, unsolvable: solution.unsolvable }] : [],
  );
  return table?.ask("review", { solutions, ...(player === undefined ? {} : { player }) }) ?? NO_REVIEW;
}
