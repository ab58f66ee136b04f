/*
 * The solution of the position on the screen: undefined while it is being looked for, taken back when it changes.
 */
import { useEffect, useState } from "preact/hooks";
import { Fault } from "./ask";
import { type Solution, solve } from "./solver";

export interface Looking {
  solution?: Solution;
  fault?: Fault;
}

export function useSolution(position: string | undefined, wait = 0): Looking {
  const [state, set] = useState<{ position: string | undefined } & Looking>({ position: undefined });
  useEffect(() => {
    if (!position) return;
    let cancel = () => {};
    const timer = setTimeout(() => {
      const asked = solve(position);
      cancel = asked.cancel;
      asked.answer.then(
        (solution) => set({ position, solution }),
        (why: unknown) => why instanceof Fault && set({ position, fault: why }),
      );
    }, wait);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [position, wait]);
  return state.position === position ? state : {};
}
