/*
 * One position to practise on: tried, hinted at, solved, and judged honestly. Praise is for what was found: hints count, and a
 * solution that was looked at counts as given up. Whoever needed more moves may try again before the shortest route is shown.
 */
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { MovePad } from "../board/MovePad";
import { sound } from "../board/sounds";
import { noRicochet } from "../board/screenReader";
import { listMoves } from "../wasm/ops";
import { type SolutionState, useSolution } from "../wasm/useSolution";
import { addResult, loadStats } from "../storage/stats";
import { addPractice } from "../storage/soloResults";
import { wasSolutionShown, saveSolutionShown } from "../storage/shownSolutions";
import { RouteBoard } from "../game/RouteBoard";
import { NextMoveHint, Hints, Replay, ShowSolution, useHints } from "../game/Hints";
import { FirstMet } from "../game/FirstEncounter";
import { TargetLine } from "../game/TargetHeader";
import { MoreMoves } from "../game/TransparentMoves";
import { StatusLine, routeText } from "../game/StatusLine";
import { BoardLayout } from "../game/BoardLayout";
import { useKeys } from "../game/keys";
import { type Route, useRoute } from "../game/route";
import { useSelection } from "../game/selection";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { announce } from "../ui/announce";
import { Icon } from "../ui/icons";
import { t, tn } from "../i18n/texts";

interface PuzzleProps {
  position: string;
  onNext: () => void;
  onVary: () => void;
}

/* How a position stands for the one who practises. */
interface Standing {
  position: string;
  cost?: number; // the best that was reached by hand
  first?: number; // reached at first: that is what counts
  seen: boolean; // the solution was looked at
}

function useStanding(position: string, route: Route, { solution }: SolutionState, hints: number) {
  const fresh: Standing = { position, seen: false };
  const [state, setState] = useState(fresh);
  const [counted, setCounted] = useState("");
  const known = useMemo(() => wasSolutionShown(position), [position]); // from before: it can no longer be found
  const now = state.position === position ? state : fresh;
  useEffect(() => {
    const { state: at, cost } = route.played;
    if (at === "no-ricochet") announce(noRicochet(), "assertive");
    if (at !== "reached" || route.shown) return;
    setState({ ...now, first: now.first ?? cost, cost: Math.min(now.cost ?? cost, cost) });
    sound("won");
    announce(tn("Solved in {n} move.", "Solved in {n} moves.", cost), "assertive");
  }, [route.played]);
  const { first, seen } = now;
  /* Kept as soon as it is seen: whoever leaves at once has it. */
  useLayoutEffect(() => {
    const over = seen || first !== undefined;
    if (!over || known || !solution?.proven || counted === position) return;
    setCounted(position);
    const best = solution.moves ?? undefined;
    const found = seen && first === undefined ? null : (first ?? null);
    addResult({ mode: "practice", moves: found, best, difficulty: solution.difficulty, hints });
    if (found !== null) addPractice(found === best && hints === 0);
  }, [first, seen, solution]);
  return { ...now, known, see: () => setState({ ...now, seen: true }) };
}

/* How often somebody asked in the middle of a route what comes next: a hint each time. */
function useAsked(position: string): { asked: number; ask: () => void } {
  const [state, setState] = useState({ position, asked: 0 });
  const asked = state.position === position ? state.asked : 0;
  return { asked, ask: () => setState({ position, asked: asked + 1 }) };
}

