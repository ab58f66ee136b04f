/*
 * What this device remembers of tables: the token of each seat (whoever knows it has the seat) and the plan for the round
 * that is on. Storage may be forbidden or full: then a reload comes back as somebody who watches, and nothing else breaks.
 */
import { keep, recall } from "./settings";

const KEPT = 40; // tables remembered
/* Tokens of this visit, for browsers that store nothing. */
const held = new Map<string, string>();

type Tokens = [table: string, token: string][];
const stored = (): Tokens => recall<Tokens>("seats", []);

export const tokenOf = (table: string): string | undefined =>
  held.get(table) ?? stored().find(([code]) => code === table)?.[1];

/* Tables with a seat, the latest first. */
export const seats = (): string[] => stored().map(([code]) => code);

export function keepToken(table: string, token: string): void {
  held.set(table, token);
  keep("seats", [[table, token], ...stored().filter(([code]) => code !== table)].slice(0, KEPT));
}

export function forgetToken(table: string): void {
  held.delete(table);
  keep(
    "seats",
    stored().filter(([code]) => code !== table),
  );
}

/* A route tried on the private board, for one round of one game. */
export interface Plan {
  table: string;
  game: number;
  round: number;
  route: string[];
}
export const keepPlan = (plan: Plan): void => keep("plan", plan);
export function planOf(table: string, game: number, round: number): string[] {
  const plan = recall<Plan | null>("plan", null);
  return plan?.table === table && plan.game === game && plan.round === round ? plan.route : [];
}
