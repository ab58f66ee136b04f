/*
 * How hard each cell is as a start: the board with shades from the easiest to the hardest, their key, and the same in words.
 */
import { Picture } from "../board/Picture";
import { LAYER, SHADES } from "../wasm/ops";
import { t } from "../i18n/texts";
import { number } from "./AtlasCharts";

const SIDE = 16;
const cellName = (index: number): string =>
  `${String.fromCharCode(97 + (index % SIDE))}${Math.floor(index / SIDE) + 1}`;

/* The cells with the lowest and the highest number; those with none do not count. */
function ends(heat: number[]): { low: number; high: number } {
  let low = -1;
  let high = -1;
  for (const [cell, mean] of heat.entries()) {
    if (mean === 0) continue;
    if (low < 0 || mean < (heat[low] ?? 0)) low = cell;
    if (high < 0 || mean > (heat[high] ?? 0)) high = cell;
  }
  return { low, high };
}

export function Heat({ position, heat }: { position: string; heat: number[] }) {
  const { low, high } = ends(heat);
  const [least, most] = [(heat[low] ?? 0) / 10, (heat[high] ?? 0) / 10];
  const words = t("The easiest start is {easy} ({least} moves on average), the hardest is {hard} ({most}).", {
    easy: cellName(low),
    least,
    hard: cellName(high),
    most,
  });
  return (
    <figure class="heat" data-test="heat">
      <Picture position={position} heat={heat} off={LAYER.robots | LAYER.badges} title={words} />
      <div class="heat-key" aria-hidden="true">
        <span class="tabular">{number(least)}</span>
        {Array.from({ length: SHADES }, (_, shade) => (
          <Picture key={shade} shade={shade} />
        ))}
        <span class="tabular">{number(most)}</span>
      </div>
      <figcaption>{words}</figcaption>
    </figure>
  );
}
