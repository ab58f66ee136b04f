/*
 * One position to be solved, of either game: what every screen with puzzles plays on. A route is tried with undo, or, where
 * `exact` says so, with so many moves and none taken back; when it is over the shortest routes are there to be replayed. What
 * counts, and what comes next, is the business of the screen that shows it.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { MicroBoard } from "../board/MicroBoard";
import { MicroSteps } from "../board/MicroSteps";
import { MovePad } from "../board/MovePad";
import { Picture } from "../board/Picture";
import { microName } from "../board/names";
import { sound } from "../board/sounds";
import { describeMicro, targetSentence } from "../board/screenReader";
import { type PlayResult, readPosition, listMoves } from "../wasm/ops";
import { type SolutionState, useSolution } from "../wasm/useSolution";
import { RouteBoard } from "../game/RouteBoard";
import { Replay } from "../game/Hints";
import { MoreMoves } from "../game/TransparentMoves";
import { TextAlternative, BoardLayout } from "../game/BoardLayout";
import { ShareAnimation } from "../game/ShareAnimation";
import { FirstMet } from "../game/FirstEncounter";
import { StatusLine, type Said, routeText, microRouteText } from "../game/StatusLine";
import { TargetLine } from "../game/TargetHeader";
import { solutionText, searchingText } from "../game/solutionText";
import { useKeys } from "../game/keys";
import { useRoute } from "../game/route";
import { useSelection } from "../game/selection";
import { useStepRefused } from "../game/useMicroMoveError";
import { Icon } from "../ui/icons";
import { t } from "../i18n/texts";
import { useMicroRoute } from "./microRoute";
import "./puzzles.css";

/* How far somebody has come. */
export interface Attempt {
  moves: string[];
  cost: number; // of them
  reached: boolean;
  undone: number; // how often moves were taken back
}
export interface PuzzleProps {
  title: string;
  position: string;
  exact?: number | undefined; // so many moves, and none can be taken back
  over: boolean; // nothing is tried any more
  begun?: string[]; // what was tried before a reload
  note?: ComponentChildren; // beside the target: a clock, what is left
  onTried?: (tried: Attempt) => void; // after every change
  onFound?: ((moves: number) => void) | undefined; // how many moves a shortest route has, when it is over
  foot?: (tried: Attempt) => ComponentChildren; // what to do with it
  children?: ComponentChildren; // below
}

export const isMicro = (position: string): boolean => readPosition(position).game === "micro";

export function PuzzleBoard(props: PuzzleProps) {
  return isMicro(props.position) ? <MicroRoute {...props} key="micro" /> : <Slides {...props} key="ricochet" />;
}

function useTold(tried: Attempt, { position, onTried }: PuzzleProps): void {
  useEffect(() => {
    if (tried.reached) sound("target");
  }, [position, tried.reached]);
  useLayoutEffect(() => onTried?.(tried), [position, tried.moves.join(" "), tried.reached]);
}

/* The solution, looked for when it is over. */
function useShortest({ position, over, onFound }: PuzzleProps): SolutionState {
  const looking = useSolution(over ? position : undefined);
  const moves = looking.solution?.moves;
  useEffect(() => {
    if (typeof moves === "number") onFound?.(moves);
  }, [moves]);
  return looking;
}

/* What can be done now, where no move is taken back. */
function exactSaid(played: PlayResult, exact: number): Said {
  const { state, steps, cost } = played;
  if (state === "no-ricochet")
    return { words: t("That doesn't count: the robot must turn at least once on the way."), wrong: true };
  if (state === "reached" || steps.length === 0) return routeText(played);
  return { words: cost < exact ? t("Keep going: there's no undo here.") : "" };
}

