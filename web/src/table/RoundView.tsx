/*
 * A round, from the draw to its result. The board, what to do now under the thumb, and everybody beside it. Nothing changes
 * its place when events arrive: each phase fills the same rooms.
 */
import { t } from "../i18n/texts";
import { describeBoard, describeMicro } from "../board/screenReader";
import { FirstMet } from "../game/FirstEncounter";
import { TextAlternative } from "../game/BoardLayout";
import { RoundOver } from "./RoundOver";
import { Bidding } from "./Bidding";
import { Players } from "./Players";
import { RaceView } from "./Race";
import { Demonstration } from "./Demonstration";
import { Rounds } from "./Rounds";
import { EventFeed } from "./EventFeed";
import type { TableProps } from "../remote/useTable";
import { lastRound } from "../remote/gameHistory";
import { useFlight } from "./useTokenFlight";
import { useShownPosition } from "./useShownPosition";

export function RoundView(props: TableProps) {
  const { table, view, state } = props;
  useFlight(table);
  const seen = useShownPosition(props);
  const round = lastRound(view.gameHistory);
  const key = `${view.game}.${state.round}`;
  const inMind = state.phase === "searching" && table.may.mover === undefined; // L1: first a number, then the robots
  return (
    <>
      {state.phase === "bidding" && state.race && <RaceView {...props} seen={seen} key={key} />}
      {((state.phase === "bidding" && !state.race) || inMind) && <Bidding {...props} seen={seen} key={key} />}
      {(state.phase === "showing" || (state.phase === "searching" && !inMind)) && (
        <Demonstration {...props} seen={seen} key={key} />
      )}
      {state.phase === "between" && round && <RoundOver {...props} seen={seen} round={round} key={key} />}
      <div class="table-met">{state.until === undefined && <FirstMet position={state.shown} />}</div>
      <aside class="table-side" aria-label={t("Players and game log")}>
        <Players {...props} />
        <EventFeed {...props} />
        <Rounds {...props} />
        <TextAlternative lines={() => (state.micro ? describeMicro(state.shown) : describeBoard(state.shown))} />
      </aside>
    </>
  );
}
