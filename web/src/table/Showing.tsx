/*
 * A demonstration, live for everybody: whose turn and why, the count in the biggest figures, and for the one who shows the
 * robots under the thumb. The solo game's search looks the same.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { MicroBoard } from "../board/MicroBoard";
import { Pad } from "../board/Pad";
import { Picture } from "../board/Picture";
import { microName } from "../board/names";
import { describeRobot } from "../board/spoken";
import { type Direction, type Robot, describe, moves, steps } from "../carom/ask";
import { MoreMoves } from "../game/MoreMoves";
import { useKeys } from "../game/keys";
import { announce } from "../parts/announce";
import { t } from "../texts/texts";
import { Bids } from "./Bids";
import { useWrong } from "./useWrong";
import { firstRobot } from "./Plan";
import { Target } from "./Target";
import type { TableProps } from "../line/useTable";
import { planOf } from "../device/seats";
import { lastRound, positionOf } from "../line/story";
import { isMicro, isSolo, nameOf, whyWords } from "./sentences";

const BEAT = 750; // between two moves that are shown by themselves

/* The count: the biggest thing on the screen. */
export function Count({ state }: { state: TableProps["state"] }) {
  const words = isSolo(state)
    ? t("Moves: {n}", { n: state.count ?? 0 })
    : t("Move {n} of {all}", { n: state.count ?? 0, all: state.moves ?? 0 });
  return (
    <p class="big-count tabular" role="img" aria-label={words} data-test="count">
      <b key={state.count}>{state.count ?? 0}</b>
      {!isSolo(state) && <span>/{state.moves}</span>}
    </p>
  );
}

/* Who shows, and why it is them. */
export function Turn({ view, state }: TableProps) {
  if (isSolo(state) || !state.turn) return null;
  const mine = state.turn === view.you;
  const why = isMicro(state)
    ? t("called first")
    : whyWords({ by: state.turn, moves: state.moves ?? 0 }, state.order?.[0], state.players, state);
  const words = mine
    ? t("Your turn: show {n}", { n: state.moves ?? 0 })
    : t("{name} shows {n}", { name: nameOf(view.story, state.turn), n: state.moves ?? 0 });
  return (
    <p class={`turn-words ${mine ? "mine" : ""}`} data-test="turn">
      <b>{words}</b> <small>{why}</small>
    </p>
  );
}

/* A planned route is shown by itself, in a beat that people can follow. */
function usePlanned({ store, view, state }: TableProps, mine: boolean): string[] {
  const plan = useMemo(
    () => (view.options.plan && mine ? planOf(view.code, view.game, state.round) : []),
    [mine, state.round],
  );
  const shown = lastRound(view.story)?.tries.at(-1)?.route ?? [];
  const on = mine && plan.length > shown.length && shown.every((move, i) => move === plan[i]);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => void store.move(plan[shown.length] ?? ""), BEAT);
    return () => clearTimeout(timer);
  }, [on, shown.length]);
  return on ? plan : [];
}

export function Showing(props: TableProps) {
  const { store, view, state } = props;
  const mine = state.phase === "searching" ? store.me !== undefined : state.turn === view.you && view.you !== null;
  const { wrong, tried } = useWrong();
  const planned = usePlanned(props, mine);
  const controls = mine && planned.length === 0;
  return (
    <>
      {isMicro(state) ? (
        <MicroStage {...props} mine={mine} tried={tried} />
      ) : (
        <RicochetStage {...props} mine={controls} tried={tried} />
      )}
      <section class="table-act showing" aria-label={t("Showing")}>
        <div class="show-head">
          <Count state={state} />
          <div>
            <Target state={state} />
            <Turn {...props} />
          </div>
        </div>
        {wrong && (
          <p class="wrong" role="alert" data-test="wrong">
            {wrong}
          </p>
        )}
        {planned.length > 0 && <p class="help">{t("Your planned route is shown by itself.")}</p>}
      </section>
      {(state.order ?? []).length > 0 && (
        <div class="table-routes then">
          <h2>{t("If that fails")}</h2>
          <Bids {...props} order={state.order ?? []} most={4} />
        </div>
      )}
    </>
  );
}

function Pass({ store, state, tried }: Pick<StageProps, "store" | "state" | "tried">) {
  return (
    <button type="button" onClick={() => void tried(store.pass())} data-test="pass">
      {state.phase === "searching" ? t("Back to the markers") : t("Give up")}
    </button>
  );
}

type StageProps = TableProps & { mine: boolean; tried: ReturnType<typeof useWrong>["tried"] };

function RicochetStage({ store, view, state, mine, tried }: StageProps) {
  const position = positionOf(state);
  const robots = useMemo(() => Object.keys(describe(position).robots ?? {}) as Robot[], [state.robots]);
  const [selected, select] = useState<Robot | undefined>(() => firstRobot(position));
  const move = (one: string) => void (mine && tried(store.move(one)));
  const direct = (to: Direction, through = false) => void (selected && move(selected + to + (through ? "!" : "")));
  const pick = (robot: Robot) => {
    select(robot);
    announce(describeRobot(position, robot).split(";")[0] ?? "");
  };
  useKeys({
    robots: mine ? robots : [],
    ...(mine ? { onRobot: pick, onDirection: direct } : {}),
    letters: { d: () => selected && announce(describeRobot(position, selected)) },
  });
  return (
    <>
      <div class="table-board" role="group" aria-label={t("Board")}>
        <Board
          position={position}
          markers={state.markers ?? ""}
          step={view.step}
          selected={mine ? selected : undefined}
          locked={!mine}
          onSelect={pick}
          onMove={move}
        />
      </div>
      {mine && (
        <div class="table-pad">
          <Pad robots={robots} selected={selected} onSelect={pick} onDirection={(to) => direct(to)}>
            <Pass store={store} state={state} tried={tried} />
          </Pad>
          {selected === "T" && <MoreMoves options={moves(position, "T").moves} onMove={move} />}
        </div>
      )}
    </>
  );
}

function MicroStage({ store, view, state, mine, tried }: StageProps) {
  const position = positionOf(state);
  const at = state.robots ?? state.start ?? "";
  const options = mine ? steps(position, at).steps : [];
  const step = (face: string) => void tried(store.move(face));
  const trail = lastRound(view.story)?.tries.at(-1)?.route ?? [];
  return (
    <>
      <div class="table-board" role="group" aria-label={t("Board")}>
        <MicroBoard position={position} at={at} chip options={options} onStep={step} trail={trail} />
      </div>
      {mine && (
        <div class="table-pad row wrap" role="group" aria-label={t("Where to?")}>
          {options.map((face) => (
            <button
              key={face}
              type="button"
              class="cell-button"
              aria-label={microName(face)}
              data-cell={face}
              onClick={() => step(face)}
            >
              <Picture cell={face} />
            </button>
          ))}
          <Pass store={store} state={state} tried={tried} />
        </div>
      )}
    </>
  );
}
