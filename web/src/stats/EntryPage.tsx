/*
 * One entry of the history: what was played, when and how it ended; the position with the route that was made, to be replayed; a run or a
 * game round by round. Shortest routes are shown when they are asked for: then they can no longer be found.
 */
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Picture } from "../board/Picture";
import { microName } from "../board/names";
import { KeepBoard, boardOf, practiseOn } from "../history/KeepBoard";
import { Named } from "../history/Named";
import { ShareAnimation } from "../game/ShareAnimation";
import { RoutePlayer } from "../game/RoutePlayer";
import { TextAlternative } from "../game/BoardLayout";
import { useRoute } from "../game/route";
import { searchingText, solutionText } from "../game/solutionText";
import { dateText } from "../solve/Calendar";
import { isMicro } from "../solve/PuzzleBoard";
import { describeBoard, describeMicro } from "../board/screenReader";
import type { HistoryEntry, PlayedRound } from "../storage/historyEntry";
import { saveSolutionShown } from "../storage/shownSolutions";
import { useSolution } from "../wasm/useSolution";
import { Icon } from "../ui/icons";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { t } from "../i18n/texts";
import { clockText, entryResult, entryTitle } from "./entryTexts";
import { positionsOf } from "./positions";
import "./history.css";

function usePositions(entry: HistoryEntry | undefined): PlayedRound[] {
  const [found, setFound] = useState<PlayedRound[]>([]);
  useEffect(() => void (entry && positionsOf(entry).then(setFound)), [entry?.id]);
  return found;
}

export function EntryPage({ entry }: { entry: HistoryEntry | undefined }) {
  const rounds = usePositions(entry);
  const [chosen, setChosen] = useState(0);
  const round = rounds[chosen];
  if (!entry)
    return (
      <div class="setup" data-test="no-entry">
        <h1>{t("History")}</h1>
        <p class="wrong">{t("This entry isn't on this device.")}</p>
        <Link to={link("history")} class="button primary">
          {t("History")}
        </Link>
      </div>
    );
  return (
    <div class="setup daily-day history" data-test="entry-page">
      <h1 class="capital">{entryTitle(entry)}</h1>
      <p class="entry-facts">
        <time dateTime={new Date(entry.at).toISOString()}>
          {dateText(entry.date)} · {clockText(entry)}
        </time>
        <b data-test="entry-result">{entryResult(entry)}</b>
      </p>
      {rounds.length > 1 && <Rounds rounds={rounds} chosen={chosen} onChoose={setChosen} />}
      {round && <Round round={round} key={`${chosen} ${round.position}`} />}
      <Ways entry={entry} />
    </div>
  );
}

interface RoundsProps {
  rounds: PlayedRound[];
  chosen: number;
  onChoose: (round: number) => void;
}

const outcomeText = ({ outcome }: PlayedRound): string =>
  outcome === "solved" ? t("solved") : outcome === "wrong" ? t("not solved") : t("skipped");

function Rounds({ rounds, chosen, onChoose }: RoundsProps) {
  return (
    <nav class="chips-list" aria-label={t("Round by round")} data-test="rounds">
      {rounds.map((round, i) => (
        <button key={i} type="button" class={round.outcome} aria-pressed={i === chosen} onClick={() => onChoose(i)}>
          {i + 1} {round.outcome === "solved" ? "✓" : round.outcome === "wrong" ? "✕" : "–"}
          <span class="heard">{outcomeText(round)}</span>
        </button>
      ))}
    </nav>
  );
}

function Round({ round }: { round: PlayedRound }) {
  const { position } = round;
  const [open, setOpen] = useState(false);
  const { solution } = useSolution(open ? position : undefined);
  const show = () => {
    saveSolutionShown(position);
    setOpen(true);
  };
  const own = round.route?.split(" ") ?? [];
  const shortest = solution?.routes ?? (solution?.route ? [solution.route] : []);
  const routes = [
    ...(own.length > 0 ? [{ moves: own, label: t("played") }] : []),
    ...shortest.map((moves) => ({ moves, label: t("shortest") })),
  ];
  const count = (solution?.count ?? shortest.length) + (own.length > 0 ? 1 : 0);
  const props = { position, routes, count };
  return (
    <section class="entry-round" aria-label={t("Position")}>
      <p class="entry-name">
        <Named position={position} />
      </p>
      {isMicro(position) ? <MicroRoutes {...props} /> : <Routes {...props} />}
      {open ? (
        <p data-test="entry-shortest">{solution ? solutionText(solution) : searchingText()}</p>
      ) : (
        <button type="button" onClick={show} data-test="show-shortest">
          {t("Show the shortest routes")}
        </button>
      )}
      <Again position={position} />
    </section>
  );
}

interface RoutesProps {
  position: string;
  routes: { moves: string[]; label: string }[];
  count: number;
}

function Routes({ position, routes, count }: RoutesProps) {
  const route = useRoute(position);
  return (
    <>
      <div class="entry-stage" role="group" aria-label={t("Board")}>
        <Board position={route.played.position} step={route.step} route={route.drawn} markers="" locked />
      </div>
      {routes.length > 0 && <RoutePlayer title={t("Routes")} routes={routes} count={count} route={route} />}
      <TextAlternative lines={() => describeBoard(route.played.position)} />
    </>
  );
}

function MicroRoutes({ position, routes }: RoutesProps) {
  return (
    <>
      <div class="entry-stage">
        <Picture position={position} route={routes[0]?.moves.join(" ") ?? ""} />
      </div>
      <ul class="micro-routes">
        {routes.slice(0, 5).map(({ moves, label }, i) => (
          <li key={i} class="row wrap">
            <span>{label}</span>
            {moves.map((face, n) => (
              <Picture key={n} cell={face} class="small-cell" title={microName(face)} />
            ))}
            <ShareAnimation position={position} moves={moves} />
          </li>
        ))}
      </ul>
      <TextAlternative lines={() => describeMicro(position)} />
    </>
  );
}

/* What to do with a position. */
function Again({ position }: { position: string }) {
  const board = boardOf(position);
  return (
    <p class="row wrap">
      <Link to={link("challenge", position)} class="button" test="play-again">
        <Icon name="play" /> {t("Play it again")}
      </Link>
      {board && (
        <button type="button" onClick={() => practiseOn(board)} data-test="practise-board">
          {t("Practise on this board")}
        </button>
      )}
      <KeepBoard position={position} />
    </p>
  );
}

/* Where the entry came from. */
function Ways({ entry: { replay, day, kind, date } }: { entry: HistoryEntry }) {
  return (
    <p class="row wrap">
      {replay && (
        <a class="button" href={replay} data-test="replay">
          <Icon name="play" /> {t("Watch the replay")}
        </a>
      )}
      {day && kind && (
        <Link to={link("daily", `${day}/${kind}`)} class="button" test="to-daily">
          {t("How everyone did")}
        </Link>
      )}
      <Link to={link("history", date)} class="button quiet">
        <Icon name="back" /> {dateText(date)}
      </Link>
    </p>
  );
}
