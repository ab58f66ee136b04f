/*
 * The big screen in the middle of the room: board in full height, QR code for those who come, sand, target and bids in
 * figures that are read from the sofa. It has no controls; the phones have them.
 */
import { Board } from "../board/Board";
import { MicroBoard } from "../board/MicroBoard";
import { TableCode } from "../ui/tableCode";
import { t } from "../i18n/texts";
import { BestRoute, RoundOutcome, useResult } from "./RoundOver";
import { Bids } from "./Bids";
import { FailureReason } from "./FailureReason";
import { Qr, linkOf } from "./Invite";
import { Winners } from "./GameOver";
import { MANY_PLAYERS, Players } from "./Players";
import { RaceStandings } from "./Race";
import { RecentReactions } from "./Reactions";
import { RulesSummary } from "./RulesSummary";
import { Count, Turn } from "./Demonstration";
import { Target } from "./Target";
import type { TableProps } from "../remote/useTable";
import { Sand } from "./TopBar";
import type { RoundResult } from "../remote/protocol";
import { useFlight } from "./useTokenFlight";
import { useShownPosition } from "./useShownPosition";
import { lastRound } from "../remote/gameHistory";

function Picture(props: TableProps) {
  const { state } = props;
  const seen = useShownPosition(props);
  if (state.micro && state.round === 0) return null;
  return (
    <>
      {state.micro ? (
        <MicroBoard {...seen} chip={state.rules.chip !== false} options={[]} />
      ) : (
        <Board {...seen} markers={state.markers ?? ""} locked />
      )}
      <FailureReason seen={seen} />
    </>
  );
}

function useBestOf(props: TableProps): RoundResult | undefined {
  const round = lastRound(props.view.gameHistory);
  const nothing = { number: 0, position: "" };
  return useResult(props, props.state.phase === "between" && round ? round : nothing);
}

function Now(props: TableProps) {
  const { view, state } = props;
  const round = lastRound(view.gameHistory);
  const best = useBestOf(props);
  switch (state.phase) {
    case "bidding":
      return (
        <>
          <Target state={state} />
          {state.race ? (
            <RaceStandings {...props} />
          ) : (
            <Bids {...props} standing={props.table.may.standing} most={state.players.length > MANY_PLAYERS ? 6 : 8} />
          )}
        </>
      );
    case "showing":
    case "searching":
      return (
        <>
          <Count state={state} />
          <Turn {...props} />
          <Target state={state} />
        </>
      );
    case "between":
      return round ? (
        <>
          <RoundOutcome {...props} round={round} />
          <BestRoute result={best} />
        </>
      ) : null;
    case "over":
      return <Winners {...props} />;
    case "lobby":
    case "unopened":
      return <RulesSummary state={state} view={view} />;
  }
}

export function Display(props: TableProps) {
  const { view, state } = props;
  useFlight(props.table);
  return (
    <>
      <div class="table-board" role="group" aria-label={t("Board")}>
        <Picture {...props} />
      </div>
      <div class="display-side">
        <header class="display-head">
          <Qr view={view} />
          <div>
            <p class="big-code" data-test="big-code">
              <TableCode code={view.code} />
            </p>
            <p class="help">{linkOf(view).replace(/^https?:\/\//, "")}</p>
          </div>
          <Sand {...props} />
        </header>
        <RecentReactions {...props} />
        <section class="display-now" aria-label={t("The round")}>
          <Now {...props} />
        </section>
        <Players {...props} />
        {state.phase === "lobby" && <p class="help">{t("Scan the code, take a seat and start on any phone.")}</p>}
      </div>
    </>
  );
}
