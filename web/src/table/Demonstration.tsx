/*
 * A demonstration, live for everybody: whose turn and why, the count in the biggest figures, and for the one who shows the
 * robots under the thumb. The solo game's search looks the same.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { MicroBoard } from "../board/MicroBoard";
import { MicroSteps } from "../board/MicroSteps";
import { MovePad } from "../board/MovePad";
import { listMoves, microMoves } from "../wasm/ops";
import { scratchRoute } from "../storage/seats";
import { MoreMoves } from "../game/TransparentMoves";
import { type Said, chooseRobotText, microRouteText } from "../game/StatusLine";
import { useKeys } from "../game/keys";
import { useSelection } from "../game/selection";
import { useStepRefused } from "../game/useMicroMoveError";
import { lastRound } from "../remote/gameHistory";
import type { TableProps } from "../remote/useTable";
import { ErrorText } from "../ui/ErrorText";
import { t, tn } from "../i18n/texts";
import { Bids } from "./Bids";
import { FailureReason } from "./FailureReason";
import { TextWithNames } from "./PlayerName";
import { Target } from "./Target";
import { rankReasonText, nameOf } from "./tableTexts";
import { HOLD_FAILURE_MS, type ShownPosition } from "./useShownPosition";
import { useActionError } from "./useActionError";

const BEAT = 750; // between two moves that are shown by themselves

/* The count: the biggest thing on the screen. */
export function Count({ state }: { state: TableProps["state"] }) {
  const search = state.moves === undefined; // alone, without a number
  const words = search
    ? t("Moves: {n}", { n: state.count ?? 0 })
    : t("Move {n} of {all}", { n: state.count ?? 0, all: state.moves ?? 0 });
  return (
    <p class="big-count tabular" role="img" aria-label={words} data-test="count">
      <b key={state.count}>{state.count ?? 0}</b>
      {!search && <span>/{state.moves}</span>}
    </p>
  );
}

function turnText(mine: boolean, name: string, n: number | undefined): string {
  if (n === undefined) return mine ? t("Show your route.") : t("{name} shows a route.", { name });
  return mine ? t("Your turn: show {n}", { n }) : t("{name} shows {n}", { name, n });
}

/* Who shows, and why it is them. */
export function Turn({ table, view, state }: TableProps) {
  const [first] = table.may.standing;
  if (!state.turn || !first) return null;
  const mine = first.by === view.you;
  const words = turnText(mine, nameOf(view.gameHistory, first.by), first.moves);
  return (
    <p class={`turn-words ${mine ? "mine" : ""}`} data-test="turn">
      <b>
        <TextWithNames words={words} />
      </b>{" "}
      <small>{rankReasonText(first)}</small>
      {view.presence.passes !== undefined && <Passes until={view.presence.passes} now={() => table.client.now()} />}
    </p>
  );
}

/* Whoever shows is away: so long the table still waits. */
function Passes({ until, now }: { until: number; now: () => number }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, []);
  const n = Math.max(0, Math.ceil((until - now()) / 1000));
  return (
    <small class="passes tabular" role="timer" data-test="passes">
      {tn("away: skipped in {n} second", "away: skipped in {n} seconds", n)}
    </small>
  );
}

/* A planned route is shown by itself, in a beat that people can follow. */
function usePlanned({ table, view, state }: TableProps, mine: boolean): string[] {
  const plan = useMemo(
    () => (view.options.plan && mine ? scratchRoute(view.code, view.game, state.round) : []),
    [mine, state.round],
  );
  const tries = lastRound(view.gameHistory)?.tries ?? [];
  const shown = tries.at(-1)?.route ?? [];
  const wait = shown.length === 0 && tries.length > 1 ? HOLD_FAILURE_MS + BEAT : BEAT; // what failed before is still looked at
  const on = mine && plan.length > shown.length && shown.every((move, i) => move === plan[i]);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => void table.move(plan[shown.length] ?? ""), wait);
    return () => clearTimeout(timer);
  }, [on, shown.length]);
  return on ? plan : [];
}

