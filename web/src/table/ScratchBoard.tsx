/*
 * The private board: moves tried before bidding, seen by nobody else. A route that reaches the target is bid with one tap
 * and, when its turn comes, shown by itself. The plan survives a reload.
 */
import { useLayoutEffect } from "preact/hooks";
import { Board } from "../board/Board";
import { MovePad } from "../board/MovePad";
import { listMoves } from "../wasm/ops";
import type { State } from "../wasm/referee";
import { saveScratchRoute, scratchRoute } from "../storage/seats";
import { MoreMoves } from "../game/TransparentMoves";
import type { Keys } from "../game/keys";
import { type Route, useRoute } from "../game/route";
import { type Selection, useSelection } from "../game/selection";
import type { TableProps } from "../remote/useTable";
import { t } from "../i18n/texts";

export interface Planning extends Selection {
  route: Route;
  keys: Selection["keys"] & Partial<Keys>;
}

export function useScratchRoute({ view, state }: TableProps): Planning {
  const route = useRoute(state.shown);
  const selection = useSelection(state.shown, route.played.position, route.move);
  useLayoutEffect(() => {
    const kept = scratchRoute(view.code, view.game, state.round);
    if (kept.length > 0) route.show(kept);
  }, []);
  /* Kept as soon as it is seen: whoever reloads at once has it. */
  useLayoutEffect(() => {
    if (route.moves.length > 0)
      saveScratchRoute({ table: view.code, game: view.game, round: state.round, route: route.moves });
  }, [route.moves.join(" ")]);
  const keys = { ...selection.keys, onUndo: route.undo, onRedo: route.redo, onReset: route.reset };
  return { ...selection, route, keys };
}

export function ScratchBoard({ plan, state }: { plan: Planning; state: State }) {
  const { route, selected, pick } = plan;
  return (
    <Board
      position={route.played.position}
      markers={state.markers ?? ""}
      step={route.step}
      selected={selected}
      onSelect={pick}
      refused={plan.refused}
      onMove={plan.move}
    />
  );
}

interface PlanControlsProps {
  plan: Planning;
  onBid: (moves: number) => void;
  most: number; // the highest bid that is allowed
}

export function ScratchControls({ plan, onBid, most }: PlanControlsProps) {
  const { route, robots, selected, pick, direct } = plan;
  const { cost, state, position } = route.played;
  const good = state === "reached" && cost <= most;
  return (
    <details class="plan" open>
      <summary>
        {t("Your scratch board")}:{" "}
        <b class="tabular" data-test="plan-count">
          {cost}
        </b>
      </summary>
      <MovePad robots={robots} selected={selected} onSelect={pick} onDirection={direct} tools={route}>
        <button type="button" class="primary" disabled={!good} onClick={() => onBid(cost)} data-test="bid-plan">
          {t("Bid this route: {n}", { n: cost })}
        </button>
      </MovePad>
      {selected === "T" && <MoreMoves options={listMoves(position, "T").moves} onMove={plan.move} />}
    </details>
  );
}
