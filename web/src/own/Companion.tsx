/*
 * Beside the physical game: moves tried on the screen, the solver's hints, an hourglass to turn, and a score sheet.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Hourglass } from "../board/Hourglass";
import { Pad } from "../board/Pad";
import { movesWords } from "../board/names";
import { describeRobot, noRicochet } from "../board/spoken";
import { type Direction, type Robot, describe, moves, robotsText, targetOf } from "../carom/ask";
import { useSolution } from "../carom/useSolution";
import { FromHere, Hints, Replay, useHints } from "../game/Coach";
import { Goal } from "../game/Goal";
import { MoreMoves } from "../game/MoreMoves";
import { Stage } from "../game/Stage";
import { useKeys } from "../game/keys";
import { useRoute } from "../game/route";
import { Choice } from "../parts/Fields";
import { Icon } from "../parts/icons";
import { announce } from "../parts/announce";
import { t } from "../texts/texts";
import { Scores } from "./Scores";
import { type OwnProps, complete, take, write } from "./position";
import { Tokens } from "./Lay";

export function Companion({ position, onChange, onLay }: OwnProps & { onLay: () => void }) {
  const known = useMemo(() => describe(position), [position]);
  const robots = Object.keys(known.robots ?? {}) as Robot[];
  const ready = complete(position);
  const target = targetOf(known);
  const [selected, select] = useState<Robot | undefined>(target && target.robot !== "*" ? target.robot : robots[0]);
  const route = useRoute(position);
  const looking = useSolution(ready ? position : undefined);
  const hints = useHints(position, looking);
  const now = route.played.position;
  useEffect(() => {
    if (route.played.state === "reached")
      announce(t("Reached in {moves}.", { moves: movesWords(route.played.cost) }), "assertive");
    if (route.played.state === "no-ricochet") announce(noRicochet(), "assertive");
  }, [route.played]);
  const move = (one: string) => route.move(one);
  const direction = (to: Direction, through = false) => selected && move(selected + to + (through ? "!" : ""));
  const pick = (robot: Robot) => {
    select(robot);
    announce(describeRobot(now, robot).split(";")[0] ?? "");
  };
  useKeys({
    robots,
    onRobot: pick,
    onDirection: direction,
    onUndo: route.undo,
    onRedo: route.redo,
    onReset: route.reset,
    letters: { h: hints.more, d: () => selected && announce(describeRobot(now, selected)) },
  });
  const note = route.played.state === "no-ricochet" ? noRicochet() : undefined;
  /* The round is won on the table: the robots stay there, and the next token is drawn. */
  const stay = () => onChange(write({ ...take(now), target: "" }));
  return (
    <Stage
      title={t("Own board")}
      position={now}
      status={
        ready ? (
          <Goal position={position} count={route.played.cost} note={note} />
        ) : (
          <p class="help">{t("Which token lies in the centre? Choose it below.")}</p>
        )
      }
      board={
        <Board
          position={now}
          markers={robotsText(known.robots ?? {})}
          step={route.step}
          selected={selected}
          onSelect={pick}
          onMove={move}
        />
      }
      controls={
        <Pad
          robots={robots}
          selected={selected}
          onSelect={pick}
          onDirection={(to) => direction(to)}
          tools={route}
          onHint={ready ? hints.more : undefined}
        >
          <button type="button" onClick={onLay}>
            {t("Lay")}
          </button>
        </Pad>
      }
    >
      {route.played.state === "reached" && (
        <p class="verdict best" data-test="verdict">
          <b>{t("Reached in {moves}.", { moves: movesWords(route.played.cost) })}</b>{" "}
          <button type="button" onClick={stay}>
            {t("Robots stay here: next token")}
          </button>
        </p>
      )}
      {!ready && (
        <Tokens
          position={position}
          value=""
          robots={robots}
          onChange={(token) => onChange(write({ ...take(position), target: token }))}
        />
      )}
      {selected === "T" && <MoreMoves options={moves(now, "T").moves} onMove={move} />}
      <Hints looking={looking} shown={hints.shown} />
      {ready && <FromHere position={position} route={route} />}
      {hints.all && <Replay looking={looking} route={route} key={position} />}
      <Timer />
      <Scores />
    </Stage>
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
