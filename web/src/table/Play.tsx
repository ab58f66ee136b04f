/*
 * A round, from the draw to its result. The board, what to do now under the thumb, and everybody beside it. Nothing changes
 * its place when events arrive: each phase fills the same rooms.
 */
import { t } from "../texts/texts";
import { describeBoard, describeMicro } from "../board/spoken";
import { FirstMet } from "../game/FirstMet";
import { InWords } from "../game/Stage";
import { Between } from "./Between";
import { Bidding } from "./Bidding";
import { Players } from "./Players";
import { Racing } from "./Race";
import { Reactions } from "./Reactions";
import { Showing } from "./Showing";
import { Rounds } from "./Rounds";
import { Feed } from "./Feed";
import type { TableProps } from "../line/useTable";
import { lastRound } from "../line/story";
import { useFlight } from "./fly";
import { useSeen } from "./useSeen";

export function Play(props: TableProps) {
  const { table, view, state } = props;
  useFlight(table);
  const seen = useSeen(props);
  const round = lastRound(view.story);
  const key = `${view.game}.${state.round}`;
  const inMind = state.phase === "searching" && table.may.mover === undefined; // L1: first a number, then the robots
  return (
    <>
      {state.phase === "bidding" && state.race && <Racing {...props} seen={seen} key={key} />}
      {((state.phase === "bidding" && !state.race) || inMind) && <Bidding {...props} seen={seen} key={key} />}
      {(state.phase === "showing" || (state.phase === "searching" && !inMind)) && (
        <Showing {...props} seen={seen} key={key} />
      )}
      {state.phase === "between" && round && <Between {...props} seen={seen} round={round} key={key} />}
      <div class="table-met">
        <FirstMet position={state.shown} />
      </div>
      <aside class="table-side" aria-label={t("Players and story")}>
        <Players {...props} />
        <Reactions {...props} />
        <Feed {...props} />
        <Rounds {...props} />
        <InWords lines={() => (state.micro ? describeMicro(state.shown) : describeBoard(state.shown))} />
      </aside>
    </>
  );
}
