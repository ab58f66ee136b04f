/*
 * The relaxed race (H1): everybody's private board is live all the time, a route that reaches the target is handed in with one
 * tap, and a list says who has one already, in how many moves and after how long. Which route it is nobody sees before the
 * round is over; then all of them stand there with their points.
 */
import { Board } from "../board/Board";
import { clock } from "../board/Hourglass";
import { Moves } from "../board/RouteMoves";
import { MovePad } from "../board/MovePad";
import { movesText } from "../board/names";
import { listMoves } from "../wasm/ops";
import type { Player } from "../wasm/referee";
import { MoreMoves } from "../game/TransparentMoves";
import { type Said, routeText } from "../game/StatusLine";
import { useKeys } from "../game/keys";
import { type Round, lastRound } from "../remote/gameHistory";
import type { TableProps } from "../remote/useTable";
import { ErrorText } from "../ui/ErrorText";
import { t, tn } from "../i18n/texts";
import { VoteCount, watchingText } from "./Bidding";
import { ScratchBoard, type Planning, useScratchRoute } from "./ScratchBoard";
import { Target } from "./Target";
import { PlayerLabel } from "./PlayerName";
import { nameOf } from "./tableTexts";
import type { ShownPosition } from "./useShownPosition";
import { useActionError } from "./useActionError";
import "./race.css";

type RacingProps = TableProps & { seen: ShownPosition };

export function RaceView(props: RacingProps) {
  return props.table.me ? <Racer {...props} /> : <Onlooker {...props} />;
}

/* Who watches sees the target and who is through. */
function Onlooker({ seen, ...props }: RacingProps) {
  return (
    <>
      <div class="table-board" role="group" aria-label={t("Board")}>
        <Board {...seen} markers={props.state.markers ?? ""} locked />
      </div>
      <section class="table-act" aria-label={t("The race")}>
        <Target state={props.state} step={{ words: watchingText() }} />
        <RaceStandings {...props} />
      </section>
    </>
  );
}

/* What can be done now. */
function raceSaid({ table, view }: TableProps, { refused, route }: Planning): Said {
  if (refused) return { words: refused.words, wrong: true };
  if (table.me?.done) return { words: t("The others are still searching.") };
  if (route.played.state === "no-ricochet") return routeText(route.played);
  if (table.may.standing.some(({ by }) => by === view.you))
    return { words: t("Find a shorter route, or tap “I'm done”.") };
  return { words: t("Find a route on your scratch board, then hand it in.") };
}

function Racer({ seen: _seen, ...props }: RacingProps) {
  const { table, state } = props;
  const plan = useScratchRoute(props);
  const { wrong, tried } = useActionError();
  const hand = () => void (table.isAllowed("hand") && tried(table.hand(plan.route.moves, plan.route.played.cost)));
  const done = () => void (table.isAllowed("done") && tried(table.done()));
  useKeys({ ...plan.keys, letters: { ...plan.keys.letters, n: done, h: hand } });
  return (
    <>
      <div class="table-board" role="group" aria-label={t("Board")}>
        <ScratchBoard plan={plan} state={state} />
      </div>
      <section class="table-act" aria-label={t("The race")}>
        <Target state={state} step={raceSaid(props, plan)} />
        <RaceStandings {...props} />
        <ErrorText words={wrong} />
        <div class="thumb">
          <RaceControls plan={plan} onHand={hand} most={table.may.hand ?? 0} />
          <VoteCount {...props} onDone={done} tried={tried} />
        </div>
      </section>
    </>
  );
}

interface RaceControlsProps {
  plan: Planning;
  onHand: () => void;
  most: number; // moves of a route that would be taken
}

