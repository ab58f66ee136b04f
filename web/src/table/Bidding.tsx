/*
 * Thinking and bidding: the target, everybody's bids, and a number pad under the thumb. If the table allows it the board is a
 * private one to try moves on; otherwise robots move only in the mind.
 */
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { MicroBoard } from "../board/MicroBoard";
import { type Said, inYourHeadText, routeText } from "../game/StatusLine";
import { NumberPad } from "../game/NumberPad";
import { useKeys } from "../game/keys";
import { Icon } from "../ui/icons";
import type { State } from "../wasm/referee";
import type { View } from "../remote/remoteTable";
import { ErrorText } from "../ui/ErrorText";
import { t } from "../i18n/texts";
import { Bids } from "./Bids";
import { useActionError } from "./useActionError";
import { botLevel } from "./tableTexts";
import { ScratchBoard, ScratchControls, type Planning, useScratchRoute } from "./ScratchBoard";
import { Target } from "./Target";
import { EasyStart } from "./EasyStart";
import { FailureReason } from "./FailureReason";
import type { ShownPosition } from "./useShownPosition";
import type { TableProps } from "../remote/useTable";

/* Renders again every second until a time has come. */
function useDeadline(when: number, now: () => number): number {
  const [, tick] = useState(0);
  const left = when - now();
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => tick((n) => n + 1), Math.min(1000, left));
    return () => clearTimeout(timer);
  });
  return Math.max(0, left);
}

export function Bidding(props: BiddingProps) {
  const planning = props.view.options.plan && props.table.me && !props.state.micro && !props.state.solo;
  return planning ? <WithPlan {...props} /> : <Bidder {...props} plan={null} />;
}

function WithPlan(props: BiddingProps) {
  return <Bidder {...props} plan={useScratchRoute(props)} />;
}

type BiddingProps = TableProps & { seen: ShownPosition };

interface BidderProps extends BiddingProps {
  plan: Planning | null;
}

const callText = (): string => t("Find a route in your head, then call its number of moves.");
/* For those who watch. */
export const watchingText = (): string => t("The players are searching for a route. Watch, or find one yourself.");

/* What can be done now. */
function biddingSaid({ table, plan, state }: BidderProps, touched: boolean): Said {
  if (plan?.refused) return { words: plan.refused.words, wrong: true };
  if (!table.me) return { words: watchingText() };
  if (table.me.done) return { words: t("The others are still searching.") };
  if (plan?.route.played.state === "no-ricochet") return routeText(plan.route.played);
  if (touched) return { words: state.micro ? callText() : inYourHeadText(), wrong: true };
  if (state.solo) return { words: t("Find a route in your head, then tap “I have it” to stop the hourglass.") };
  if (table.me.bid !== undefined) return { words: t("Find a shorter route, or tap “No more bids”.") };
  if (plan) return { words: t("Try it on your scratch board, then bid your route.") };
  return { words: state.micro ? callText() : t("Find the route in your head, then bid its number of moves.") };
}

function Bidder({ plan, ...props }: BidderProps) {
  const { table, state, seen } = props;
  const [touched, setTouched] = useState(false);
  const { standing, bid: most = 0 } = table.may;
  const { wrong, tried } = useActionError();
  const bid = (moves: number) => void tried(table.bid(moves));
  const done = () => void (table.isAllowed("done") && tried(table.done()));
  useNobodyLeft(props, done);
  useKeys({ robots: [], ...plan?.keys, letters: { ...plan?.keys.letters, n: done } });
  return (
    <>
      <div class="table-board" role="group" aria-label={t("Board")}>
        <BiddingBoard plan={plan} state={state} seen={seen} onTouch={() => setTouched(true)} />
        <FailureReason seen={seen} />
      </div>
      <section class="table-act" aria-label={t("Bidding")}>
        <Target state={state} step={biddingSaid({ plan, ...props }, touched)} />
        {!state.solo && <Bids {...props} standing={standing} />}
        <ErrorText words={wrong} />
        {table.me && (
          <div class="thumb">
            {plan && <ScratchControls plan={plan} onBid={bid} most={most} />}
            {table.isAllowed("bid") && state.solo && (
              <button
                type="button"
                class="primary big"
                onClick={() => void tried(table.announce())}
                data-test="have-it"
              >
                {t("I have it")}
              </button>
            )}
            {table.isAllowed("bid") && !state.solo && (
              <BidField plan={plan !== null} micro={state.micro} most={table.may.bid} onBid={bid} />
            )}
            <VoteCount {...props} onDone={done} tried={tried} />
            <EasyStart state={state} />
          </div>
        )}
      </section>
    </>
  );
}

