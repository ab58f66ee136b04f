/*
 * What the pages of the atlas are made of: numbers with their names, charts, and positions to play.
 */
import { Picture } from "../board/Picture";
import { movesText, tokenName } from "../board/names";
import type { Robot } from "../wasm/ops";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { currentLanguage, t, tn } from "../i18n/texts";

/* A number as it is written in the language that is spoken. */
export const number = (n: number): string => n.toLocaleString(currentLanguage());
/* A number of placements, which may be large. */
export const placementsText = (n: number): string => tn("{n} placement", "{n} placements", n);
export const rounded = (number: number, digits = 2): number => Number(number.toFixed(digits));

export function Facts({ facts }: { facts: [string, string][] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/* Placements by number of moves: as a picture, and as a table of numbers. */
export function Chart({ counts, target }: { counts: number[]; target?: string }) {
  const robot = target && target !== "V" ? { robot: target[0] as Robot } : {};
  return (
    <figure class="chart">
      <Picture counts={counts} title={t("Placements by number of moves")} {...robot} />
      <figcaption>{t("Placements by number of moves")}</figcaption>
      <details>
        <summary>{t("Show the numbers")}</summary>
        <table class="tabular">
          <thead>
            <tr>
              <th scope="col">{t("Moves")}</th>
              <th scope="col">{t("Placements")}</th>
            </tr>
          </thead>
          <tbody>
            {counts.map((count, moves) => (
              <tr key={moves}>
                <th scope="row">{moves}</th>
                <td>{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/* A position in small, with what it needs and where it can be played. */
interface CardProps {
  board: string;
  robots: string;
  target: string;
  moves: number;
  count?: number;
  onWatch?: () => void;
  watched?: boolean;
}

export function Card({ board, robots, target, moves, count, onWatch, watched }: CardProps) {
  const position = `${board}/${robots}/${target}`;
  return (
    <li class="record" data-test="record" data-position={position}>
      <Link to={link("practice", position)} class="record-board">
        <Picture position={position} bare title={`${movesText(moves)}, ${tokenName(target)}`} />
      </Link>
      <div>
        <b>{movesText(moves)}</b>
        <span>{tokenName(target)}</span>
        {count !== undefined && <small>{placementsText(count)}</small>}
        <div class="row wrap">
          <Link to={link("practice", position)} class="button primary">
            {t("Play")}
          </Link>
          {onWatch ? (
            <button type="button" aria-pressed={watched} onClick={onWatch}>
              {t("Show a shortest route")}
            </button>
          ) : (
            <Link to={link("atlas", `${board}/${target}`)} class="button">
              {t("See this board")}
            </Link>
          )}
        </div>
      </div>
    </li>
  );
}
