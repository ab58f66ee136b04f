/*
 * Practice: one position after the other, no clock, hints that say a little more each time, and afterwards every shortest
 * route as a replay.
 */
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Pad } from "../board/Pad";
import { movesWords } from "../board/names";
import { sound } from "../board/sound";
import { noRicochet } from "../board/spoken";
import { anySeed, deal, describe, moves, robotsText } from "../carom/ask";
import { solve, warm } from "../carom/solver";
import { type Looking, useSolution } from "../carom/useSolution";
import { addPractice } from "../device/results";
import { keep, recall } from "../device/settings";
import { BoardFields, FIRST, type Variant, dealOf } from "../game/BoardFields";
import { FromHere, Hints, Replay, useHints } from "../game/Coach";
import { TargetLine } from "../game/TargetLine";
import { MoreMoves } from "../game/MoreMoves";
import { Stage } from "../game/Stage";
import { useKeys } from "../game/keys";
import { type Route, useRoute } from "../game/route";
import { useSelection } from "../game/selection";
import { Dialog } from "../parts/Dialog";
import { Choice } from "../parts/Fields";
import { Link } from "../parts/Link";
import { type ScreenProps, link, mirror } from "../parts/address";
import { announce } from "../parts/announce";
import { Icon } from "../parts/icons";
import { t } from "../texts/texts";

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
  const vary = (part: Partial<Variant>) => {
    const chosen = { ...variant, ...part };
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
          <BoardFields value={variant} onChange={vary} />
        </Dialog>
      )}
    </>
  );
}

interface PuzzleProps {
  position: string;
  onNext: () => void;
  onVary: () => void;
}

/* The first time that the target was reached, said and counted. */
function useSolved(position: string, route: Route, looking: Looking): { cost: number } | undefined {
  const [solved, remember] = useState<{ position: string; cost: number }>();
  const first = solved?.position === position ? solved : undefined;
  useEffect(() => {
    const { state, cost } = route.played;
    if (state === "no-ricochet") announce(noRicochet(), "assertive");
    if (state !== "reached" || first) return;
    remember({ position, cost });
    addPractice(cost === looking.solution?.moves);
    sound("won");
    announce(t("Solved in {moves}.", { moves: movesWords(cost) }), "assertive");
  }, [route.played]);
  return first;
}

function Puzzle({ position, onNext, onVary }: PuzzleProps) {
  const route = useRoute(position);
  const { position: now, state, cost } = route.played;
  const looking = useSolution(position);
  const hints = useHints(position, looking);
  const solved = useSolved(position, route, looking);
  const locked = state === "reached";
  const move = (one: string) => void (!locked && route.move(one));
  const { robots, selected, pick, direct, keys } = useSelection(position, now, move);
  useKeys({
    ...keys,
    onUndo: route.undo,
    onRedo: route.redo,
    onReset: route.reset,
    letters: { ...keys.letters, h: hints.more, n: onNext },
  });
  const markers = robotsText(describe(position).robots ?? {});
  const choice = { selected, locked, onSelect: pick };
  return (
    <Stage
      title={t("Practice")}
      position={now}
      status={<TargetLine position={position} count={cost} note={state === "no-ricochet" ? noRicochet() : undefined} />}
      board={<Board position={now} markers={markers} step={route.step} onMove={move} {...choice} />}
      controls={
        <Pad robots={robots} onDirection={direct} tools={route} onHint={hints.more} {...choice}>
          <button type="button" class={solved ? "primary" : ""} onClick={onNext} data-test="next">
            {t("Next")} <Icon name="next" />
          </button>
        </Pad>
      }
    >
      {solved && <Verdict cost={solved.cost} best={looking.solution?.moves ?? undefined} />}
      {selected === "T" && !solved && <MoreMoves options={moves(now, "T").moves} onMove={move} />}
      {!solved && <Hints looking={looking} shown={hints.shown} />}
      {!solved && <FromHere position={position} route={route} />}
      {(solved || hints.all) && <Replay looking={looking} route={route} key={position} />}
      <Others position={position} onVary={onVary} />
    </Stage>
  );
}

function Others({ position, onVary }: Pick<PuzzleProps, "position" | "onVary">) {
  return (
    <p class="row wrap">
      <button type="button" class="quiet" onClick={onVary} data-test="vary">
        <Icon name="gear" /> {t("Boards and robots")}
      </button>
      <Link to={link("own", position)} class="button quiet">
        {t("Change this position")}
      </Link>
    </p>
  );
}

function Verdict({ cost, best }: { cost: number; best: number | undefined }) {
  const words =
    best === undefined
      ? t("Looking for the shortest route…")
      : cost <= best
        ? t("It cannot be done in fewer. Well found!")
        : t("The shortest route takes {n}.", { n: best });
  return (
    <p class={`verdict ${best !== undefined && cost <= best ? "best" : ""}`} data-test="verdict">
      <b>{t("Solved in {moves}.", { moves: movesWords(cost) })}</b> {words}
    </p>
  );
}
