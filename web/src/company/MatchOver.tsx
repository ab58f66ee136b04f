/*
 * The end of a match: who has won, the podium, and everybody's routes on the board, target by target.
 */
import { useMemo, useState } from "preact/hooks";
import { movesText } from "../board/names";
import { PodiumSteps, placed } from "../game/PodiumSteps";
import { RouteBoard } from "../game/RouteBoard";
import { type RouteToPlay, RoutePlayer } from "../game/RoutePlayer";
import { TargetLine } from "../game/TargetHeader";
import { useRoute } from "../game/route";
import { useSelection } from "../game/selection";
import { displayName } from "../storage/mutedNames";
import { timeText } from "../solve/TimedPuzzle";
import { useSolution } from "../wasm/useSolution";
import { Icon } from "../ui/icons";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { listText, t } from "../i18n/texts";
import { Standings, TargetResults, triesAt } from "./Standings";
import { type MatchAddress, type MatchView, fetchMatchLog } from "./matches";

interface OverProps {
  address: MatchAddress;
  view: MatchView;
}

function verdictText(view: MatchView): string {
  const ranked = placed(view.players.map((player) => ({ ...player, score: player.points })));
  const winners = ranked.filter(({ player, place }) => place === 1 && player.points > 0).map(({ player }) => player);
  if (winners.length === 0) return t("Nobody wins.");
  if (winners.length > 1)
    return t("Shared victory: {names}.", { names: listText(winners.map(({ name }) => displayName(name))) });
  return winners[0]?.id === view.me ? t("You win!") : t("{name} wins!", { name: displayName(winners[0]?.name ?? "") });
}

/* The target at which somebody got the most points with the longest route. */
function bestText(view: MatchView, id: string): string {
  const tries = view.players.find((player) => player.id === id)?.tries ?? [];
  const best = tries
    .flatMap((tried) => (tried?.points === 3 && tried.moves ? [tried.moves] : []))
    .sort((a, b) => b - a)[0];
  return best === undefined ? "" : t("Best round: {moves}", { moves: movesText(best) });
}

export function MatchOver({ address, view }: OverProps) {
  const played = view.players.filter((player) => player.played > 0);
  const onPodium = played.map(({ id, name, points }) => ({
    id,
    name: displayName(name),
    score: points,
    best: bestText(view, id),
  }));
  return (
    <div class="setup match">
      <h1 data-test="match-title">{t("Match in {name}", { name: view.name })}</h1>
      <p class="match-verdict" data-test="over">
        {verdictText(view)}
      </p>
      {onPodium.length > 1 && <PodiumSteps players={onPodium} seats={view.players} you={view.me} />}
      <Standings view={view} />
      <Targets view={view} />
      <div class="row wrap">
        <Link to={`/circle/${address.circle}`} class="button primary">
          <Icon name="people" /> {t("Back to the circle")}
        </Link>
        <button type="button" onClick={() => void download(address)} data-test="log">
          {t("Download log")}
        </button>
      </div>
      <p class="help">
        {t("The log proves that every position was dealt from a secret fixed before the match began.")}
      </p>
    </div>
  );
}

async function download(address: MatchAddress): Promise<void> {
  const log = await fetchMatchLog(address);
  if (!log) return;
  const place = document.createElement("a");
  place.href = URL.createObjectURL(log);
  place.download = `carom-match-${address.match}.jsonl`;
  place.click();
  URL.revokeObjectURL(place.href);
}

function Targets({ view }: { view: MatchView }) {
  const [target, setTarget] = useState(1);
  const position = view.positions[target - 1];
  return (
    <section aria-labelledby="routes">
      <h2 id="routes">{t("Routes")}</h2>
      <ol class="match-targets" aria-label={t("Targets")} data-test="targets">
        {view.positions.map((_, i) => (
          <li key={i}>
            <button
              type="button"
              aria-pressed={i + 1 === target}
              aria-label={t("Target {n}", { n: i + 1 })}
              onClick={() => setTarget(i + 1)}
            >
              <b class="show">{i + 1}</b>
            </button>
          </li>
        ))}
      </ol>
      {position !== undefined && <TargetReplay view={view} target={target} position={position} key={target} />}
    </section>
  );
}

function TargetReplay({ view, target, position }: { view: MatchView; target: number; position: string }) {
  const route = useRoute(position);
  const selection = useSelection(position, route.played.position, () => {});
  const { solution } = useSolution(position);
  /* A route that several have found stands there once, with all their names. */
  const routes = useMemo<RouteToPlay[]>(() => {
    const found = new Map<string, string[]>();
    for (const { player, tried } of triesAt(view, target))
      if (tried.route)
        found.set(tried.route, [
          ...(found.get(tried.route) ?? []),
          `${displayName(player.name)} ${timeText(tried.ms ?? 0)}`,
        ]);
    const shortest = solution?.route?.join(" ");
    if (shortest !== undefined && !found.has(shortest)) found.set(shortest, [t("A shortest route")]);
    return [...found].map(([moves, names]) => ({ moves: moves.split(" "), label: listText(names, "unit") }));
  }, [view, target, solution]);
  return (
    <div class="match-replay">
      <div class="stage-board" role="group" aria-label={t("Board")}>
        <RouteBoard from={position} route={route} selection={selection} locked />
      </div>
      <div>
        <TargetLine position={position} count={route.played.cost} />
        <TargetResults view={view} target={target} />
        {routes.length > 0 && (
          <RoutePlayer title={t("Target {n}", { n: target })} routes={routes} count={routes.length} route={route} />
        )}
        <Link to={link("practice", position)} class="button" test="practise">
          {t("Practise this position")}
        </Link>
      </div>
    </div>
  );
}
