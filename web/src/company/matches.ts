/*
 * Matches over days in a circle (H8 to H15): what the page asks the server. Every answer but the list is the whole match as this member
 * may see it now; the server measures all times.
 */
import { membershipIn } from "../storage/circles";
import type { Shape } from "../remote/messages";
import { fits } from "../remote/shapes";
import { UNREACHABLE } from "../remote/apiErrors";
import { type Reply, ask, isError } from "./api";

/* In a circle's list. */
export interface ListedMatch {
  match: number;
  targets: number;
  begun: number;
  ends: number;
  over: boolean;
  played: number; // by you
}
/* One try at one target. Without points: it is hidden from you, or still running. Without moves: no route was found. */
export interface Try {
  points?: number;
  moves?: number;
  ms?: number;
  route?: string;
}
export interface MatchPlayer {
  id: string;
  name: string;
  played: number;
  points: number; // at the targets you may see
  tries: (Try | null)[]; // null: not shown to them yet
}
/* Your running try. */
export interface OpenTry {
  target: number; // from 1
  position: string;
  left: number; // ms until it ends
  spent: number; // ms since it was shown
  moves?: number; // of the route that was handed in
  ms?: number;
  route?: string;
}
export interface MatchView {
  name: string; // of the circle
  match: number;
  me: string;
  targets: number;
  begun: number;
  ends: number; // all times are ms since 1970 on the server's clock
  left: number;
  over: boolean;
  hash: string;
  secret?: string;
  played: number;
  open?: OpenTry;
  positions: string[]; // of the targets you may see everybody's results of
  shortest: number[];
  players: MatchPlayer[];
}
const VIEW: Shape = {
  name: "string",
  match: "number",
  me: "string",
  targets: "number",
  begun: "number",
  ends: "number",
  left: "number",
  over: "boolean",
  played: "number",
  open: "object?",
  positions: "strings",
  players: "objects",
};
const OPEN: Shape = {
  target: "number",
  position: "string",
  left: "number",
  spent: "number",
  moves: "number?",
  ms: "number?",
  route: "string?",
};
const PLAYER: Shape = { id: "string", name: "string", played: "number", points: "number" };

/* A circle's code and the number of the match, as addresses have them: CODE-3. */
export interface MatchAddress {
  circle: string;
  match: number;
}
export function parseMatchAddress(rest: string): MatchAddress | undefined {
  const [, circle, match] = /^([A-Za-z0-9]{4,24})-([1-9][0-9]{0,8})\/?$/.exec(rest) ?? [];
  return circle && match ? { circle, match: Number(match) } : undefined;
}
export const matchPath = ({ circle, match }: MatchAddress): string => `/match/${circle}-${match}`;

const placeOf = ({ circle, match }: MatchAddress): string => `circles/${circle}/matches/${match}`;
const tokenOf = (circle: string) => ({ token: membershipIn(circle)?.token });

async function checked(asking: Promise<Reply<MatchView>>): Promise<Reply<MatchView>> {
  const answer = await asking;
  if (isError(answer)) return answer;
  const good = answer.players.every((player) => fits(player, PLAYER) && Array.isArray(player.tries));
  return good && (answer.open === undefined || fits(answer.open, OPEN)) ? answer : UNREACHABLE;
}

export const fetchMatch = (address: MatchAddress): Promise<Reply<MatchView>> =>
  checked(ask<MatchView>(placeOf(address), VIEW, undefined, tokenOf(address.circle)));

export const createMatch = (circle: string, targets: number, ends: number): Promise<Reply<MatchView>> =>
  checked(ask<MatchView>(`circles/${circle}/matches`, VIEW, { targets, ends }, tokenOf(circle)));

/* What a player does with a target; `route` to hand one in. */
export const playMatch = (
  address: MatchAddress,
  action: "show" | "hand" | "done",
  target: number,
  route?: string[],
): Promise<Reply<MatchView>> =>
  checked(
    ask<MatchView>(
      `${placeOf(address)}/${action}`,
      VIEW,
      { target, ...(route ? { route: route.join(" ") } : {}) },
      tokenOf(address.circle),
    ),
  );

/* The log of a match that is over, to be kept or verified; undefined if it cannot be had. */
export async function fetchMatchLog(address: MatchAddress): Promise<Blob | undefined> {
  const token = tokenOf(address.circle).token ?? "";
  const answer = await fetch(`/api/${placeOf(address)}/log`, { headers: { "Carom-Member": token } }).catch(() => null);
  return answer?.ok ? answer.blob() : undefined;
}
