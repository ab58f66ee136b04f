/*
 * A route being tried: moves with undo, redo and reset. What each move does is asked, never computed.
 */
import { useMemo, useState } from "preact/hooks";
import { type PlayResult, type Step, playRoute } from "../wasm/ops";
import type { Drawn } from "../board/Board";
import { announce } from "../ui/announce";
import { movesText } from "../board/names";
import { moveSentence } from "../board/screenReader";
import { t } from "../i18n/texts";

export interface Route {
  begins: string; // the position in which it does
  moves: string[];
  played: PlayResult;
  step: Step | undefined; // the last move, for its animation; undefined after undo and reset
  canUndo: boolean;
  canRedo: boolean;
  move: (move: string) => boolean;
  undo: () => void;
  redo: () => void;
  reset: () => void;
  /* Takes up these moves; as the first ones of a whole route they are shown, and all of it is drawn. */
  show: (moves: string[], whole?: string[]) => void;
  shown: boolean; // what stands there was shown, not tried
  takenBack: number; // how often moves were
  drawn: Drawn | undefined; // to be drawn on the board: what is shown, or what has reached the target
}

interface Tried {
  position: string; // in which it begins
  moves: string[];
  undone: string[];
  forward: boolean;
  takenBack: number;
  whole?: string[]; // the route that is shown
}

const playable = (position: string, moves: string[]): boolean =>
  playRoute(position, moves).steps.every(({ why }) => !why);

/* `begun`: what was tried before a reload. */
export function useRoute(position: string, begun: string[] = []): Route {
  const fresh = (): Tried => ({
    position,
    moves: begun.length > 0 && playable(position, begun) ? begun : [],
    undone: [],
    forward: false,
    takenBack: 0,
  });
  const [state, setState] = useState<Tried>(fresh);
  const now = state.position === position ? state : fresh();
  const played = useMemo(() => playRoute(position, now.moves), [position, now.moves.join(" ")]);
  const drawn = now.whole ?? (played.state === "reached" ? now.moves : []);
  const to = (moves: string[], undone: string[], forward: boolean, takenBack = now.takenBack) =>
    setState({ position, moves, undone, forward, takenBack });

  const move = (one: string): boolean => {
    const next = playRoute(position, [...now.moves, one]);
    const last = next.steps[next.steps.length - 1];
    if (!last || last.why) {
      announce(t(last?.reason ?? ""));
      return false;
    }
    to([...now.moves, last.move], [], true);
    announce(`${moveSentence(last)}. ${movesText(next.cost)}`);
    return true;
  };
  return {
    begins: position,
    moves: now.moves,
    played,
    step: now.forward ? played.steps[played.steps.length - 1] : undefined,
    canUndo: now.moves.length > 0,
    canRedo: now.undone.length > 0,
    move,
    undo: () => {
      const last = now.moves[now.moves.length - 1];
      if (last === undefined) return;
      to(now.moves.slice(0, -1), [last, ...now.undone], false, now.takenBack + 1);
      announce(`${t("Undone.")} ${movesText(now.moves.length - 1)}`);
    },
    redo: () => {
      const [next, ...rest] = now.undone;
      if (next !== undefined) to([...now.moves, next], rest, true);
    },
    reset: () => {
      if (now.moves.length === 0 && !now.whole) return;
      to([], [...now.moves, ...now.undone], false, now.takenBack + 1);
      announce(t("All robots are back at the start."));
    },
    show: (moves, whole) => {
      const forward = moves.length === now.moves.length + 1;
      setState({ position, moves, undone: [], forward, takenBack: now.takenBack, ...(whole ? { whole } : {}) });
    },
    shown: now.whole !== undefined,
    takenBack: now.takenBack,
    drawn: drawn.length > 0 ? { from: position, moves: drawn } : undefined,
  };
}
