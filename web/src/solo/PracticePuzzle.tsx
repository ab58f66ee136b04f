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
import { loadItem, saveItem } from "../storage/settings";
import { addPractice } from "../storage/soloResults";
import { KeepBoard } from "../history/KeepBoard";
import { type EndedPuzzle, recordPuzzle } from "../history/record";
import { wasSolutionShown, saveSolutionShown } from "../storage/shownSolutions";
import { RouteBoard } from "../game/RouteBoard";
import { Hinted, Hints, NextMoveHint, Replay, ShowSolution, hintAt, useHints } from "../game/Hints";
import { FirstMet } from "../game/FirstEncounter";
import { TargetLine } from "../game/TargetHeader";
import { MoreMoves } from "../game/TransparentMoves";
import { StatusLine, routeText } from "../game/StatusLine";
import { BoardLayout } from "../game/BoardLayout";
import { useKeys } from "../game/keys";
import { type Route, useRoute } from "../game/route";
import { useSelection } from "../game/selection";
import { WinPanel, heroOf } from "../game/WinPanel";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { SoundOffer } from "../ui/SoundOffer";
import { announce } from "../ui/announce";
import { Icon } from "../ui/icons";
import { t, tn } from "../i18n/texts";

interface PuzzleProps {
  position: string;
  onNext: () => void;
  onBack: (() => void) | undefined; // to the puzzle before
  onVary: () => void;
}

/* How a position stands for the one who practises. */
interface Standing {
  position: string;
  cost?: number; // the best that was reached by hand
  first?: Pick<EndedPuzzle, "route" | "undone"> & { moves: number }; // reached at first: that is what counts
  seen: boolean; // the solution was looked at
}

function useStanding(position: string, route: Route, { solution }: SolutionState, hints: number) {
  const fresh: Standing = { position, seen: false };
  const [state, setState] = useState(fresh);
  const [counted, setCounted] = useState("");
  const [rated, setRated] = useState({ position: "", change: 0 });
  const known = useMemo(() => wasSolutionShown(position), [position]); // from before: it can no longer be found
  const now = state.position === position ? state : fresh;
  useEffect(() => {
    const { state: at, cost } = route.played;
    if (at === "no-ricochet") announce(noRicochet(), "assertive");
    if (at !== "reached" || route.shown) return;
    const found = { moves: cost, route: route.moves, undone: route.takenBack };
    setState({ ...now, first: now.first ?? found, cost: Math.min(now.cost ?? cost, cost) });
    sound("target");
    announce(tn("Solved in {n} move.", "Solved in {n} moves.", cost), "assertive");
  }, [route.played]);
  const { first, seen } = now;
  /* Kept as soon as it is seen: whoever leaves at once has it. */
  useLayoutEffect(() => {
    const over = seen || first !== undefined;
    if (!over || !solution?.proven || counted === position) return;
    setCounted(position);
    const best = solution.moves ?? undefined;
    const found = first?.moves ?? null;
    const kept = () =>
      recordPuzzle({ moves: found, best, hints, known, ...first }, { mode: "practice", position }, !known);
    if (known) return kept();
    const change = addResult({ mode: "practice", moves: found, best, difficulty: solution.difficulty, hints });
    setRated({ position, change });
    if (found !== null) addPractice(found === best && hints === 0);
    if (found !== null && found === best) sound("shortest");
    kept();
  }, [first, seen, solution]);
  const change = rated.position === position ? rated.change : 0;
  return { ...now, known, change, see: () => setState({ ...now, seen: true }) };
}

/* How often somebody asked in the middle of a route what comes next: a hint each time. */
function useAsked(position: string): { asked: number; ask: () => void } {
  const [state, setState] = useState({ position, asked: 0 });
  const asked = state.position === position ? state.asked : 0;
  return { asked, ask: () => setState({ position, asked: asked + 1 }) };
}

/* What was tried stands there again after a reload. */
function useKeptRoute(position: string): Route {
  const kept = loadItem<{ position?: string; moves?: string[] }>("practice-moves", {});
  const route = useRoute(position, kept.position === position ? kept.moves : []);
  const moves = route.shown || route.played.state === "reached" ? [] : route.moves; // what was solved begins anew
  useEffect(() => saveItem("practice-moves", { position, moves }), [position, moves.join(" ")]);
  return route;
}