export function Demonstration(props: TableProps & { seen: ShownPosition }) {
  const { table, state } = props;
  const mine = table.isAllowed("move");
  const { wrong, tried } = useActionError();
  const planned = usePlanned(props, mine);
  const [refused, setRefused] = useState<Said>();
  const next = table.may.standing.slice(1);
  useEffect(() => {
    // on a low screen the pad for bids has been scrolled to: now the arrows are needed, all of them
    if (mine) document.querySelector(".table-pad")?.scrollIntoView({ block: "nearest" });
  }, [mine]);
  return (
    <>
      {state.micro ? (
        <MicroStage {...props} mine={mine} tried={tried} onRefused={setRefused} />
      ) : (
        <RicochetStage {...props} mine={mine && planned.length === 0} tried={tried} onRefused={setRefused} />
      )}
      <section class="table-act showing" aria-label={t("Showing")}>
        <div class="show-head">
          <Count state={state} />
          <div>
            <Target
              state={state}
              {...(mine && planned.length === 0 ? { step: refused ?? showSaid(state.micro) } : {})}
            />
            <Turn {...props} />
          </div>
        </div>
        <ErrorText words={wrong} />
        {planned.length > 0 && <p class="help">{t("Your planned route is played automatically.")}</p>}
      </section>
      {next.length > 0 && (
        <div class="table-routes then">
          <h2>{t("If that fails")}</h2>
          <Bids {...props} standing={next} most={4} />
        </div>
      )}
    </>
  );
}

const showSaid = (micro: boolean): Said => ({ words: micro ? microRouteText(false) : chooseRobotText() });

function Pass({ table, state, tried }: Pick<StageProps, "table" | "state" | "tried">) {
  if (!table.isAllowed("pass")) return null;
  return (
    <button type="button" onClick={() => void tried(table.pass())} data-test="pass">
      {state.phase === "searching" ? t("Back to the start") : t("Give up")}
    </button>
  );
}

interface StageProps extends TableProps {
  seen: ShownPosition;
  mine: boolean;
  tried: ReturnType<typeof useActionError>["tried"];
  onRefused: (said: Said | undefined) => void;
}

function RicochetStage({ table, state, seen, mine, tried, onRefused }: StageProps) {
  const ask = (one: string) => void (mine && tried(table.move(one)));
  const selection = useSelection(state.position ?? "", state.shown, ask);
  const { robots, selected, pick, direct, keys, move, refused } = selection;
  useEffect(() => onRefused(refused && { words: refused.words, wrong: true }), [refused?.times, refused === undefined]);
  useKeys(mine ? keys : { robots: [], letters: keys.letters });
  return (
    <>
      <div class="table-board" role="group" aria-label={t("Board")}>
        <Board
          {...seen}
          markers={state.markers ?? ""}
          selected={mine ? selected : undefined}
          locked={!mine || seen.why !== undefined}
          refused={mine ? refused : undefined}
          onSelect={pick}
          onMove={move}
        />
        <FailureReason seen={seen} />
      </div>
      {mine && (
        <div class="table-pad">
          <MovePad robots={robots} selected={selected} onSelect={pick} onDirection={direct}>
            <Pass table={table} state={state} tried={tried} />
          </MovePad>
          {selected === "T" && <MoreMoves options={listMoves(state.shown, "T").moves} onMove={move} />}
        </div>
      )}
    </>
  );
}

function MicroStage({ table, state, seen, mine, tried, onRefused }: StageProps) {
  const at = state.robots ?? state.start ?? "";
  const options = mine ? microMoves(state.shown, at).steps : [];
  const step = (face: string) => void tried(table.move(face));
  const { refused, refuse } = useStepRefused(state.shown, at);
  useEffect(() => onRefused(refused), [refused === undefined]);
  return (
    <>
      <div class="table-board" role="group" aria-label={t("Board")}>
        <MicroBoard
          {...seen}
          chip={state.rules.chip !== false}
          options={seen.why === undefined ? options : []}
          onStep={step}
          onRefused={refuse}
        />
        <FailureReason seen={seen} />
      </div>
      {mine && (
        <MicroSteps class="table-pad" options={options} onStep={step}>
          <Pass table={table} state={state} tried={tried} />
        </MicroSteps>
      )}
    </>
  );
}
