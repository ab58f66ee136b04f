/*
 * What the solver has found out about a position, as one sentence or two: the same on every screen.
 */
import type { Solution } from "../wasm/solver";
import { t, tn } from "../i18n/texts";

export function solutionText({ moves, unsolvable, proven, at_least = 0, count = 0 }: Partial<Solution>): string {
  if (unsolvable) return t("The target can't be reached from here: that's proven.");
  if (typeof moves !== "number" || !proven)
    return tn("No answer yet: it takes at least {n} move.", "No answer yet: it takes at least {n} moves.", at_least);
  const shortest = tn("The shortest route takes {n} move.", "The shortest route takes {n} moves.", moves);
  return count === 0
    ? shortest
    : `${shortest} ${tn("There is only one shortest route.", "There are {n} shortest routes.", count)}`;
}

export const searchingText = (): string => t("Looking for the shortest route…");
