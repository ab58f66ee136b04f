/*
 * The game's story: the log read round by round, for the end of the game, for those who come late, and for the page's
 * words. It only retells events; what they did to the table the referee says. A story is a value: events make a new one.
 */
import type { Bidder, Drawn, Event, EventText, EventWithText } from "../wasm/referee";

export interface Bid extends Bidder {
  at: number;
}
interface ShownRoute extends Bidder {
  route: string[];
  won?: boolean;
  failed?: EventText; // why
  points?: number; // a race
}
export interface Round {
  number: number;
  position: string; // as it was when the target was drawn
  target: string;
  drawnAt: number;
  bids: Bid[];
  tries: ShownRoute[];
  winner?: string;
  face?: "up" | "down"; // solo
  ended: EventText[]; // how
  endedAt?: number;
}
export interface GameHistory {
  names: Record<string, string>; // also of those who have left
  rounds: Round[];
  running: number; // how long the time that was given last is, in ms
  winners?: string[];
  ended?: EventText;
}

export const newGameHistory = (): GameHistory => ({ names: {}, rounds: [], running: 0 });

function begin(story: GameHistory, { seq, target, at }: Event & { ev: "drawn" }, rounds: Drawn[]): void {
  const drawn = rounds.find((one) => one.seq === seq);
  if (!drawn) return;
  const round: Round = {
    number: drawn.round,
    position: drawn.position,
    target,
    drawnAt: at,
    bids: [],
    tries: [],
    ended: [],
  };
  story.rounds.push(round);
}

function current(round: Round, by: string, moves = 0): ShownRoute {
  let last = round.tries[round.tries.length - 1];
  if (!last || last.won || last.failed || last.by !== by) {
    last = { by, moves, route: [] };
    round.tries.push(last);
  }
  return last;
}

/* In a race the best route was shown first, elsewhere last. */
const winning = (round: Round, by: string): ShownRoute =>
  round.tries.find((one) => one.by === by && one.points !== undefined) ?? current(round, by);

function end(round: Round, { said, at }: EventWithText): void {
  round.ended.push(said);
  round.endedAt = at;
}

/* What happens within a round. */
function tellRound(round: Round, event: EventWithText): void {
  switch (event.ev) {
    case "bid":
    case "handed":
      if (event.moves !== undefined) round.bids.push({ by: event.by, moves: event.moves, at: event.at });
      break;
    case "turn":
      round.tries.push({ by: event.by, moves: event.moves ?? 0, route: [] });
      break;
    case "shown":
      round.tries.push({ by: event.by, moves: event.moves, route: event.route.split(" "), points: event.points });
      break;
    case "moved":
      current(round, event.by).route.push(event.move);
      break;
    case "failed":
      current(round, event.by).failed = event.said;
      break;
    case "won":
      round.winner = event.by;
      if (event.face) round.face = event.face;
      if (event.face !== "down") winning(round, event.by).won = true;
      end(round, event);
      break;
    case "penalty":
    case "putback":
      end(round, event);
      break;
    default:
      break;
  }
}

/* A story and its last round that can be changed without those who have the old one. */
function copyOf(story: GameHistory): GameHistory {
  const rounds = [...story.rounds];
  const last = rounds.pop();
  if (last) {
    const tries = last.tries.map((one) => ({ ...one, route: [...one.route] }));
    rounds.push({ ...last, bids: [...last.bids], tries, ended: [...last.ended] });
  }
  return { ...story, names: { ...story.names }, rounds };
}

/* The story with these events; `drawn` has the rounds that began among them. */
export function addEvents(story: GameHistory, events: EventWithText[], drawn: Drawn[] = []): GameHistory {
  const longer = copyOf(story);
  for (const event of events) addEvent(longer, event, drawn);
  return longer;
}

function addEvent(story: GameHistory, event: EventWithText, drawn: Drawn[]): void {
  const round = story.rounds[story.rounds.length - 1];
  /* After a pause what was left runs on: the whole is as long as before. */
  if ("until" in event && event.until !== undefined && event.ev !== "resumed") story.running = event.until - event.at;
  if (event.ev === "joined") story.names[event.by] = event.name;
  else if (event.ev === "drawn") begin(story, event, drawn);
  else if (event.ev === "over") Object.assign(story, { winners: event.winners, ended: event.said });
  else if (round) tellRound(round, event);
}

export const lastRound = (story: GameHistory): Round | undefined => story.rounds[story.rounds.length - 1];
export const winningRoute = (round: Round): ShownRoute | undefined => round.tries.find((one) => one.won);
