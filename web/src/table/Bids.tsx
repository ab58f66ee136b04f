/*
 * Everybody's bid, in the order in which they will be shown, with the reason where two are equal. The referee makes the
 * order; this only reads it out.
 */
import { t, tn } from "../i18n/texts";
import type { TableProps } from "../remote/useTable";
import type { RankedBid, State } from "../wasm/referee";
import { Avatar, playerColour } from "../ui/Avatar";
import { PlayerLabel } from "./PlayerName";
import { botLevel, rankReasonText, nameOf } from "./tableTexts";

interface BidsProps extends TableProps {
  standing: RankedBid[];
  most?: number;
}

/* Said where one could wonder. */
const reason = (bid: RankedBid): string => (bid.why === "lower" || bid.why === "only" ? "" : rankReasonText(bid));

/* People who will not bid. */
function doneText({ players }: State): string {
  const done = players.filter((player) => player.done && !player.bid && botLevel(player.id) === 0).length;
  return done > 0 ? tn("{n} isn't bidding", "{n} aren't bidding", done) : "";
}

/* What the bots are at: a round with them must never look as if nobody were there. */
function BotsThink({ state, view }: Pick<BidsProps, "state" | "view">) {
  const bots = state.players.filter(({ id }) => botLevel(id) > 0);
  const thinking = bots.filter(({ done }) => !done);
  const [one] = thinking.length > 0 ? thinking : bots;
  if (!one) return null;
  const name = nameOf(view.gameHistory, one.id);
  if (thinking.length === 0)
    return (
      <span class="bots" data-test="bots">
        {bots.length === 1 ? t("{name} has nothing better.", { name }) : t("The bots have nothing better.")}
      </span>
    );
  return (
    <span class="bots thinking" data-test="bots">
      {thinking.length === 1
        ? t("{name} is thinking…", { name })
        : tn("{n} bot is thinking…", "{n} bots are thinking…", thinking.length)}
    </span>
  );
}

export function Bids({ standing: order, most = 6, view, state }: BidsProps) {
  const { pendingBid: sending } = view;
  const mine = order.findIndex(({ by }) => by === view.you);
  const shown = order.map((bidder, i) => ({ bidder, i })).filter(({ i }) => i < most || i === mine);
  return (
    <div class="bids" data-test="bids">
      <h2 class="heard">{t("Bids, in the order they will be shown")}</h2>
      <ol tabIndex={order.length > 1 ? 0 : -1}>
        {order.length === 0 && !sending && <li class="no-bids">{t("No bids yet.")}</li>}
        {sending && (
          <li class="sending" data-test="sending">
            {t("Sending your bid: {n}", { n: sending.moves })}
          </li>
        )}
        {shown.map(({ bidder, i }) => (
          <li
            key={bidder.by}
            data-order={i + 1}
            class={`${bidder.by === view.you ? "you" : ""} ${i === 0 ? `lowest player-${playerColour(state.players, bidder.by)}` : ""}`}
            data-bid={bidder.by}
          >
            <Avatar players={state.players} id={bidder.by} name={nameOf(view.gameHistory, bidder.by)} />
            <b class="moves tabular">{bidder.moves}</b>
            <PlayerLabel name={bidder.by === view.you ? t("You") : nameOf(view.gameHistory, bidder.by)} />
            {state.players.find(({ id }) => id === bidder.by)?.done && (
              <span class="done" role="img" aria-label={t("no more bids")}>
                ✓
              </span>
            )}
            {reason(bidder) && <small>{reason(bidder)}</small>}
          </li>
        ))}
        {order.length > shown.length && (
          <li class="help">{tn("and {n} more bid", "and {n} more bids", order.length - shown.length)}</li>
        )}
      </ol>
      <p class="help still">
        {doneText(state)}
        {state.phase === "bidding" && <BotsThink state={state} view={view} />}
      </p>
    </div>
  );
}
