/*
 * The practice rating over time, as a line and as a table. On a device with results of several days a point is the last rating of a day.
 */
import { useId } from "preact/hooks";
import { dateText } from "../solve/Calendar";
import type { HistoryEntry } from "../storage/historyEntry";
import { currentLanguage, t } from "../i18n/texts";
import { type Curve, type Point, curveOf } from "./curve";
import { clockText } from "./entryTexts";

const number = (n: number): string => Math.round(n).toLocaleString(currentLanguage());

export function RatingCurve({ history }: { history: HistoryEntry[] }) {
  const curve = curveOf(history);
  if (curve.points.length < 2) return null;
  const [first, last] = [curve.points[0] as Point, curve.points.at(-1) as Point];
  return (
    <section class="curve" aria-labelledby="curve">
      <h2 id="curve">{t("Your rating over time")}</h2>
      <Line {...curve} />
      <p class="curve-ends tabular" aria-hidden="true">
        <span>{curve.daily ? dateText(first.entry.date) : clockText(first.entry)}</span>
        <span>{curve.daily ? dateText(last.entry.date) : clockText(last.entry)}</span>
      </p>
      <Numbers {...curve} />
    </section>
  );
}

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 64; // for the numbers

function Line({ points, low, high, lines }: Curve) {
  const title = useId();
  const y = (rating: number) => 12 + ((HEIGHT - 24) * (high - rating)) / (high - low);
  const x = (share: number) => LEFT + (WIDTH - LEFT - 12) * share;
  const path = points.map(({ share, rating }) => `${x(share).toFixed(1)} ${y(rating).toFixed(1)}`).join("L");
  const last = points.at(-1) as Point;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-labelledby={title}
      data-test="curve"
      data-points={points.length}
    >
      <title id={title}>
        {t("Your rating was between {least} and {most}; it's {n} now.", {
          least: number(Math.min(...points.map(({ rating }) => rating))),
          most: number(Math.max(...points.map(({ rating }) => rating))),
          n: number(last.rating),
        })}
      </title>
      {lines.map((rating) => (
        <g key={rating}>
          <path class="curve-grid" d={`M${LEFT} ${y(rating).toFixed(1)}H${WIDTH - 4}`} />
          <text x={LEFT - 10} y={y(rating) + 7} text-anchor="end" aria-hidden="true">
            {number(rating)}
          </text>
        </g>
      ))}
      <path class="curve-line" d={`M${path}`} />
      <circle cx={x(last.share)} cy={y(last.rating)} r="8" />
    </svg>
  );
}

function Numbers({ points, daily }: Curve) {
  return (
    <details>
      <summary>{t("Show the numbers")}</summary>
      <div class="curve-numbers">
        <table class="bests tabular" data-test="curve-table">
          <thead>
            <tr>
              <th scope="col">{t("Date")}</th>
              <th scope="col">{t("Rating")}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ entry, rating }) => (
              <tr key={entry.id}>
                <th scope="row">
                  {dateText(entry.date)}
                  {!daily && ` · ${clockText(entry)}`}
                </th>
                <td>{number(rating)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