export function PracticePuzzle({ position, onNext, onVary }: PuzzleProps) {
  const route = useRoute(position);
  const { position: now, state } = route.played;
  const looking = useSolution(position);
  const hints = useHints(position, looking);
  const { asked, ask } = useAsked(position);
  const standing = useStanding(position, route, looking, hints.shown + asked);
  const locked = state === "reached";
  const selection = useSelection(position, now, (one) => void (!locked && route.move(one)));
  const { robots, selected, pick, direct, keys, refused } = selection;
  useKeys({
    ...keys,
    onUndo: route.undo,
    onRedo: route.redo,
    onReset: route.reset,
    letters: { ...keys.letters, h: hints.more, n: onNext },
  });
  const choice = { selected, locked, onSelect: pick };
  const best = looking.solution?.moves ?? undefined;
  const found = standing.cost !== undefined && best !== undefined && standing.cost <= best;
  const shown = standing.seen || hints.all;
  useLayoutEffect(() => void (shown && saveSolutionShown(position)), [shown, position]);
  const open = found || shown; // may the routes be seen?
  const helped = hints.shown + asked > 0 || standing.known;
  const said = refused ? { words: refused.words, wrong: true } : routeText(route.played);
  return (
    <BoardLayout
      title={t("Practice")}
      position={now}
      status={<TargetLine position={position} count={route.played.cost} />}
      step={<StatusLine {...said} />}
      board={<RouteBoard from={position} route={route} selection={selection} locked={locked} />}
      controls={
        <MovePad robots={robots} onDirection={direct} tools={route} onHint={hints.more} {...choice}>
          <button type="button" class={found || open ? "primary" : ""} onClick={onNext} data-test="next">
            {t("Next")} <Icon name="next" />
          </button>
        </MovePad>
      }
    >
      <Verdict standing={standing} best={best} helped={helped} onAgain={route.reset} onShow={standing.see} />
      <FirstMet position={position} />
      {selected === "T" && !locked && <MoreMoves options={listMoves(now, "T").moves} onMove={selection.move} />}
      {!found && !standing.seen && <Hints looking={looking} shown={hints.shown} />}
      {standing.cost === undefined && !open && <NextMoveHint position={position} route={route} onAsk={ask} />}
      {standing.cost === undefined && !open && <ShowSolution onShow={standing.see} />}
      {open && <Replay looking={looking} route={route} key={position} />}
      <Grade looking={looking} />
      <Others position={position} onVary={onVary} />
    </BoardLayout>
  );
}

/* How hard it is, and how good one is. */
function Grade({ looking: { solution } }: { looking: SolutionState }) {
  const { value, count } = loadStats().rating;
  return (
    <p class="help tabular" data-test="grade">
      {solution?.difficulty !== undefined && `${t("Difficulty {n} of 100", { n: solution.difficulty })}. `}
      {count > 0 && t("Your rating: {n}.", { n: Math.round(value) })}
    </p>
  );
}

function Others({ position, onVary }: Pick<PuzzleProps, "position" | "onVary">) {
  return (
    <p class="row wrap">
      <button type="button" class="quiet" onClick={onVary} data-test="vary">
        <Icon name="gear" /> {t("Difficulty, boards and robots")}
      </button>
      <Link to={link("own", position)} class="button quiet">
        {t("Edit this position")}
      </Link>
      <Link to={link("challenge", position)} class="button quiet">
        {t("Challenge others")}
      </Link>
    </p>
  );
}

interface VerdictProps {
  standing: Standing;
  best: number | undefined;
  helped: boolean; // by hints, or it was seen before
  onAgain: () => void;
  onShow: () => void;
}

function Verdict({ standing: { cost, seen }, best, helped, onAgain, onShow }: VerdictProps) {
  if (cost === undefined) return null;
  const over = best === undefined ? 0 : cost - best;
  const words =
    best === undefined
      ? t("Looking for the shortest route…")
      : over > 0
        ? t("{n} over par. Try again, or see the solution.", { n: over })
        : helped || seen
          ? t("It can't be done in fewer.")
          : t("It can't be done in fewer. Well done!");
  return (
    <div class={`verdict ${best !== undefined && over <= 0 ? "best" : ""}`} data-test="verdict">
      <p>
        <b>{tn("Solved in {n} move.", "Solved in {n} moves.", cost)}</b> {words}
      </p>
      {over > 0 && !seen && (
        <div class="row wrap">
          <button type="button" onClick={onAgain} data-test="again">
            {t("Try again")}
          </button>
          <ShowSolution onShow={onShow} />
        </div>
      )}
    </div>
  );
}
