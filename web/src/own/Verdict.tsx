/*
 * The solver's verdict on a position that is still changing.
 */
import { useSolution } from "../carom/useSolution";
import { foundWords, lookingWords } from "../game/found";
import { t } from "../texts/texts";

export function Verdict({ position }: { position: string }) {
  const { solution } = useSolution(position, 200);
  return (
    <p class="live-verdict" role="status" data-test="live-verdict">
      {solution ? foundWords(solution) : lookingWords()}
      {solution?.difficulty !== undefined && <small>{t("Difficulty {n} of 100", { n: solution.difficulty })}</small>}
    </p>
  );
}