function Slides(props: PuzzleProps) {
  const { title, position, exact, over, note, foot, children } = props;
  const route = useRoute(position, props.begun);
  const { position: now, state, cost } = route.played;
  const reached = state === "reached" && !route.shown;
  const tried = { moves: route.moves, cost, reached, undone: route.takenBack };
  const looking = useShortest(props);
  useTold(tried, props);
  const locked = over || state === "reached" || (exact !== undefined && cost >= exact);
  const move = (one: string) => void (!locked && route.move(one));
  const selection = useSelection(position, now, move);
  const { robots, selected, pick, direct, keys, refused } = selection;
  const back = over || exact !== undefined ? {} : { onUndo: route.undo, onRedo: route.redo, onReset: route.reset };
  useKeys({ ...keys, ...back });
  const choice = { selected, locked, onSelect: pick };
  const said = exact === undefined ? routeText(route.played) : exactSaid(route.played, exact);
  return (
    <BoardLayout
      title={title}
      position={now}
      status={
        <>
          <TargetLine position={position} count={cost} />
          {note}
        </>
      }
      step={!over && <StatusLine {...(refused ? { words: refused.words, wrong: true } : said)} />}
      board={<RouteBoard from={position} route={route} selection={selection} locked={locked} />}
      controls={
        <>
          {!over && (
            <MovePad robots={robots} onDirection={direct} tools={exact === undefined ? route : undefined} {...choice} />
          )}
          {foot?.(tried)}
        </>
      }
    >
      {selected === "T" && !locked && <MoreMoves options={listMoves(now, "T").moves} onMove={selection.move} />}
      {!over && <FirstMet position={position} />}
      {children}
      {over && !looking.solution && <p class="help">{searchingText()}</p>}
      {over && <Replay looking={looking} route={route} key={position} />}
    </BoardLayout>
  );
}

/* What a walk has to reach, and how long it is. */
function WalkTarget({ position, count }: { position: string; count: number }) {
  return (
    <div class="target-line">
      <p>
        <span data-test="target">{targetSentence(position)}</span>
      </p>
      <span class="count" data-test="count" aria-label={t("Moves: {n}", { n: count })}>
        {count}
      </span>
    </div>
  );
}

function MicroRoute(props: PuzzleProps) {
  const { title, position, exact, over, note, foot, children } = props;
  const walk = useMicroRoute(position, props.begun);
  const { solution } = useShortest(props);
  const tried = { moves: walk.moves, cost: walk.moves.length, reached: walk.reached, undone: walk.takenBack };
  useTold(tried, props);
  const locked = over || (exact !== undefined && tried.cost >= exact);
  const options = locked ? [] : walk.options;
  const back = over || exact !== undefined ? {} : { onUndo: walk.undo, onRedo: walk.redo, onReset: walk.reset };
  useKeys({ robots: [], ...back });
  const shown = over && solution?.route ? solution.route : walk.moves;
  const { refused, refuse } = useStepRefused(position, walk.here);
  const said = { words: locked && !walk.reached ? "" : microRouteText(walk.reached) };
  return (
    <div class="stage">
      <h1 class="heard">{title}</h1>
      <div class="stage-status">
        <WalkTarget position={position} count={shown.length} />
        {note}
      </div>
      <div class="stage-board" role="group" aria-label={t("Board")}>
        <MicroBoard
          position={position}
          at={over ? (shown.at(-1) ?? walk.here) : walk.here}
          chip
          options={options}
          onStep={walk.move}
          onRefused={refuse}
          route={{ from: position, moves: shown }}
        />
      </div>
      <div class="stage-step">{!over && <StatusLine {...(refused ?? said)} />}</div>
      <div class="stage-controls">
        {!locked && <MicroSteps options={options} onStep={walk.move} />}
        {!over && exact === undefined && <Back {...walk} />}
        {foot?.(tried)}
      </div>
      <div class="stage-more">
        {children}
        {over && (
          <Shortest
            looking={solution === undefined}
            words={solution ? solutionText(solution) : ""}
            position={position}
            route={shown}
          />
        )}
        <TextAlternative lines={() => describeMicro(position)} />
      </div>
    </div>
  );
}

interface BackProps {
  canUndo: boolean;
  undo: () => void;
  reset: () => void;
}
function Back({ canUndo, undo, reset }: BackProps) {
  return (
    <div class="tools">
      <button type="button" disabled={!canUndo} onClick={undo} data-test="undo">
        <Icon name="undo" /> {t("Undo")}
      </button>
      <button type="button" disabled={!canUndo} onClick={reset} data-test="reset">
        <Icon name="reset" /> {t("Back to the start")}
      </button>
    </div>
  );
}

interface ShortestProps {
  looking: boolean;
  words: string;
  position: string;
  route: string[];
}
function Shortest({ looking, words, position, route }: ShortestProps) {
  if (looking) return <p class="help">{searchingText()}</p>;
  return (
    <p class="shortest" data-test="shortest">
      {words}
      <span class="row wrap">
        {route.map((face, i) => (
          <Picture key={i} cell={face} class="small-cell" title={microName(face)} />
        ))}
      </span>
      <ShareAnimation position={position} moves={route} />
    </p>
  );
}
