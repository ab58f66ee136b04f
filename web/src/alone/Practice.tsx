/*
 * Practice: one position after the other, no clock, hints that say a little more each time, and afterwards every shortest
 * route as a replay.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Pad } from "../board/Pad";
import { sound } from "../board/sound";
import { movesWords } from "../board/names";
import { describeRobot, noRicochet } from "../board/spoken";
import { type Direction, type Robot, anySeed, deal, describe, moves, robotsText } from "../carom/ask";
import { solve, warm } from "../carom/solver";
import { useSolution } from "../carom/useSolution";
import { Goal } from "../game/Goal";
import { FromHere, Hints, Replay, useHints } from "../game/Coach";
import { MoreMoves } from "../game/MoreMoves";
import { Stage } from "../game/Stage";
import { useKeys } from "../game/keys";
import { useRoute } from "../game/route";
import type { ScreenProps } from "../parts/address";
import { Dialog } from "../parts/Dialog";
import { Choice } from "../parts/Fields";
import { Icon } from "../parts/icons";
import { announce } from "../parts/announce";
import { link, mirror } from "../parts/address";
import { Link } from "../parts/Link";
import { addPractice } from "../device/results";
import { keep, recall } from "../device/settings";
import { t } from "../texts/texts";
import { FIRST, type Variant, VariantFields, dealOf } from "./variants";

const any = (variant: Variant): string => deal(dealOf(variant), anySeed())[0]?.position ?? "";

type Level = "any" | "easy" | "medium" | "hard";
const WORDS: Record<Level, string[]> = {
  any: [],
  easy: ["trivial", "easy"],
  medium: ["medium"],
  hard: ["hard", "fiendish"],
};
const TRIES = 60;

/* Deals until the solver finds the position as hard as it was wished, or gives the last one after a while. */
async function dealt(variant: Variant, level: Level): Promise<string> {
  let position = any(variant);
  for (let i = 0; level !== "any" && i < TRIES; i++) {
    const found = await solve(position, 16).answer;
    if (WORDS[level].includes(found.word ?? "")) return position;
    position = any(variant);
  }
  return position;
}

function readable(position: string): string | undefined {
  try {
    const known = describe(position, true);
    return known.game === "ricochet" ? known.position : undefined;
  } catch {
    return undefined;
  }
}

export function Practice({ rest }: ScreenProps) {
  const [variant, setVariant] = useState(() => ({ ...FIRST, ...recall<Partial<Variant>>("practice", {}) }));
  const [position, setPosition] = useState(() => readable(rest) ?? any(variant));
  const [level, setLevel] = useState<Level>(() => recall<Level>("level", "any"));
  const [choosing, choose] = useState(false);
  const next = (now = variant, hard = level) => void dealt(now, hard).then(setPosition);
  useEffect(() => mirror("practice", position), [position]);
  useEffect(() => {
    const asked = rest ? readable(rest) : undefined;
    if (asked && asked !== position) setPosition(asked);
  }, [rest]);
  useEffect(warm, []);
  const vary = (chosen: Variant) => {
    setVariant(chosen);
    keep("practice", chosen);
    next(chosen);
  };
  const harden = (chosen: Level) => {
    setLevel(chosen);
    keep("level", chosen);
    next(variant, chosen);
  };
  return (
    <>
      <Puzzle position={position} onNext={() => next()} onVary={() => choose(true)} />
      {choosing && (
        <Dialog title={t("Boards and robots")} onClose={() => choose(false)}>
          <Choice
            label={t("How hard")}
            value={level}
            options={[
              ["any", t("any")],
              ["easy", t("easy")],
              ["medium", t("medium")],
              ["hard", t("hard")],
            ]}
            onChange={harden}
          />
          <VariantFields value={variant} onChange={vary} />
        </Dialog>
      )}
    </>
  );
}

function Puzzle({ position, onNext, onVary }: { position: string; onNext: () => void; onVary: () => void }) {
  const known = useMemo(() => describe(position), [position]);
  const robots = Object.keys(known.robots ?? {}) as Robot[];
  const active = typeof known.target === "object" && known.target.robot !== "*" ? known.target.robot : robots[0];
  const [selected, select] = useState<Robot | undefined>(active);
  const route = useRoute(position);
  const looking = useSolution(position);
  const hints = useHints(position, looking);
  const [solved, remember] = useState<{ position: string; cost: number }>();
  const done = solved?.position === position;
  const now = route.played.position;
  useEffect(() => select(active), [position]);
  useEffect(() => {
    const { state, cost } = route.played;
    if (state === "no-ricochet") announce(noRicochet(), "assertive");
    if (state !== "reached" || done) return;
    remember({ position, cost });
    addPractice(cost === looking.solution?.moves);
    sound("won");
    announce(t("Solved in {moves}.", { moves: movesWords(cost) }), "assertive");
  }, [route.played]);

  const locked = route.played.state === "reached";
  const move = (one: string) => route.played.state !== "reached" && route.move(one);
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
    letters: { h: hints.more, n: onNext, d: () => selected && announce(describeRobot(now, selected)) },
  });
  const note = route.played.state === "no-ricochet" ? noRicochet() : undefined;
  return (
    <Stage
      title={t("Practice")}
      position={now}
      status={<Goal position={position} count={route.played.cost} note={note} />}
      board={
        <Board
          position={now}
          markers={robotsText(known.robots ?? {})}
          step={route.step}
          selected={selected}
          locked={locked}
          onSelect={pick}
          onMove={move}
        />
      }
      controls={
        <Pad
          robots={robots}
          selected={selected}
          locked={route.played.state === "reached"}
          onSelect={pick}
          onDirection={(to) => direction(to)}
          tools={route}
          onHint={hints.more}
        >
          <button type="button" class={done ? "primary" : ""} onClick={onNext} data-test="next">
            {t("Next")} <Icon name="next" />
          </button>
        </Pad>
      }
    >
      {done && <Verdict cost={solved.cost} best={looking.solution?.moves ?? undefined} />}
      {selected === "T" && !done && <MoreMoves options={moves(now, "T").moves} onMove={move} />}
      {!done && <Hints looking={looking} shown={hints.shown} />}
      {!done && <FromHere position={position} route={route} />}
      {(done || hints.all) && <Replay looking={looking} route={route} key={position} />}
      <p class="row wrap">
        <button type="button" class="quiet" onClick={onVary} data-test="vary">
          <Icon name="gear" /> {t("Boards and robots")}
        </button>
        <Link to={link("own", position)} class="button quiet">
          {t("Change this position")}
        </Link>
      </p>
    </Stage>
  );
}

function Verdict({ cost, best }: { cost: number; best: number | undefined }) {
  const words =
    best === undefined
      ? t("Looking for the shortest way…")
      : cost <= best
        ? t("It cannot be done in fewer. Well found!")
        : t("The shortest way takes {n}.", { n: best });
  return (
    <p class={`verdict ${best !== undefined && cost <= best ? "best" : ""}`} data-test="verdict">
      <b>{t("Solved in {moves}.", { moves: movesWords(cost) })}</b> {words}
    </p>
  );
}
