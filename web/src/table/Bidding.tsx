/*
 * Thinking and bidding: the target, everybody's bids, and a number pad under the thumb. If the table allows it the board is a
 * private one to try moves on; otherwise robots move only in the mind.
 */
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { clock } from "../board/Hourglass";
import { MicroBoard } from "../board/MicroBoard";
import { NumberPad } from "../game/NumberPad";
import { useKeys } from "../game/keys";
import { Icon } from "../parts/icons";
import { t } from "../texts/texts";
import { Bids } from "./Bids";
import { useWrong } from "./useWrong";
import { PlanBoard, PlanControls, type Planning, usePlan } from "./Plan";
import { Target } from "./Target";
import type { TableProps } from "../line/useTable";
import { lastRound, positionOf } from "../line/story";
import { isMicro } from "./sentences";

/* Renders again every second until a time has come. */
export function useUntil(when: number, now: () => number): number {
  const [, tick] = useState(0);
  const left = when - now();
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => tick((n) => n + 1), Math.min(1000, left));
    return () => clearTimeout(timer);
  });
  return Math.max(0, left);
}

/* Digits typed anywhere go into the bid field, where nothing else wants them. */
function useDigits(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const listener = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
      if (typing || event.ctrlKey || event.altKey || event.metaKey || !/^[0-9]$/.test(event.key)) return;
      document.querySelector<HTMLInputElement>(".number-pad input")?.focus();
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, [wanted]);
}

export function Bidding(props: TableProps) {
  const planning = props.view.options.plan && props.store.me && !isMicro(props.state);
  return planning ? <WithPlan {...props} /> : <Bidder {...props} plan={null} />;
}

function WithPlan(props: TableProps) {
  return <Bidder {...props} plan={usePlan(props)} />;
}

function Bidder({ plan, ...props }: TableProps & { plan: Planning | null }) {
  const { store, state } = props;
  const micro = isMicro(state);
  const seated = store.me !== undefined;
  const { wrong, tried } = useWrong();
  useDigits(seated && !plan);
  const bid = (moves: number) => void tried(store.bid(moves));
  const done = () => void tried(store.done());
  useKeys({ robots: plan?.robots ?? [], ...plan?.keys, letters: { n: done } });
  const said = store.me?.done === true;
  return (
    <>
      <div class="table-board" role="group" aria-label={t("Board")}>
        {micro ? (
          <MicroBoard position={positionOf(state)} at={state.robots ?? ""} chip options={[]} />
        ) : plan ? (
          <PlanBoard plan={plan} state={state} />
        ) : (
          <Board position={positionOf(state)} markers={state.markers ?? ""} locked />
        )}
      </div>
      <section class="table-act" aria-label={t("Bidding")}>
        <Target state={state} />
        <Bids {...props} order={state.order ?? []} />
        {wrong && (
          <p class="wrong" role="alert" data-test="wrong">
            {wrong}
          </p>
        )}
        {seated && (
          <div class="thumb">
            {plan && <PlanControls plan={plan} onBid={bid} standing={store.me?.bid} />}
            {!said && !plan && <NumberPad label={micro ? t("Call") : t("Bid")} onBid={bid} />}
            {!said && plan && (
              <details class="plan-number">
                <summary>{t("Bid a number without a route")}</summary>
                <NumberPad label={t("Bid")} onBid={bid} />
              </details>
            )}
            <Wishes {...props} said={said} onDone={done} tried={tried} />
          </div>
        )}
      </section>
    </>
  );
}

interface WishesProps extends TableProps {
  said: boolean;
  onDone: () => void;
  tried: ReturnType<typeof useWrong>["tried"];
}

/* No more bids, turn the hourglass, another target: whichever can be wished for now. */
function Wishes({ store, view, state, said, onDone, tried }: WishesProps) {
  const micro = isMicro(state);
  const anyBid = (state.order ?? []).length > 0;
  const drawn = lastRound(view.story)?.drawnAt ?? 0;
  const wait = useUntil(drawn + state.rules.patience, () => store.client.now());
  const running = state.until !== undefined;
  const flips = !micro && !anyBid && !running && state.rules.hourglass > 0;
  return (
    <div class="wishes">
      {anyBid && !micro && (
        <button type="button" onClick={onDone} disabled={said} data-test="done">
          <Icon name="check" /> {said ? t("No more bids from you.") : t("No more bids")}
        </button>
      )}
      {flips && (
        <button type="button" onClick={() => void tried(store.flip())} disabled={wait > 0} data-test="flip">
          {wait > 0 ? t("Turn the hourglass in {time}", { time: clock(wait) }) : t("Turn the hourglass")}
        </button>
      )}
      {!anyBid && <SkipButton store={store} view={view} state={state} tried={tried} />}
    </div>
  );
}

function SkipButton({ store, state, tried }: TableProps & Pick<WishesProps, "tried">) {
  const votes = state.players.filter((player) => player.skip).length;
  const said = store.me?.skip === true;
  const words = isMicro(state) ? t("Roll another target") : t("Another target");
  return (
    <button type="button" onClick={() => void tried(store.skip())} disabled={said} data-test="skip">
      {votes > 0 ? `${words} (${votes})` : words}
    </button>
  );
}
