/*
 * Results of daily puzzles that no server has received yet. A puzzle can be solved offline; its result waits here until the server
 * answers. The first result of a puzzle stays, as in stats.ts.
 */
import { loadItem, saveItem } from "./settings";
import type { Kind } from "./stats";

export interface UnsentResult {
  date: string;
  kind: Kind;
  route: string[];
  ms: number;
}
const KEPT = 24; // servers take results of three days, four puzzles each

const same = (one: UnsentResult, { date, kind }: Pick<UnsentResult, "date" | "kind">): boolean =>
  one.date === date && one.kind === kind;

export const unsentResults = (): UnsentResult[] => loadItem<UnsentResult[]>("unsent", []);

export function saveUnsent(result: UnsentResult): void {
  const waiting = unsentResults();
  if (!waiting.some((one) => same(one, result))) saveItem("unsent", [...waiting, result].slice(-KEPT));
}

export function removeUnsent(result: Pick<UnsentResult, "date" | "kind">): void {
  saveItem(
    "unsent",
    unsentResults().filter((one) => !same(one, result)),
  );
}
