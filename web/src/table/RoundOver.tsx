/*
 * After a round: who won it and how, the shortest routes beside the winner's, played on the board as often as one likes, and
 * the vote for the next round.
 */
import { Board } from "../board/Board";
import { MicroBoard } from "../board/MicroBoard";
import { Picture } from "../board/Picture";
import { microName, movesText } from "../board/names";
import { startMarkers } from "../wasm/ops";
import { useSolution } from "../wasm/useSolution";
import { type RouteToPlay, RoutePlayer } from "../game/RoutePlayer";
import { StatusLine } from "../game/StatusLine";
import { ChipField } from "../game/BoardFields";
import { useRoute } from "../game/route";
import { heroOf } from "../game/WinPanel";
import { solutionText, searchingText } from "../game/solutionText";
import { useKeys } from "../game/keys";
import { eventText } from "../game/eventText";
import { Avatar } from "../ui/Avatar";
import { Icon } from "../ui/icons";
import { ErrorText } from "../ui/ErrorText";
import { t, tn } from "../i18n/texts";
import { useActionError } from "./useActionError";
import type { TableProps } from "../remote/useTable";
import type { RoundResult } from "../remote/protocol";
import type { Round } from "../remote/gameHistory";
import { winningRoute } from "../remote/gameHistory";
import { FailureReason } from "./FailureReason";
import { RaceResult } from "./Race";
import { PlayerLabel, TextWithNames } from "./PlayerName";
import { nameOf } from "./tableTexts";
import type { ShownPosition } from "./useShownPosition";

type RoundProps = TableProps & { round: Round };
type BetweenProps = RoundProps & { seen: ShownPosition };

/* Who has won a target, in few and large words; how other rounds ended, the event itself says. */
function wonTexts({ state, view, round }: RoundProps): { title: string; score: number } | undefined {
  const winner = state.players.find(({ id }) => id === round.winner);
  if (!winner || state.micro || state.race || round.face === "down" || !winningRoute(round)) return undefined;
  const name = nameOf(view.gameHistory, winner.id);
  const title = winner.id === view.you ? t("You win this round!") : t("{name} wins this round!", { name });
  return { title, score: winner.score };
}

/* How the round ended, and who failed before. */
export function RoundOutcome(props: RoundProps) {
  const { state, round } = props;
  const texts = wonTexts(props);
  const won = winningRoute(round);
  const failed = round.tries.flatMap((one) => one.failed ?? []);
  const flood = won && round.winner ? `flood flood-${heroOf(round.position)}` : "";
  return (
    <div class="outcome" data-test="outcome">
      {round.ended.map((said, i) => (
        <p key={i} class={`winner ${flood}`}>
          {won && !state.micro && <Picture token={round.target} class="target-token" />}
          <span>
            <b>
              <TextWithNames words={texts && i === 0 ? texts.title : eventText(said, state)} />
            </b>
            {won && (
              <small>
                {movesText(won.route.length)}
                {texts && i === 0 && ` · ${t("Score: {n}", { n: texts.score })}`}
              </small>
            )}
          </span>
        </p>
      ))}
      {failed.map((said, i) => (
        <p key={i} class="help">
          <TextWithNames words={eventText(said, state)} />
        </p>
      ))}
    </div>
  );
}

const SCORES = 6; // fit beside one another

/* Everybody's score right below who has won, the winner's lit. The list of players, further down, says it in words. */
function Scores({ state, view, round }: RoundProps) {
  const players = state.players.toSorted((a, b) => b.score - a.score);
  if (state.solo || state.race || players.length < 2 || players.length > SCORES) return null;
  const lit = winningRoute(round) ? `tint-${heroOf(round.position)}` : "lit";
  return (
    <ul class={`scores ${players.length === 2 ? "named" : ""}`} aria-hidden="true" data-test="scores">
      {players.map(({ id, score }) => {
        const name = nameOf(view.gameHistory, id);
        return (
          <li key={id} class={id === round.winner ? lit : ""}>
            <Avatar players={state.players} id={id} name={name} />
            <PlayerLabel name={name} />
            <b class="points tabular">{score}</b>
          </li>
        );
      })}
    </ul>
  );
}

/* What the solver says about the round. */
export function BestRoute({ result }: { result: RoundResult | undefined }) {
  if (!result) return <p class="best help">{searchingText()}</p>;
  return (
    <p class="best" {...(result.route ? { "data-test": "best" } : {})}>
      {solutionText(result)}
    </p>
  );
}

const PATIENCE = 1500; // for the server's answer

/* The server's answer; where it lists not all routes, or does not come, this device looks itself. */
export function useResult({ view }: TableProps, round: Pick<Round, "number" | "position">): RoundResult | undefined {
  const told = view.results[round.number];
  const short = !told || (typeof told.moves === "number" && (told.count ?? 0) > (told.routes?.length ?? 0));
  const { solution } = useSolution(short && round.position ? round.position : undefined, told ? 0 : PATIENCE);
  const own = solution && { ...solution, game: view.game, round: round.number };
  return own ?? told;
}

