/*
 * After a daily puzzle: how everybody did who solved it on this server, the routes they found, the days in a row and the time to the
 * next puzzles. Nothing is shown where the server has it switched off.
 */
import { useEffect, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { movesText } from "../board/names";
import { Countdown } from "../solve/Countdown";
import { type Kind, streak } from "../storage/stats";
import { useStats } from "../storage/useStats";
import { LAYER } from "../wasm/ops";
import { Icon } from "../ui/icons";
import { Link } from "../ui/Link";
import { currentLanguage, t, tn } from "../i18n/texts";
import { type DailyFigures as Figures, type Known, fetchFigures } from "./dailyResults";
import { barsOf, isIn } from "./histogram";
import "./company.css";

interface DailyFiguresProps {
  date: string;
  kind: Kind;
  position: string;
  moves: number | null; // this device's own; null: given up
}

/* Undefined while the server is asked. */
function useFigures(date: string, kind: Kind): Known | undefined {
  const [known, setKnown] = useState<Known>();
  useEffect(() => {
    let stale = false;
    const look = () => void fetchFigures(date, kind).then((found) => void (stale || setKnown(found)));
    look();
    addEventListener("online", look);
    return () => {
      stale = true;
      removeEventListener("online", look);
    };
  }, [date, kind]);
  return known;
}

const percent = (share: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: "percent", maximumFractionDigits: 0 }).format(share);

export function DailyFigures({ date, kind, position, moves }: DailyFiguresProps) {
  const known = useFigures(date, kind);
  if (known === undefined || known === "off") return null;
  if (known === "waiting")
    return (
      <p class="figures-waiting" data-test="figures-waiting">
        {moves === null
          ? t("You'll see how the others did when you're online.")
          : t("Your result is saved. You'll see how the others did when you're online.")}
      </p>
    );
  return (
    <section class="everyone" aria-labelledby="everyone" data-test="figures">
      <h2 id="everyone">{t("How everyone did")}</h2>
      <Numbers figures={known} solved={moves !== null} />
      {known.solved > 0 && <Histogram figures={known} mine={moves} />}
      <p class="help">{t("The server checks every route. Times are reported by each device.")}</p>
      <Routes figures={known} position={position} />
      <Link to="/circle" class="button" test="to-circles">
        <Icon name="people" /> {t("Circles")}
      </Link>
      <div class="come-back">
        <Streak />
        <Countdown />
      </div>
    </section>
  );
}

function Numbers({ figures: { solved, shortest, faster }, solved: mine }: { figures: Figures; solved: boolean }) {
  if (solved === 0) return <p>{t("Nobody has solved it here yet.")}</p>;
  return (
    <>
      {mine && solved === 1 && <p class="first-here">{t("You're the first to solve it here!")}</p>}
      <dl class="figures">
        <div>
          <dt>{t("solved it here")}</dt>
          <dd data-test="solved">{solved.toLocaleString(currentLanguage())}</dd>
        </div>
        <div>
          <dt>{t("found a shortest route")}</dt>
          <dd data-test="shortest-share">{percent(shortest / solved)}</dd>
        </div>
        {mine && solved > 1 && typeof faster === "number" && (
          <div class="faster">
            <dt>{t("took longer than you")}</dt>
            <dd data-test="faster">{percent(faster / 100)}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

function Histogram({ figures, mine }: { figures: Figures; mine: number | null }) {
  const bars = barsOf(figures.histogram, figures.optimum);
  const most = Math.max(1, ...bars.map(({ people }) => people));
  return (
    <ol class="histogram" aria-label={t("Moves")} data-test="histogram">
      {bars.map((bar) => (
        <li key={bar.moves} class={isIn(bar, mine) ? "mine" : ""} data-moves={bar.moves}>
          <span class="histogram-moves tabular" role="img" aria-label={movesText(bar.moves)}>
            {bar.moves}
            {bar.orMore && "+"}
          </span>
          <span class="histogram-bar">
            <i style={{ width: `${(100 * bar.people) / most}%` }} />
            <b class="tabular">{bar.people}</b>
            {isIn(bar, mine) && <span class="heard">{t("You")}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

const SHOWN = 4; // before the rest is asked for

function Routes({ figures: { routes = [] }, position }: { figures: Figures; position: string }) {
  const [all, setAll] = useState(false);
  if (routes.length === 0) return null;
  const shown = all ? routes : routes.slice(0, SHOWN);
  return (
    <>
      <h2>{t("Routes people found")}</h2>
      <ul class="others-routes" data-test="others-routes">
        {shown.map(({ route, count }) => (
          <li key={route} data-route={route}>
            <Picture position={position} route={route} off={LAYER.coordinates} title={t("A route on the board")} bare />
            <span class="tabular">
              {movesText(route.split(" ").length)} · {tn("{n} person", "{n} people", count)}
            </span>
          </li>
        ))}
      </ul>
      {!all && routes.length > SHOWN && (
        <button type="button" onClick={() => setAll(true)} data-test="more-routes">
          {tn("and {n} more", "and {n} more", routes.length - SHOWN)}
        </button>
      )}
    </>
  );
}

function Streak() {
  const row = streak(useStats());
  if (row === 0) return null;
  return (
    <p class="streak-count">
      <b class="show tabular">{row}</b> {tn("day in a row", "days in a row", row)}
    </p>
  );
}