export function PracticePuzzle({ position, onNext, onBack, onVary }: PuzzleProps) {
  const route = useKeptRoute(position);
  const { position: now, state } = route.played;
  const looking = useSolution(position);
  const hints = useHints(position, looking, route.moves);
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
  const hint = hints.visible && !locked ? hintAt(looking, hints.shown) : undefined;
  const wrong = refused && { words: refused.words, wrong: true };
  const said = wrong ?? (hint ? { words: hint.words, move: hint.moves.at(-1) } : routeText(route.played));
  return (
    <BoardLayout
      title={t("Practice")}
      position={now}
      status={<TargetLine position={position} count={route.played.cost} />}
      step={<StatusLine {...said} />}
      board={
        <Hinted hint={hint}>
          <RouteBoard from={position} route={route} selection={selection} locked={locked} hint={hint?.moves} />
        </Hinted>
      }
      controls={
        found || (locked && !route.shown) ? (
          <Solved {...{ position, standing, best, helped, onNext }} onAgain={route.reset} onShow={standing.see} />
        ) : (
          <MovePad robots={robots} onDirection={direct} tools={route} onHint={hints.more} {...choice}>
            {open ? <NextButton look="primary" onNext={onNext} /> : <SkipButton onNext={onNext} />}
          </MovePad>
        )
      }
    >
      <FirstMet position={position} />
      {selected === "T" && !locked && <MoreMoves options={listMoves(now, "T").moves} onMove={selection.move} />}
      {!found && !standing.seen && <Hints looking={looking} shown={hints.shown} />}
      {standing.cost === undefined && !open && <NextMoveHint position={position} route={route} onAsk={ask} />}
      {standing.cost === undefined && !open && <ShowSolution onShow={standing.see} />}
      {open && <Replay looking={looking} route={route} key={position} />}
      <Grade looking={looking} />
      <Others position={position} onVary={onVary} onBack={onBack} />
    </BoardLayout>
  );
}

const NextButton = ({ look, onNext }: { look: string; onNext: () => void }) => (
  <button type="button" class={look} onClick={onNext} data-test="next">
    {t("Next")} <Icon name="next" />
  </button>
);

/* Another puzzle instead of this one: beside arrows, "Next" might mean the next move. */
const SkipButton = ({ onNext }: { onNext: () => void }) => (
  <button type="button" onClick={onNext} data-test="next">
    {t("Skip")}
  </button>
);

/* How hard it is. */
function Grade({ looking: { solution } }: { looking: SolutionState }) {
  return (
    <p class="help tabular" data-test="grade">
      {solution?.difficulty !== undefined && `${t("Difficulty {n} of 100", { n: solution.difficulty })}.`}
    </p>
  );
}

function Others({ position, onVary, onBack }: Omit<PuzzleProps, "onNext">) {
  return (
    <p class="row wrap">
      {onBack && (
        <button type="button" class="quiet" onClick={onBack} data-test="puzzle-before">
          <Icon name="back" /> {t("Previous puzzle")}
        </button>
      )}
      <button type="button" class="quiet" onClick={onVary} data-test="vary">
        <Icon name="sliders" /> {t("Difficulty, boards and robots")}
      </button>
      <KeepBoard position={position} />
      <Link to={link("own", position)} class="button quiet">
        {t("Edit this position")}
      </Link>
      <Link to={link("challenge", position)} class="button quiet">
        {t("Challenge others")}
      </Link>
    </p>
  );
}

const FIRST_RESULTS = 10; // whose losses are not shown: people are still learning

interface VerdictProps {
  position: string;
  standing: Standing & { change: number };
  best: number | undefined;
  helped: boolean; // by hints, or it was seen before
  onAgain: () => void;
  onShow: () => void;
}

const Solved = ({ onNext, ...props }: VerdictProps & { onNext: () => void }) => (
  <div class="solved">
    <Verdict {...props} />
    <NextButton look="primary big" onNext={onNext} />
    <SoundOffer />
  </div>
);

function Verdict({ position, standing, best, helped, onAgain, onShow }: VerdictProps) {
  const { cost, seen, change } = standing;
  const { value, count } = loadStats().rating;
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
    <WinPanel
      robot={heroOf(position)}
      title={tn("Solved in {n} move.", "Solved in {n} moves.", cost)}
      words={words}
      shortest={best !== undefined && over <= 0}
      moves={helped ? 0 : cost}
      rating={count > 0 && (change >= 0 || count > FIRST_RESULTS) ? { value, change } : undefined}
    >
      {over > 0 && !seen && (
        <div class="row wrap">
          <button type="button" onClick={onAgain} data-test="again">
            {t("Try again")}
          </button>
          <ShowSolution onShow={onShow} />
        </div>
      )}
    </WinPanel>
  );
}
