/*
 * Circles: friends, a family or a class who see each other's daily results. A link is enough to join, and nobody can list circles.
 * The server takes the results from what each device has sent for the daily puzzles (dailyResults.ts).
 */
import { removeMembership, saveMembership } from "../storage/circles";
import { deviceId } from "../storage/device";
import { type Kind, today } from "../storage/stats";
import type { Shape } from "../remote/messages";
import { type Reply, ask, isError } from "./api";
import type { ListedMatch } from "./matches";

/* Without members: they have solved it, and you have not. */
interface TodaysResult {
  moves?: number;
  ms?: number;
}
export interface Member {
  id: string;
  name: string;
  played: boolean; // today
  today: Partial<Record<Kind, TodaysResult | null>>;
  week: number; // puzzles solved
  month: number;
}
export interface CircleView {
  name: string;
  count: number;
  me?: string; // without it, this device is not a member and sees no more than the name
  members?: Member[];
  matches?: ListedMatch[];
}
interface Joined {
  circle: string;
  name: string;
  token: string;
}
const CIRCLE: Shape = { name: "string", count: "number", me: "string?", members: "objects?", matches: "objects?" };
const JOINED: Shape = { circle: "string", name: "string", token: "string" };
const DONE: Shape = {};

export const CODE = /^[A-Za-z0-9]{4,24}$/;

export const fetchCircle = (code: string, token: string | undefined): Promise<Reply<CircleView>> =>
  ask<CircleView>(`circles/${code}?date=${today()}`, CIRCLE, undefined, { token });

async function kept(joining: Promise<Reply<Joined>>): Promise<Reply<Joined>> {
  const joined = await joining;
  if (!isError(joined)) saveMembership({ code: joined.circle, name: joined.name, token: joined.token });
  return joined;
}

export const createCircle = (name: string, member: string): Promise<Reply<Joined>> =>
  kept(ask<Joined>("circles", JOINED, { name, member, device: deviceId() }));

export const joinCircle = (code: string, name: string): Promise<Reply<Joined>> =>
  kept(ask<Joined>(`circles/${code}/members`, JOINED, { name, device: deviceId() }));

export const renameMember = (code: string, name: string, token: string): Promise<Reply<object>> =>
  ask<object>(`circles/${code}/members/me`, DONE, { name }, { method: "PATCH", token });

/* Leaves, and erases everything the circle has about this member. */
export async function leaveCircle(code: string, token: string): Promise<Reply<object>> {
  const answer = await ask<object>(`circles/${code}/members/me`, DONE, undefined, { method: "DELETE", token });
  if (!isError(answer) || answer.why === "not-member" || answer.why === "no-circle") removeMembership(code);
  return answer;
}
