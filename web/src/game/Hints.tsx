/*
 * Help with a position: hints that say a little more each time, and afterwards every shortest route as a replay.
 */
import { inputErrorText } from "../board/screenReader";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { directionName, robotName } from "../board/names";
import { solve } from "../wasm/solver";
import type { SolutionState } from "../wasm/useSolution";
import { announce } from "../ui/announce";
import { listText, t, tn } from "../i18n/texts";
import { solutionText, searchingText } from "./solutionText";
import { RoutePlayer } from "./RoutePlayer";
import type { Route } from "./route";

/* What can be told about a solution, a little more each time; the last line is the whole route. */
export function hintsOf({ solution }: SolutionState): string[] {
  if (!solution) return [];
  const route = solution.routes?.[0] ?? solution.route;
  if (!route || !solution.proven) return [solutionText(solution)];
  const robots = [...new Set(route.map((move) => move[0] ?? ""))];
  return [
    solutionText(solution),
    t("These robots move: {robots}.", { robots: listText(robots.map(robotName)) }),
    ...route.map((move, i) =>
      t("Move {n}: {robot} {direction}.", {
        n: i + 1,
        robot: robotName(move[0] ?? ""),
        direction: directionName(move[1] ?? ""),
      }),
    ),
  ];
}

/* A hint as it is seen: its words in the status line, robots that pulse, and the route up to the move that was told. */
export interface Hint {
  words: string;
  robots: string[];
  moves: string[];
}
const BEFORE_MOVES = 2; // hints that tell no move

export function hintAt(looking: SolutionState, shown: number): Hint | undefined {
  if (shown === 0) return undefined;
  const lines = hintsOf(looking);
  const words = lines[Math.min(shown, lines.length) - 1];
  if (words === undefined)
    return { words: looking.fault ? inputErrorText(looking.fault) : searchingText(), robots: [], moves: [] };
  const route = lines.length > 1 ? (looking.solution?.routes?.[0] ?? looking.solution?.route ?? []) : [];
  const moves = route.slice(0, Math.max(0, shown - BEFORE_MOVES));
  const moving = moves.length > 0 ? moves.slice(-1) : shown >= BEFORE_MOVES ? route : [];
  return { words, moves, robots: [...new Set(moving.map((move) => move[0] ?? ""))] };
}

/* Robots below it pulse. */
export function Hinted({ hint, children }: { hint: Hint | undefined; children: ComponentChildren }) {
  return (
    <div class="hinted" data-hint={hint?.robots.join(" ")}>
      {children}
    </div>
  );
}

interface HintsProps {
  looking: SolutionState;
  shown: number;
}

/* All that was told so far, once there is more than the status line says. */
export function Hints({ looking, shown }: HintsProps) {
  const lines = hintsOf(looking);
  if (shown === 0 || lines.length === 0) return null;
  return (
    <ol class="hints" data-test="hints">
      {lines.slice(0, shown).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  );
}

interface FromHereProps {
  position: string;
  route: Route;
  onAsk?: () => void; // that is a hint
}

/* For somebody in the middle of a route: what comes next from where the robots stand now. */
export function NextMoveHint({ position, route, onAsk }: FromHereProps) {
  const key = `${position} ${route.moves.join(" ")}`;
  const [told, setTold] = useState({ key: "", words: "" });
  if (route.moves.length === 0 || route.played.state !== "on") return null;
  const ask = async () => {
    if (told.key === key) return;
    onAsk?.();
    const { moves, route: next } = await solve(position, 1, route.moves).answer;
    const [robot = "", direction = ""] = next?.[0] ?? "";
    const words = moves
      ? [
          tn("{n} move from here.", "{n} moves from here.", moves),
          t("Next: {robot} {direction}.", { robot: robotName(robot), direction: directionName(direction) }),
        ].join(" ")
      : t("The target can't be reached from here: that's proven.");
    setTold({ key, words });
    announce(words);
  };
  return (
    <p class="row wrap" data-test="from-here">
      <button type="button" onClick={() => void ask()}>
        {t("Next move from here")}
      </button>
      {told.key === key && <span>{told.words}</span>}
    </p>
  );
}

interface HintCount {
  shown: number;
  visible: boolean; // nothing was moved since the last one was asked for
  all: boolean;
  more: () => void;
}

/* Counts hints for one position and says each aloud. */
export function useHints(position: string, looking: SolutionState, tried: string[] = []): HintCount {
  const route = tried.join(" ");
  const [state, setState] = useState({ position, shown: 0, route });
  const shown = state.position === position ? state.shown : 0;
  const lines = hintsOf(looking);
  const waiting = useRef(false);
  useEffect(() => {
    const line = lines[shown - 1];
    if (shown > 0 && line && waiting.current) {
      announce(line);
      waiting.current = false;
    }
  }, [shown, lines.length]);
  return {
    shown,
    visible: shown > 0 && state.route === route,
    all: lines.length > 0 && shown >= lines.length,
    more: () => {
      waiting.current = true;
      setState({ position, shown: Math.min(shown + 1, Math.max(1, lines.length)), route });
    },
  };
}

/* Whoever wants to see it: then it was not found. */
export function ShowSolution({ onShow }: { onShow: () => void }) {
  return (
    <p>
      <button type="button" onClick={onShow} data-test="show-solution">
        {t("Show the solution")}
      </button>
    </p>
  );
}

export function Replay({ looking, route }: { looking: SolutionState; route: Route }) {
  const routes = looking.solution?.routes ?? [];
  const count = looking.solution?.count ?? routes.length;
  return (
    <RoutePlayer
      title={tn("The shortest route", "{n} shortest routes", count)}
      routes={routes.map((moves) => ({ moves }))}
      count={count}
      route={route}
    />
  );
}
