/*
 * Beside the physical game: moves tried on the screen, the solver's hints, an hourglass to turn, and a score sheet.
 */
import { useEffect, useState } from "preact/hooks";
import { Hourglass } from "../board/Hourglass";
import { MovePad } from "../board/MovePad";
import { noRicochet } from "../board/screenReader";
import { listMoves } from "../wasm/ops";
import { useSolution } from "../wasm/useSolution";
import { RouteBoard } from "../game/RouteBoard";
import { Hinted, NextMoveHint, Hints, Replay, ShowSolution, hintAt, useHints } from "../game/Hints";
import { TargetLine } from "../game/TargetHeader";
import { FirstMet } from "../game/FirstEncounter";
import { StatusLine, routeText } from "../game/StatusLine";
import { MoreMoves } from "../game/TransparentMoves";
import { BoardLayout } from "../game/BoardLayout";
import { useKeys } from "../game/keys";
import { type Route, useRoute } from "../game/route";
import { useSelection } from "../game/selection";
import { RadioGroup } from "../ui/formFields";
import { announce } from "../ui/announce";
import { Icon } from "../ui/icons";
import { t, tn } from "../i18n/texts";
import { ScoreSheet } from "./ScoreSheet";
import { TargetPicker } from "./TargetPicker";
import { type OwnProps, hasTarget, parsePosition, formatPosition } from "./position";

export function Companion({ position, onChange, onLay }: OwnProps & { onLay: () => void }) {
  const ready = hasTarget(position);
  const route = useRoute(position);
  const { position: now, state, cost } = route.played;
  const looking = useSolution(ready ? position : undefined);
  const hints = useHints(position, looking, route.moves);
  const selection = useSelection(position, now, route.move);
  const { robots, selected, pick, direct, keys, refused } = selection;
  const [seen, setSeen] = useState(""); // the position whose solution is shown
  useEffect(() => {
    if (state === "reached") announce(tn("Reached in {n} move.", "Reached in {n} moves.", cost), "assertive");
    if (state === "no-ricochet") announce(noRicochet(), "assertive");
  }, [route.played]);
  useKeys({
    ...keys,
    onUndo: route.undo,
    onRedo: route.redo,
    onReset: route.reset,
    letters: { ...keys.letters, h: hints.more },
  });
  const choice = { selected, onSelect: pick };
  const stay = () => onChange(formatPosition({ ...parsePosition(now), target: "" }));
  const hint = hints.visible && state === "on" ? hintAt(looking, hints.shown) : undefined;
  const said = refused
    ? { words: refused.words, wrong: true }
    : hint
      ? { words: hint.words, move: hint.moves.at(-1) }
      : routeText(route.played);
  return (
    <BoardLayout
      title={t("My board")}
      position={now}
      status={<Status position={position} ready={ready} route={route} />}
      step={ready && <StatusLine {...said} />}
      board={
        <Hinted hint={hint}>
          <RouteBoard from={position} route={route} selection={selection} hint={hint?.moves} />
        </Hinted>
      }
      controls={
        <MovePad robots={robots} onDirection={direct} tools={route} onHint={ready ? hints.more : undefined} {...choice}>
          <button type="button" onClick={onLay}>
            {t("Set up")}
          </button>
        </MovePad>
      }
    >
      {state === "reached" && <Reached cost={cost} onStay={stay} />}
      {!ready && <TargetPicker position={position} onChange={onChange} />}
      {selected === "T" && <MoreMoves options={listMoves(now, "T").moves} onMove={selection.move} />}
      {ready && <FirstMet position={position} />}
      <Hints looking={looking} shown={hints.shown} />
      {ready && <NextMoveHint position={position} route={route} />}
      {ready && seen !== position && <ShowSolution onShow={() => setSeen(position)} />}
      {(hints.all || seen === position) && <Replay looking={looking} route={route} key={position} />}
      <Timer />
      <ScoreSheet />
    </BoardLayout>
  );
}

function Status({ position, ready, route }: { position: string; ready: boolean; route: Route }) {
  if (!ready) return <p class="help">{t("Which token is in the centre? Choose it below.")}</p>;
  return <TargetLine position={position} count={route.played.cost} />;
}

/* The round is won on the table: the robots stay there, and the next token is drawn. */
function Reached({ cost, onStay }: { cost: number; onStay: () => void }) {
  return (
    <p class="verdict best" data-test="verdict">
      <b>{tn("Reached in {n} move.", "Reached in {n} moves.", cost)}</b>{" "}
      <button type="button" onClick={onStay}>
        {t("Next token from here")}
      </button>
    </p>
  );
}

/* An hourglass to turn by hand. */
function Timer() {
  const [length, setLength] = useState("60");
  const [until, setUntil] = useState<number>();
  const now = () => performance.now();
  return (
    <section class="timer" aria-label={t("Hourglass")}>
      <Hourglass until={until} length={Number(length) * 1000} now={now} />
      <div>
        <button type="button" onClick={() => setUntil(now() + Number(length) * 1000)} data-test="turn">
          <Icon name="reset" /> {t("Start timer")}
        </button>
        <RadioGroup
          label={t("Hourglass")}
          value={length}
          options={[
            ["30", t("30 s")],
            ["60", t("1 min")],
            ["120", t("2 min")],
          ]}
          onChange={(next) => (setLength(next), setUntil(undefined))}
        />
      </div>
    </section>
  );
}
