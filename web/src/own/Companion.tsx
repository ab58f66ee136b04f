/*
 * Beside the physical game: moves tried on the screen, the solver's hints, an hourglass to turn, and a score sheet.
 */
import { useEffect, useState } from "preact/hooks";
import { Hourglass } from "../board/Hourglass";
import { Pad } from "../board/Pad";
import { movesWords } from "../board/names";
import { noRicochet } from "../board/spoken";
import { moves } from "../carom/ask";
import { useSolution } from "../carom/useSolution";
import { RouteBoard } from "../game/RouteBoard";
import { FromHere, Hints, Replay, ShowSolution, useHints } from "../game/Coach";
import { TargetLine } from "../game/TargetLine";
import { FirstMet } from "../game/FirstMet";
import { NextStep, routeWords } from "../game/NextStep";
import { MoreMoves } from "../game/MoreMoves";
import { Stage } from "../game/Stage";
import { useKeys } from "../game/keys";
import { type Route, useRoute } from "../game/route";
import { useSelection } from "../game/selection";
import { Choice } from "../parts/Fields";
import { announce } from "../parts/announce";
import { Icon } from "../parts/icons";
import { t } from "../texts/texts";
import { Scores } from "./Scores";
import { Tokens } from "./Tokens";
import { type OwnProps, complete, take, write } from "./position";

export function Companion({ position, onChange, onLay }: OwnProps & { onLay: () => void }) {
  const ready = complete(position);
  const route = useRoute(position);
  const { position: now, state, cost } = route.played;
  const looking = useSolution(ready ? position : undefined);
  const hints = useHints(position, looking);
  const selection = useSelection(position, now, route.move);
  const { robots, selected, pick, direct, keys, refused } = selection;
  const [seen, see] = useState(""); // the position whose solution is shown
  useEffect(() => {
    if (state === "reached") announce(t("Reached in {moves}.", { moves: movesWords(cost) }), "assertive");
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
  const hint = ready ? hints.more : undefined;
  return (
    <Stage
      title={t("Own board")}
      position={now}
      status={<Status position={position} ready={ready} route={route} />}
      step={ready && <NextStep {...(refused ? { words: refused.words, wrong: true } : routeWords(route.played))} />}
      board={<RouteBoard from={position} route={route} selection={selection} />}
      controls={
        <Pad robots={robots} onDirection={direct} tools={route} onHint={hint} {...choice}>
          <button type="button" onClick={onLay}>
            {t("Lay")}
          </button>
        </Pad>
      }
    >
      {state === "reached" && <Reached cost={cost} onStay={() => onChange(write({ ...take(now), target: "" }))} />}
      {!ready && <Tokens position={position} onChange={onChange} />}
      {selected === "T" && <MoreMoves options={moves(now, "T").moves} onMove={selection.move} />}
      {ready && <FirstMet position={position} />}
      <Hints looking={looking} shown={hints.shown} />
      {ready && <FromHere position={position} route={route} />}
      {ready && seen !== position && <ShowSolution onShow={() => see(position)} />}
      {(hints.all || seen === position) && <Replay looking={looking} route={route} key={position} />}
      <Timer />
      <Scores />
    </Stage>
  );
}

function Status({ position, ready, route }: { position: string; ready: boolean; route: Route }) {
  if (!ready) return <p class="help">{t("Which token lies in the centre? Choose it below.")}</p>;
  return <TargetLine position={position} count={route.played.cost} />;
}

/* The round is won on the table: the robots stay there, and the next token is drawn. */
function Reached({ cost, onStay }: { cost: number; onStay: () => void }) {
  return (
    <p class="verdict best" data-test="verdict">
      <b>{t("Reached in {moves}.", { moves: movesWords(cost) })}</b>{" "}
      <button type="button" onClick={onStay}>
        {t("Robots stay here: next token")}
      </button>
    </p>
  );
}

/* An hourglass to turn by hand. */
function Timer() {
  const [length, setLength] = useState("60");
  const [until, set] = useState<number>();
  const now = () => performance.now();
  return (
    <section class="timer" aria-label={t("Hourglass")}>
      <Hourglass until={until} length={Number(length) * 1000} now={now} />
      <div>
        <button type="button" onClick={() => set(now() + Number(length) * 1000)} data-test="turn">
          <Icon name="reset" /> {t("Turn it")}
        </button>
        <Choice
          label={t("Hourglass")}
          value={length}
          options={[
            ["30", t("30 s")],
            ["60", t("1 min")],
            ["120", t("2 min")],
          ]}
          onChange={(next) => (setLength(next), set(undefined))}
        />
      </div>
    </section>
  );
}
