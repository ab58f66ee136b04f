/*
 * The solver's verdict on a position that is still changing.
 */
import { useSolution } from "../wasm/useSolution";
import { solutionText, searchingText } from "../game/solutionText";
import { t } from "../i18n/texts";

export function SolverStatus({ position }: { position: string }) {
  const { solution } = useSolution(position, 200);
  return (
    <p class="live-verdict" role="status" data-test="live-verdict">
      {solution ? solutionText(solution) : searchingText()}
      {solution?.difficulty !== undefined && <small>{t("Difficulty {n} of 100", { n: solution.difficulty })}</small>}
    </p>
  );
}
