/*
 * The big screen in the middle of the room: board in full height, QR code for those who come, sand, target and bids in
 * figures that are read from the sofa. It has no controls; the phones have them.
 */
import { Board } from "../board/Board";
import { MicroBoard } from "../board/MicroBoard";
import { t } from "../texts/texts";
import { Best, Outcome, useResult } from "./Between";
import { Bids } from "./Bids";
import { HeldWhy } from "./HeldWhy";
import { Qr, linkOf } from "./Invite";
import { Verdict } from "./Over";
import { MANY, Players } from "./Players";
import { Runners } from "./Race";
import { Rulings } from "./Rulings";
import { Count, Turn } from "./Showing";
import { Target } from "./Target";
import type { TableProps } from "../line/useTable";
import { Sand } from "./TopBar";
import type { Result } from "../line/protocol";
import { useFlight } from "./fly";
import { useSeen } from "./useSeen";
import { lastRound } from "../line/story";

function Picture(props: TableProps) {
  const { state } = props;
  const seen = useSeen(props);
  if (state.micro && state.round === 0) return null;
  return (
    <>
      {state.micro ? (
        <MicroBoard {...seen} chip={state.rules.chip !== false} options={[]} />
      ) : (
        <Board {...seen} markers={state.markers ?? ""} locked />
      )}
      <HeldWhy seen={seen} />
    </>
  );
}

function useBestOf(props: TableProps): Result | undefined {
  const round = lastRound(props.view.story);
  const nothing = { number: 0, position: "" };
  return useResult(props, props.state.phase === "between" && round ? round : nothing);
}

function Now(props: TableProps) {
  const { view, state } = props;
  const round = lastRound(view.story);
  const best = useBestOf(props);
  switch (state.phase) {
    case "bidding":
      return (
        <>
          <Target state={state} />
          {state.race ? (
            <Runners {...props} />
          ) : (
            <Bids {...props} standing={props.table.may.standing} most={state.players.length > MANY ? 6 : 8} />
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
          <Outcome {...props} round={round} />
          <Best result={best} />
        </>
      ) : null;
    case "over":
      return <Verdict {...props} />;
    case "lobby":
    case "unopened":
      return <Rulings state={state} view={view} />;
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
              {view.code}
            </p>
            <p class="help">{linkOf(view).replace(/^https?:\/\//, "")}</p>
          </div>
          <Sand {...props} />
        </header>
        <section class="display-now" aria-label={t("The round")}>
          <Now {...props} />
        </section>
        <Players {...props} />
        {state.phase === "lobby" && <p class="help">{t("Scan the code, sit down, and start on any phone.")}</p>}
      </div>
    </>
  );
}
