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
import { Icon } from "../parts/icons";
import { t } from "../texts/texts";
import { useWrong } from "./useWrong";
import type { TableProps } from "../line/useTable";
import type { Result } from "../line/protocol";
import type { Round } from "../line/story";
import { winningTry } from "../line/story";
import { failureWords, nameOf, putbackWords, targetName } from "./sentences";

type BetweenProps = TableProps & { round: Round };

/* How the round ended, in a sentence or two. */
export function Outcome({ view, state, round }: BetweenProps) {
  const shown = winningTry(round);
  const failed = round.tries.filter((one) => one.end && one.end !== "won");
  return (
    <div class="outcome" data-test="outcome">
      {round.winner && round.face !== "down" && (
        <p class="winner">
          {!state.micro && <Picture token={round.target} class="target-token" />}
          <span>
            <b>
              {round.winner === view.you
                ? t("Yours: {target}!", { target: targetName(state, round.target) })
                : t("{name} wins: {target}.", {
                    name: nameOf(view.story, round.winner),
                    target: targetName(state, round.target),
                  })}
            </b>
            {shown && <small>{movesWords(shown.route.length)}</small>}
          </span>
        </p>
      )}
      {round.face === "down" && (
        <p class="winner">
          <b>{t("The sand is out: the token stays face down.")}</b>
        </p>
      )}
      {round.penalty && (
        <p>
          {t("{from} gives a chip to {to}.", {
            from: nameOf(view.story, round.penalty.from),
            to: nameOf(view.story, round.penalty.to),
          })}
        </p>
      )}
      {round.putback && (
        <p class="winner">
          <b>{putbackWords(round.putback)}</b>
        </p>
      )}
      {failed.map((one, i) => (
        <p key={i} class="help">
          {nameOf(view.story, one.by)} ({one.moves}):{" "}
          {failureWords(one.end as Exclude<typeof one.end, "won" | undefined>)}
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
          <MicroBoard position={round.position} at={state.robots ?? ""} chip options={[]} />
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