function replays({ view, round }: RoundProps, result: RoundResult | undefined): RouteToPlay[] {
  const won = winningRoute(round);
  const best = result?.routes ?? (result?.route ? [result.route] : []);
  const shown = round.tries.filter((one) => one.points !== undefined || one === won);
  const routes = [
    ...shown.map((one) => ({ label: nameOf(view.gameHistory, one.by), moves: one.route })),
    ...best.map((moves) => ({ label: t("shortest"), moves })),
  ];
  const first = new Map(routes.map((one) => [one.moves.join(" "), one] as const).reverse());
  return routes.filter((one) => first.get(one.moves.join(" ")) === one); // what a player has found stands there once
}

/* How many routes there are, also those that the solver has counted but not listed. */
function routeCount(routes: RouteToPlay[], result: RoundResult | undefined): number {
  const listed = result?.routes?.length ?? (result?.route ? 1 : 0);
  return routes.length + Math.max(0, (result?.count ?? 0) - listed);
}

export function RoundOver(props: BetweenProps) {
  const { table, view, state, round, seen } = props;
  const result = useResult(props, round);
  const { wrong, tried } = useActionError();
  const next = () => void (table.isAllowed("next") && tried(table.next()));
  useKeys({ robots: [], letters: { n: next } });
  const micro = state.micro;
  const routes = replays(props, result);
  const voted = view.votes?.by.includes(view.you ?? "") === true;
  return (
    <>
      {micro ? (
        <div class="table-board" role="group" aria-label={t("Board")}>
          <MicroBoard {...seen} position={round.position} chip={state.rules.chip !== false} options={[]} />
          <FailureReason seen={seen} />
        </div>
      ) : (
        <Replays {...props} routes={routes} count={routeCount(routes, result)} />
      )}
      <section class="table-act" aria-label={t("Round result")}>
        <RoundOutcome {...props} />
        <Scores {...props} />
        <BestRoute result={result} />
        {state.race && <RaceResult {...props} />}
        <div class="thumb">
          <StatusLine
            words={
              view.state?.phase === "over"
                ? t("That was the last round.")
                : voted
                  ? t("The others are still looking at the routes.")
                  : table.isAllowed("next")
                    ? t("Look at the routes, or continue.")
                    : t("The players continue when they're ready.")
            }
          />
          {table.isAllowed("next") && (
            <button type="button" class="primary big" onClick={next} disabled={voted} data-test="next">
              {micro ? t("Roll") : t("Next round")} <Icon name="next" />
            </button>
          )}
          {view.votes && view.votes.by.length > 0 && (
            <p class="help" data-test="votes">
              {tn("{n} of {all} wants to continue.", "{n} of {all} want to continue.", view.votes.by.length, {
                all: view.votes.needed,
              })}
            </p>
          )}
        </div>
        {table.isAllowed("chip") && (
          <ChipField value={state.rules.chip !== false} onChange={(chip) => void tried(table.setChip(chip))} />
        )}
        <ErrorText words={wrong} />
        {micro && <MicroRoutes routes={routes} />}
      </section>
    </>
  );
}

/* The board as the round left it, with markers where it began, until a route is played on it. */
function Replays({ round, seen, routes, count }: BetweenProps & { routes: RouteToPlay[]; count: number }) {
  const route = useRoute(round.position);
  const shortest = routes.find(({ label }) => label === t("shortest"));
  const better = shortest && !seen.why && shortest.moves.length !== seen.route?.moves.length;
  const drawn = better ? { from: round.position, moves: shortest.moves } : seen.route;
  return (
    <>
      <div class="table-board" role="group" aria-label={t("Board")}>
        <Board
          {...(route.shown
            ? { position: route.played.position, step: route.step, route: route.drawn }
            : { ...seen, route: drawn })}
          markers={startMarkers(round.position)}
          locked
        />
        {!route.shown && <FailureReason seen={seen} />}
      </div>
      {routes.length > 0 && (
        <div class="table-routes">
          <RoutePlayer title={t("Routes")} routes={routes} count={count} route={route} />
        </div>
      )}
    </>
  );
}

function MicroRoutes({ routes }: { routes: RouteToPlay[] }) {
  return (
    <ul class="micro-routes">
      {routes.slice(0, 5).map(({ label, moves }, i) => (
        <li key={i}>
          <span>
            <TextWithNames words={label ?? ""} /> ({moves.length})
          </span>
          <span class="row wrap">
            {moves.map((face, n) => (
              <Picture key={n} cell={face} class="small-cell" title={microName(face)} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
