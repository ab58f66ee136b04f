/*
 * A walk of Micro Robots being tried: cells with undo, redo and reset, as game/route.ts has it for slides. Where a step can lead
 * and whether a walk has arrived is asked, never computed.
 */
import { useMemo, useState } from "preact/hooks";
import { microName, movesText } from "../board/names";
import { checkRoute, readPosition, microMoves } from "../wasm/ops";
import { announce } from "../ui/announce";
import { t } from "../i18n/texts";

export interface MicroRoute {
  moves: string[]; // what the cells show: 6P
  here: string;
  options: string[];
  reached: boolean;
  takenBack: number; // how often steps were
  canUndo: boolean;
  canRedo: boolean;
  move: (face: string) => void;
  undo: () => void;
  redo: () => void;
  reset: () => void;
}

interface Attempt {
  position: string;
  moves: string[];
  undone: string[];
  takenBack: number;
}

/* Can these steps be made, one after the other? */
const walkable = (position: string, moves: string[]): boolean =>
  moves.every((face, i) =>
    microMoves(position, moves[i - 1] ?? readPosition(position).start ?? "").steps.includes(face),
  );

/* `begun`: what was tried before a reload. */
export function useMicroRoute(position: string, begun: string[] = []): MicroRoute {
  const fresh = (): Attempt => ({ position, moves: walkable(position, begun) ? begun : [], undone: [], takenBack: 0 });
  const [state, setState] = useState<Attempt>(fresh);
  const { moves, undone, takenBack } = state.position === position ? state : fresh();
  const start = useMemo(() => readPosition(position).start ?? "", [position]);
  const here = moves.at(-1) ?? start;
  const { options, reached } = useMemo(() => {
    const reached = moves.length > 0 && checkRoute(position, moves).ok;
    return { reached, options: reached ? [] : microMoves(position, here).steps };
  }, [position, moves.join(" ")]);
  const to = (now: string[], later: string[], back = takenBack) =>
    setState({ position, moves: now, undone: later, takenBack: back });
  return {
    moves,
    here,
    options,
    reached,
    takenBack,
    canUndo: moves.length > 0,
    canRedo: undone.length > 0,
    move: (face) => {
      if (!options.includes(face)) return;
      to([...moves, face], []);
      announce(`${microName(face)}. ${movesText(moves.length + 1)}`);
    },
    undo: () => {
      const last = moves.at(-1);
      if (last === undefined) return;
      to(moves.slice(0, -1), [last, ...undone], takenBack + 1);
      announce(`${t("Undone.")} ${movesText(moves.length - 1)}`);
    },
    redo: () => {
      const [next, ...rest] = undone;
      if (next !== undefined) to([...moves, next], rest);
    },
    reset: () => void (moves.length > 0 && to([], [...moves, ...undone], takenBack + 1)),
  };
}
