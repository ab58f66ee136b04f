/*
 * A table in words: what just happened, who shows next and why, what went wrong. The same sentences stand on the screen and
 * are said by screen readers.
 */
import { microName, movesWords, robotLong, robotName, directionName, tokenName } from "../board/names";
import { t, tn } from "../texts/texts";
import type { Before, Event, Failure, Putback, State } from "../carom/referee";
import type { Story } from "../line/story";

export const botLevel = (id: string): number => Number(/^bot-(\d+)-/.exec(id)?.[1] ?? 0);

/* The name of a player, also of one who has left; your own is "You" only where a sentence says so. */
export const nameOf = (story: Story, id: string): string => story.names[id] ?? id;

export const targetName = (state: State, target: string): string =>
  state.micro ? microName(target) : tokenName(target);

/* What was drawn: by the state, or by the event. */
interface Drawn {
  target?: string;
  cell?: string;
  start?: string;
  via?: string;
}
const upper = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/* What has to be done in a round. Only Micro Robots says where to start. */
export function goalWords({ target, cell, start, via }: Drawn): string {
  if (!target) return "";
  if (start) {
    const words = { start: microName(start), target: microName(target), via: microName(via ?? "") };
    return via ? t("From {start} by way of {via} to {target}.", words) : t("From {start} to {target}.", words);
  }
  if (target === "V") return t("Any robot to the vortex on {cell}.", { cell: cell ?? "" });
  return upper(
    t("{robot} to: {target}.", { robot: robotLong(target[0] ?? ""), target: `${tokenName(target)}, ${cell}` }),
  );
}

export function failureWords(why: Failure): string {
  switch (why) {
    case "not-reached":
      return t("The target was not reached.");
    case "no-ricochet":
      return t("The robot came straight onto the target, without a turn.");
    case "too-many":
      return t("That would have been more moves than bid.");
    case "passed":
      return t("Given up.");
    case "late":
      return t("The time for showing is over.");
    case "left":
      return t("Left the table.");
  }
}

export function putbackWords(why: Putback): string {
  switch (why) {
    case "nobody":
      return t("Nobody could show it. The target goes back.");
    case "no-bid":
      return t("Nobody has bid. The target goes back.");
    case "skipped":
      return t("Most of you wanted another one. The target goes back.");
    case "unreachable":
      return t("This target cannot be reached: that is proven. It goes back.");
  }
}

/* Why a bid is shown before the next; the referee has put it there and says why. */
export function beforeWords(why: Before | undefined): string {
  switch (why) {
    case "lower":
      return t("lowest bid");
    case "head-start":
      return t("lowest bid, head starts counted");
    case "fewer":
      return t("same bid, fewer tokens");
    case "earlier":
      return t("same bid, but earlier");
    case "called":
      return t("called first");
    case "only":
      return t("the only bid");
    default:
      return "";
  }
}

/* A move as one says it. */
export function moveWords(state: State, move: string, to: string): string {
  if (state.micro) return t("To {cell}.", { cell: microName(move) });
  return t("{robot} {direction} to {cell}", {
    robot: robotName(move[0] ?? ""),
    direction: directionName(move[1] ?? ""),
    cell: to,
  });
}

export function winnersWords(story: Story): string {
  const names = (story.winners ?? []).map((id) => nameOf(story, id));
  if (names.length === 0) return t("Nobody has won.");
  if (names.length === 1) return t("{name} has won!", { name: names[0] ?? "" });
  return t("Shared victory: {names}.", { names: names.join(", ") });
}

export const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1000));

interface Scene {
  after: State;
  why?: Before | undefined; // of the one whose turn it is; left out when it is told afterwards
  story: Story;
  you: string | null;
}

/* One event as a sentence; empty where another event says it better. */
export function eventWords(event: Event, scene: Scene): string {
  const { after, story, you } = scene;
  const name = "by" in event && event.by ? nameOf(story, event.by) : "";
  const mine = "by" in event && event.by === you;
  switch (event.ev) {
    case "opened":
      return "";
    case "joined":
      return t("{name} sits down.", { name });
    case "left":
      return t("{name} has left the table.", { name });
    case "started":
      return t("The game begins.");
    case "drawn":
      return `${t("Round {n}.", { n: roundAt(story, event.at) })} ${goalWords(event)}`;
    case "bid":
      return bidWords(event, scene);
    case "done":
      return mine ? t("No more bids from you.") : t("No more bids from {name}.", { name });
    case "skip":
      return t("{name} wants another target ({n} of {all}).", { name, n: event.votes, all: event.needed });
    case "hourglass":
      return sandWords(event.until - event.at);
    case "closed":
      return t("Bidding is over.");
    case "turn":
      return turnWords(event, scene);
    case "moved":
      return `${event.count}: ${moveWords(after, event.move, event.to)}`;
    case "failed":
      return `${mine ? t("That did not work.") : t("{name} has failed.", { name })} ${failureWords(event.why)}`;
    case "reset":
      return after.micro ? "" : t("All robots are back on their markers.");
    case "won":
      return wonWords(event, scene);
    case "penalty":
      return t("{from} gives a chip to {to}.", { from: nameOf(story, event.from), to: nameOf(story, event.to) });
    case "putback":
      return putbackWords(event.why);
    case "over":
      return `${t("The game is over.")} ${winnersWords(story)}`;
  }
}

function bidWords({ by, moves }: Event & { ev: "bid" }, { after, story, you }: Scene): string {
  const words = { name: nameOf(story, by), n: moves };
  if (after.micro) return by === you ? t("You call {n}.", words) : t("{name} calls {n}.", words);
  return by === you ? t("You bid {n}.", words) : t("{name} bids {n}.", words);
}

const sandWords = (ms: number): string =>
  tn("The hourglass is turned: {n} second.", "The hourglass is turned: {n} seconds.", seconds(ms));

const roundAt = (story: Story, at: number): number =>
  story.rounds.findLast((round) => round.drawnAt <= at)?.number ?? 1;

function turnWords(event: Event & { ev: "turn" }, { after, story, you, why }: Scene): string {
  const words = { name: nameOf(story, event.by), moves: movesWords(event.moves), why: beforeWords(why) };
  if (after.micro || !why) return event.by === you ? t("Show your {moves}.", words) : t("{name} shows {moves}.", words);
  return event.by === you ? t("Show your {moves} ({why}).", words) : t("{name} shows {moves} ({why}).", words);
}

function wonWords(event: Event & { ev: "won" }, { after, story, you }: Scene): string {
  if (event.face === "down") return t("The sand is out: the token stays face down.");
  const words = { name: nameOf(story, event.by), target: targetName(after, event.target) };
  if (after.micro) return event.by === you ? t("The chip is yours!") : t("{name} wins a chip.", words);
  return event.by === you ? t("Yours: {target}!", words) : t("{name} wins: {target}.", words);
}
