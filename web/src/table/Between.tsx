/*
 * After a round: who won it and how, the shortest routes beside the winner's, played on the board as often as one likes, and
 * the vote for the next round.
 */
import { Board } from "../board/Board";
import { MicroBoard } from "../board/MicroBoard";
import { Picture } from "../board/Picture";
import { microName, movesWords } from "../board/names";
import { useSolution } from "../carom/useSolution";
import { type Replayed, RoutePlayer } from "../game/RoutePlayer";
import { useRoute } from "../game/route";
import { foundWords, lookingWords } from "../game/found";
import { useKeys } from "../game/keys";
import { saidWords } from "../game/said";
import { Icon } from "../parts/icons";
import { t } from "../texts/texts";
import { useWrong } from "./useWrong";
import type { TableProps } from "../line/useTable";
import type { Result } from "../line/protocol";
import type { Round } from "../line/story";
import { winningTry } from "../line/story";
import { nameOf } from "./names";

type BetweenProps = TableProps & { round: Round };

/* How the round ended, and who failed before. */
export function Outcome({ state, round }: BetweenProps) {
  const won = winningTry(round);
  const failed = round.tries.flatMap((one) => one.failed ?? []);
  return (
    <div class="outcome" data-test="outcome">
      {round.ended.map((said, i) => (
        <p key={i} class="winner">
          {won && !state.micro && <Picture token={round.target} class="target-token" />}
          <span>
            <b>{saidWords(said, state)}</b>
            {won && <small>{movesWords(won.route.length)}</small>}
          </span>
        </p>
      ))}
      {failed.map((said, i) => (
        <p key={i} class="help">
          {saidWords(said, state)}
        </p>
      ))}
    </div>
  );
}

/* What the solver says about the round. */
export function Best({ result }: { result: Result | undefined }) {
  if (!result) return <p class="best help">{lookingWords()}</p>;
  return (
    <p class="best" {...(result.route ? { "data-test": "best" } : {})}>
      {foundWords(result)}
    </p>
  );
}

const PATIENCE = 1500; // for the server's answer

/* The server's answer; where it lists not all routes, or does not come, this device looks itself. */
export function useResult({ view }: TableProps, round: Pick<Round, "number" | "position">): Result | undefined {
  const told = view.results[round.number];
  const short = !told || (typeof told.moves === "number" && (told.count ?? 0) > (told.routes?.length ?? 0));
  const { solution } = useSolution(short && round.position ? round.position : undefined, told ? 0 : PATIENCE);
  const own = solution && { ...solution, game: view.game, round: round.number };
  return own ?? told;
}

function replays({ view, round }: BetweenProps, result: Result | undefined): Replayed[] {
  const won = winningTry(round);
  const best = result?.routes ?? (result?.route ? [result.route] : []);
  const winner = won ? [{ label: nameOf(view.story, won.by), moves: won.route }] : [];
  return [...winner, ...best.map((moves) => ({ label: t("shortest"), moves }))];
}

export function Between(props: BetweenProps) {
  const { table, view, state, round } = props;
  const result = useResult(props, round);
  const { wrong, tried } = useWrong();
  const next = () => void (table.can("next") && tried(table.next()));
  useKeys({ robots: [], letters: { n: next } });
  const micro = state.micro;
  const routes = replays(props, result);
  const voted = view.votes?.by.includes(view.you ?? "") === true;
  return (
    <>
      {micro ? (
        <div class="table-board" role="group" aria-label={t("Board")}>
          <MicroBoard
            position={round.position}
            at={state.robots ?? ""}
            chip={state.rules.chip !== false}
            options={[]}
          />
        </div>
      ) : (
        <Replays {...props} routes={routes} count={result?.count ?? 0} />
      )}
      <section class="table-act" aria-label={t("Result of the round")}>
        <Outcome {...props} />
        <Best result={result} />
        <div class="thumb">
          {table.can("next") && (
            <button type="button" class="primary big" onClick={next} disabled={voted} data-test="next">
              {micro ? t("Roll") : t("Next round")} <Icon name="next" />
            </button>
          )}
          {view.votes && view.votes.by.length > 0 && (
            <p class="help" data-test="votes">
              {t("{n} of {all} want to go on.", { n: view.votes.by.length, all: view.votes.needed })}
            </p>
          )}
        </div>
        {wrong && (
          <p class="wrong" role="alert" data-test="wrong">
            {wrong}
          </p>
        )}
        {micro && <MicroRoutes routes={routes} />}
      </section>
    </>
  );
}

/* The board as the round left it, until a route is played on it. */
function Replays({ state, round, routes, count }: BetweenProps & { routes: Replayed[]; count: number }) {
  const route = useRoute(round.position);
  const all = count + (winningTry(round) ? 1 : 0);
  return (
    <>
      <div class="table-board" role="group" aria-label={t("Board")}>
        <Board
          position={route.moves.length > 0 ? route.played.position : state.shown}
          markers={state.markers ?? ""}
          step={route.step}
          locked
        />
      </div>
      {routes.length > 0 && (
        <div class="table-routes">
          <RoutePlayer title={t("Routes")} routes={routes} count={Math.max(all, routes.length)} route={route} />
        </div>
      )}
    </>
  );
}

function MicroRoutes({ routes }: { routes: Replayed[] }) {
  return (
    <ul class="micro-routes">
      {routes.slice(0, 5).map(({ label, moves }, i) => (
        <li key={i}>
          <span>
            {label} ({moves.length})
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