function RaceControls({ plan, onHand, most }: RaceControlsProps) {
  const { route, robots, selected, pick, direct } = plan;
  const { cost, state, position } = route.played;
  return (
    <div class="plan race-plan">
      <p class="plan-line">
        {t("Your scratch board")}:{" "}
        <b class="tabular" data-test="plan-count">
          {cost}
        </b>
      </p>
      <MovePad robots={robots} selected={selected} onSelect={pick} onDirection={direct} tools={route}>
        <button
          type="button"
          class="primary"
          disabled={state !== "reached" || cost > most}
          onClick={onHand}
          data-test="hand"
        >
          {t("Hand in this route: {n}", { n: cost })}
        </button>
      </MovePad>
      {selected === "T" && (
        <MoreMoves options={listMoves(position, "T").moves} onMove={(move) => void route.move(move)} />
      )}
    </div>
  );
}

/* When the route that stands was handed in, after the target was drawn. */
const after = (round: Round | undefined, by: string): string => {
  const last = round?.bids.filter((bid) => bid.by === by).at(-1);
  return round && last ? clock(Math.max(0, last.at - round.drawnAt)) : "";
};

/* Who has a route, the best first; who is still searching; who has given up. */
export function RaceStandings({ table, view, state, most = 8 }: TableProps & { most?: number }) {
  const round = lastRound(view.gameHistory);
  const order = table.may.standing;
  const doneOf = (id: string) => state.players.find((player) => player.id === id)?.done === true;
  const without = state.players.filter(({ id }) => !order.some(({ by }) => by === id));
  const mine = order.findIndex(({ by }) => by === view.you);
  const shown = order.map((one, i) => ({ one, i })).filter(({ i }) => i < most || i === mine);
  return (
    <div class="bids runners" data-test="runners">
      <h2 class="heard">{t("Routes so far")}</h2>
      <ol tabIndex={order.length > 1 ? 0 : -1}>
        {order.length === 0 && <li class="no-bids">{t("No routes yet.")}</li>}
        {shown.map(({ one, i }) => (
          <li key={one.by} data-order={i + 1} class={one.by === view.you ? "you" : ""} data-runner={one.by}>
            <b class="moves tabular" role="img" aria-label={movesText(one.moves ?? 0)}>
              {one.moves}
            </b>
            <PlayerLabel name={one.by === view.you ? t("You") : nameOf(view.gameHistory, one.by)} />
            <small class="tabular">{after(round, one.by)}</small>
            {doneOf(one.by) && (
              <span class="done" role="img" aria-label={t("done")}>
                ✓
              </span>
            )}
          </li>
        ))}
        {order.length > shown.length && <li class="help">{more(order.length - shown.length)}</li>}
      </ol>
      <p class="help still">
        {view.pendingBid ? sendingText(view.pendingBid.moves) : order.length > 0 && searching(without)}
      </p>
    </div>
  );
}

/* One line that is always there: nothing below it moves under the finger. */
const sendingText = (n: number): string => t("Sending your route: {n}", { n });
const more = (n: number): string => tn("and {n} more has a route", "and {n} more have a route", n);
function searching(players: Player[]): string {
  const on = players.filter((player) => !player.done).length;
  return tn("{n} is still searching", "{n} are still searching", on);
}

/* After the round: everybody's route with its moves, time and points. */
export function RaceResult({ view, round }: TableProps & { round: Round }) {
  const shown = round.tries.filter((one) => one.points !== undefined);
  if (shown.length === 0) return null;
  return (
    <ol class="race-result" data-test="race-result">
      {shown.map((one) => (
        <li key={one.by} class={one.by === view.you ? "you" : ""} data-runner={one.by}>
          <b class="points tabular" role="img" aria-label={tn("{n} point", "{n} points", one.points ?? 0)}>
            +{one.points}
          </b>
          <PlayerLabel name={one.by === view.you ? t("You") : nameOf(view.gameHistory, one.by)} />
          <small class="tabular">
            {movesText(one.moves)}, {after(round, one.by)}
          </small>
          <span class="race-route">
            <Moves moves={one.route} />
          </span>
        </li>
      ))}
    </ol>
  );
}
