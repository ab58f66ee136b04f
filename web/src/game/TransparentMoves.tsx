/*
 * The transparent robot's further moves, through walls and barriers: more than four, so they are listed.
 */
import { directionName } from "../board/names";
import type { Move } from "../wasm/ops";
import { t } from "../i18n/texts";

export function MoreMoves({ options, onMove }: { options: Move[]; onMove: (move: string) => void }) {
  const more = options.filter((one) => one.move.length > 2);
  if (more.length === 0) return null;
  return (
    <section class="more-moves" aria-label={t("Through walls and barriers")}>
      <h2>{t("Through walls and barriers")}</h2>
      <div class="row wrap">
        {more.map((one) => (
          <button key={one.move} type="button" onClick={() => onMove(one.move)}>
            {t("{direction} to {cell}", { direction: directionName(one.move[1] ?? ""), cell: one.to })}
            {one.cost > 1 && ` (${one.cost})`}
          </button>
        ))}
      </div>
    </section>
  );
}
