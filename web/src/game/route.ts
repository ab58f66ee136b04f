/*
 * A route being tried: moves with undo, redo and reset. What each move does is asked, never computed.
 */
import { useMemo, useState } from "preact/hooks";
import { type Played, type Step, play } from "../carom/ask";
import { announce } from "../parts/announce";
import { movesWords } from "../board/names";
import { stepSentence } from "../board/spoken";
import { t } from "../texts/texts";

export interface Route {
  moves: string[];
  played: Played;
  step: Step | undefined; // the last move, for its animation; undefined after undo and reset
  canUndo: boolean;
  canRedo: boolean;
  move: (move: string) => boolean;
  undo: () => void;
  redo: () => void;
  reset: () => void;
  show: (moves: string[]) => void;
}

export function useRoute(position: string): Route {
  const [state, set] = useState<{ position: string; moves: string[]; undone: string[]; forward: boolean }>({
    position,
    moves: [],
    undone: [],
    forward: false,
  });
  const now = state.position === position ? state : { position, moves: [], undone: [], forward: false };
  const played = useMemo(() => play(position, now.moves), [position, now.moves.join(" ")]);
  const to = (moves: string[], undone: string[], forward: boolean) => set({ position, moves, undone, forward });

  const move = (one: string): boolean => {
    const next = play(position, [...now.moves, one]);
    const last = next.steps[next.steps.length - 1];
    if (!last || last.why) {
      announce(t(last?.reason ?? ""));
      return false;
    }
    to([...now.moves, last.move], [], true);
    announce(`${stepSentence(last)}. ${movesWords(next.cost)}`);
    return true;
  };
  return {
    moves: now.moves,
    played,
    step: now.forward ? played.steps[played.steps.length - 1] : undefined,
    canUndo: now.moves.length > 0,
    canRedo: now.undone.length > 0,
    move,
    undo: () => {
      const last = now.moves[now.moves.length - 1];
      if (last === undefined) return;
      to(now.moves.slice(0, -1), [last, ...now.undone], false);
      announce(`${t("Undone.")} ${movesWords(now.moves.length - 1)}`);
    },
    redo: () => {
      const [next, ...rest] = now.undone;
      if (next !== undefined) to([...now.moves, next], rest, true);
    },
    reset: () => {
      if (now.moves.length === 0) return;
      to([], [...now.moves, ...now.undone], false);
      announce(t("All robots are back on their markers."));
    },
    show: (moves) => to(moves, [], moves.length === now.moves.length + 1),
  };
}
