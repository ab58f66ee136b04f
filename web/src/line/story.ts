/*
 * The game's story: the log read round by round, for the end of the game, for those who come late, and for the page's
 * words. It only retells events; what they did to the table the referee says.
 */
import type { Bidder, Event, Failure, Putback, State } from "./protocol";

export interface Bid extends Bidder {
  at: number;
}
export interface Try extends Bidder {
  route: string[];
  end?: "won" | Failure;
}
export interface Round {
  number: number;
  position: string; // as it was when the target was drawn
  target: string;
  via?: string;
  drawnAt: number;
  bids: Bid[];
  order: Bidder[];
  tries: Try[];
  winner?: string;
  face?: "up" | "down"; // solo
  putback?: Putback;
  penalty?: { from: string; to: string };
  endedAt?: number;
}
export interface Story {
  names: Record<string, string>; // also of those who have left
  rounds: Round[];
  winners?: string[];
  scores?: Record<string, number>;
}

export const newStory = (): Story => ({ names: {}, rounds: [] });

/* The position in the notation, with the target while there is one. */
export function positionOf(state: State): string {
  if (state.rules.preset.startsWith("micro")) return microOf(state);
  return [state.board, state.robots, state.target].filter(Boolean).join("/");
}
function microOf(state: State): string {
  if (!state.target) return state.board;
  return `${state.board}/${[state.start, state.via, state.target].filter(Boolean).join(">")}`;
}

function begin(story: Story, event: Event & { ev: "drawn" }, after: State): void {
  const round: Round = {
    number: after.round,
    position: positionOf(after),
    target: event.target,
    drawnAt: event.at,
    bids: [],
    order: [],
    tries: [],
  };
  if (event.via) round.via = event.via;
  story.rounds.push(round);
}

function current(round: Round, by: string, moves = 0): Try {
  let last = round.tries[round.tries.length - 1];
  if (!last || last.end || last.by !== by) {
    last = { by, moves, route: [] };
    round.tries.push(last);
  }
  return last;
}

/* What happens within a round. */
function tellRound(round: Round, event: Event): void {
  switch (event.ev) {
    case "bid":
      round.bids.push({ by: event.by, moves: event.moves, at: event.at });
      break;
    case "closed":
      round.order = event.order;
      break;
    case "turn":
      round.tries.push({ by: event.by, moves: event.moves, route: [] });
      break;
    case "moved":
      current(round, event.by).route.push(event.move);
      break;
    case "failed":
      current(round, event.by).end = event.why;
      break;
    case "won":
      round.winner = event.by;
      round.endedAt = event.at;
      if (event.face) round.face = event.face;
      if (event.face !== "down") current(round, event.by).end = "won";
      break;
    case "penalty":
      round.penalty = { from: event.from, to: event.to };
      round.endedAt = event.at;
      break;
    case "putback":
      round.putback = event.why;
      round.endedAt = event.at;
      break;
    default:
      break;
  }
}

/* Adds an event. `after` is the table after it; only `drawn` needs it. */
export function tell(story: Story, event: Event, after: State): void {
  const round = story.rounds[story.rounds.length - 1];
  if (event.ev === "joined") story.names[event.by] = event.name;
  else if (event.ev === "drawn") begin(story, event, after);
  else if (event.ev === "over") Object.assign(story, { winners: event.winners, scores: event.scores });
  else if (round) tellRound(round, event);
}

export const lastRound = (story: Story): Round | undefined => story.rounds[story.rounds.length - 1];
export const winningTry = (round: Round): Try | undefined => round.tries.find((one) => one.end === "won");
