/*
 * Results of daily puzzles on their way to the server, and what it says about everybody's. A result is stored first and sent then: one
 * that was found offline goes out when the device is online again, or when the page is next opened. The server checks the
 * route and computes the figures; the time is what this device says.
 */
import { deviceId } from "../storage/device";
import type { Kind } from "../storage/stats";
import { type UnsentResult, removeUnsent, saveUnsent, unsentResults } from "../storage/unsentResults";
import type { Shape } from "../remote/messages";
import { apiErrorInfo } from "../wasm/referee";
import { type Reply, ask, companyServed, isError, isUnreachable } from "./api";

export interface DailyFigures {
  solved: number;
  shortest: number; // of them with a shortest route
  optimum: number; // moves of it
  histogram: [moves: number, people: number][];
  faster?: number | null; // per cent of the others who took longer
  routes?: { route: string; count: number }[]; // shown once you have a result
}
const FIGURES: Shape = {
  solved: "number",
  shortest: "number",
  optimum: "number",
  histogram: "lists",
  faster: "number0?",
  routes: "objects?",
};

const place = ({ date, kind }: { date: string; kind: Kind }): string => `daily/${date}/${kind}`;

/* What a server refuses now and may take later stays in the queue. */
const isFinal = (answer: Reply<DailyFigures>): boolean =>
  !isUnreachable(answer) && !(isError(answer) && apiErrorInfo(answer.why).retryable);

async function send(result: UnsentResult): Promise<Reply<DailyFigures>> {
  const { route, ms } = result;
  const answer = await ask<DailyFigures>(place(result), FIGURES, { device: deviceId(), route: route.join(" "), ms });
  if (isFinal(answer)) removeUnsent(result);
  return answer;
}

let sending: Promise<void> | undefined;
async function sendEach(): Promise<void> {
  if (!(await companyServed())) return;
  for (const result of unsentResults()) if (!isFinal(await send(result))) return;
}
/* One at a time, the oldest first; stops at the first that does not get through. */
export function sendUnsent(): Promise<void> {
  sending ??= sendEach().finally(() => (sending = undefined));
  return sending;
}
addEventListener("online", () => void sendUnsent());

export function addResult(result: UnsentResult): void {
  saveUnsent(result);
  void sendUnsent();
}

export type Known = DailyFigures | "off" | "waiting";

/* Everybody's results of a puzzle; this device's own goes first. */
export async function fetchFigures(date: string, kind: Kind): Promise<Known> {
  const served = await companyServed();
  if (served === false) return "off";
  await sendUnsent();
  const answer = await ask<DailyFigures>(`${place({ date, kind })}?device=${deviceId()}`, FIGURES);
  if (!isError(answer)) return answer;
  return isFinal(answer) ? "off" : "waiting";
}
