/*
 * The solver's verdict on a position that is still changing.
 */
import { useSolution } from "../carom/useSolution";
import { t, tn } from "../texts/texts";

export function Verdict({ position }: { position: string }) {
  const { solution } = useSolution(position, 200);
  let words = t("Looking for the shortest way…");
  if (solution?.unsolvable) words = t("The target cannot be reached from here: that is proven.");
  else if (solution?.moves != null)
    words = `${tn("{n} move", "{n} moves", solution.moves)}. ${tn("There is only one such way.", "There are {n} such ways.", solution.count ?? 1)}`;
  else if (solution) words = t("No answer yet: it takes at least {n} moves.", { n: solution.at_least ?? 0 });
  return (
    <p class="live-verdict" role="status" data-test="live-verdict">
      {words}
      {solution?.difficulty !== undefined && <small>{t("Difficulty {n} of 100", { n: solution.difficulty })}</small>}
    </p>
  );
}
