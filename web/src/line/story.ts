/*
 * The game's story: the log read round by round, for the end of the game, for those who come late, and for the page's
 * words. It only retells events; what they did to the table the referee says.
 */
import type { Bidder, Drawn, Event, Failure, Putback } from "../carom/referee";

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
  running: number; // how long the time that was given last is, in ms
  winners?: string[];
  scores?: Record<string, number>;
}

export const newStory = (): Story => ({ names: {}, rounds: [], running: 0 });

function begin(story: Story, event: Event & { ev: "drawn" }, drawn: Drawn): void {
  const { target, via, at } = event;
  const round: Round = {
    number: drawn.round,
    position: drawn.position,
    target,
    drawnAt: at,
    bids: [],
    order: [],
    tries: [],
  };
  if (via) round.via = via;
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

/* Adds an event, with the round if it began one. */
export function tell(story: Story, event: Event, drawn?: Drawn): void {
  const round = story.rounds[story.rounds.length - 1];
  if ("until" in event && event.until !== undefined) story.running = event.until - event.at;
  if (event.ev === "joined") story.names[event.by] = event.name;
  else if (event.ev === "drawn") drawn && begin(story, event, drawn);
  else if (event.ev === "over") Object.assign(story, { winners: event.winners, scores: event.scores });
  else if (round) tellRound(round, event);
}

export const lastRound = (story: Story): Round | undefined => story.rounds[story.rounds.length - 1];
export const winningTry = (round: Round): Try | undefined => round.tries.find((one) => one.end === "won");
