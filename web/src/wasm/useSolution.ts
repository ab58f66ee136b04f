/*
 * The solution of the position on the screen: undefined while it is being looked for, taken back when it changes.
 */
import { useEffect, useState } from "preact/hooks";
import { InputError } from "./ops";
import { type Solution, solve } from "./solver";

export interface SolutionState {
  solution?: Solution;
  fault?: InputError;
}

export function useSolution(position: string | undefined, wait = 0): SolutionState {
  const [state, setState] = useState<{ position: string | undefined } & SolutionState>({ position: undefined });
  useEffect(() => {
    if (!position) return;
    let cancel = () => {};
    const timer = setTimeout(() => {
      const asked = solve(position);
      cancel = asked.cancel;
      asked.answer.then(
        (solution) => setState({ position, solution }),
        (why: unknown) => why instanceof InputError && setState({ position, fault: why }),
      );
    }, wait);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [position, wait]);
  return state.position === position ? state : {};
}