/* Against bots: when all of them have nothing better than your bid there is nothing to wait for. */
function useNobodyLeft({ table, view, state }: TableProps, done: () => void): void {
  const others = state.players.filter(({ id }) => id !== view.you);
  const over =
    others.length > 0 &&
    others.every(({ id, done: said }) => said && botLevel(id) > 0) &&
    table.may.standing[0]?.by === view.you &&
    table.isAllowed("done");
  useEffect(() => void (over && done()), [over]);
}

type BoardProps = Pick<BidderProps, "plan" | "state" | "seen"> & { onTouch: () => void };
function BiddingBoard({ plan, state, seen, onTouch }: BoardProps) {
  if (state.micro) return <MicroBoard {...seen} chip={state.rules.chip !== false} options={[]} onTouch={onTouch} />;
  if (plan && !seen.why) return <ScratchBoard plan={plan} state={state} />;
  return <Board {...seen} markers={state.markers ?? ""} locked onTouch={onTouch} />;
}

/* Beside a private board the number pad waits until it is wanted. */
interface BidFieldProps {
  plan: boolean;
  micro: boolean;
  most: number | undefined; // that the referee takes (R11)
  onBid: (moves: number) => void;
}

function BidField({ plan, micro, most, onBid }: BidFieldProps) {
  if (!plan) return <NumberPad label={micro ? t("Call") : t("Bid")} most={most} onBid={onBid} />;
  return (
    <details class="plan-number">
      <summary>{t("Bid a number without a route")}</summary>
      <NumberPad label={t("Bid")} most={most} onBid={onBid} shy />
    </details>
  );
}

interface WishesProps extends TableProps {
  onDone: () => void;
  tried: ReturnType<typeof useActionError>["tried"];
}

/* No more bids, turn the hourglass, another target: whichever the referee would accept now, and what was wished already. */
export function VoteCount({ table, view, state, onDone, tried }: WishesProps) {
  const { flip, skip: rolls = 0 } = table.may;
  const { done = false, skip = false } = table.me ?? {};
  const wait = useDeadline(flip ?? 0, () => table.client.now());
  const early = useDeadline(rolls, () => table.client.now());
  return (
    <div class="wishes">
      {(table.isAllowed("done") || done) && (
        <button type="button" onClick={onDone} disabled={done} data-test="done">
          <Icon name="check" /> {state.race ? raceDone(done) : done ? t("You're done bidding.") : t("No more bids")}
        </button>
      )}
      {flip !== undefined && wait === 0 && (
        <button type="button" onClick={() => void tried(table.flip())} data-test="flip">
          {t("Turn the hourglass")}
        </button>
      )}
      {(table.isAllowed("skip") || skip || rolls > 0) && early === 0 && (
        <button
          type="button"
          onClick={() => void tried(table.skip())}
          disabled={skip}
          title={t("Everyone present must agree.")}
          data-test="skip"
        >
          {anotherText(state, view)}
        </button>
      )}
    </div>
  );
}

const raceDone = (done: boolean): string => (done ? t("You're done with this target.") : t("I'm done"));

/* Who has to agree to another target: people who are here. Bots have no say, and the absent go along. */
function anotherText(state: State, view: View): string {
  const all = state.players.filter(({ id }) => botLevel(id) === 0 && !view.presence.away.includes(id));
  const n = all.filter((player) => player.skip).length;
  const count = { n, all: all.length };
  if (n === 0) return state.micro ? t("Roll another target") : t("Another target");
  return state.micro ? t("Roll another target ({n} of {all})", count) : t("Another target ({n} of {all})", count);
}
