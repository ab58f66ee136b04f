/*
 * The private board: moves tried before bidding, seen by nobody else. A route that reaches the target is bid with one tap
 * and, when its turn comes, shown by itself. The plan survives a reload.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Pad } from "../board/Pad";
import { type Direction, type Robot, describe, moves } from "../carom/ask";
import { MoreMoves } from "../game/MoreMoves";
import type { Keys } from "../game/keys";
import { type Route, useRoute } from "../game/route";
import { t } from "../texts/texts";
import type { TableProps } from "../line/useTable";
import type { State } from "../line/protocol";
import { keepPlan, planOf } from "../device/seats";
import { positionOf } from "../line/story";

export interface Planning {
  route: Route;
  robots: Robot[];
  selected: Robot | undefined;
  select: (robot: Robot) => void;
  direct: (to: Direction, through?: boolean) => void;
  keys: Partial<Keys>;
}

/* The robot that has to get there, or the first. */
export function firstRobot(position: string): Robot | undefined {
  const known = describe(position);
  const robots = Object.keys(known.robots ?? {}) as Robot[];
  return typeof known.target === "object" && known.target.robot !== "*" ? known.target.robot : robots[0];
}

export function usePlan({ view, state }: TableProps): Planning {
  const position = positionOf(state);
  const robots = useMemo(() => Object.keys(describe(position).robots ?? {}) as Robot[], [position]);
  const [selected, select] = useState<Robot | undefined>(() => firstRobot(position));
  const route = useRoute(position);
  useEffect(() => {
    const kept = planOf(view.code, view.game, state.round);
    if (kept.length > 0) route.show(kept);
  }, []);
  useEffect(() => {
    if (route.moves.length > 0) keepPlan({ table: view.code, game: view.game, round: state.round, route: route.moves });
  }, [route.moves.join(" ")]);
  const direct = (to: Direction, through = false) =>
    void (selected && route.move(selected + to + (through ? "!" : "")));
  const keys = { onRobot: select, onDirection: direct, onUndo: route.undo, onRedo: route.redo, onReset: route.reset };
  return { route, robots, selected, select, direct, keys };
}

export function PlanBoard({ plan, state }: { plan: Planning; state: State }) {
  const { route, selected, select } = plan;
  return (
    <Board
      position={route.played.position}
      markers={state.markers ?? ""}
      step={route.step}
      selected={selected}
      onSelect={select}
      onMove={(move) => void route.move(move)}
    />
  );
}

export function PlanControls({
  plan,
  onBid,
  standing,
}: {
  plan: Planning;
  onBid: (moves: number) => void;
  standing: number | undefined;
}) {
  const { route, robots, selected, select, direct } = plan;
  const { cost, state, position } = route.played;
  const good = state === "reached" && cost < (standing ?? Infinity);
  return (
    <details class="plan" open>
      <summary>
        {t("Your private board")}:{" "}
        <b class="tabular" data-test="plan-count">
          {cost}
        </b>
      </summary>
      <Pad robots={robots} selected={selected} onSelect={select} onDirection={(to) => direct(to)} tools={route}>
        <button type="button" class="primary" disabled={!good} onClick={() => onBid(cost)} data-test="bid-plan">
          {t("Bid this route: {n}", { n: cost })}
        </button>
      </Pad>
      {selected === "T" && <MoreMoves options={moves(position, "T").moves} onMove={(move) => void route.move(move)} />}
    </details>
  );
}
