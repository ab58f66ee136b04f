/*
 * The next move of a shortest route from where the moves already made have led, for those who want to be shown; undefined while it
 * is looked for, or if nobody wants to know.
 */
import { useEffect, useState } from "preact/hooks";
import { solve } from "../wasm/solver";

export function useNextMove(position: string, made: string[], wanted: boolean): string | undefined {
  const key = `${position} ${made.join(" ")}`;
  const [found, setFound] = useState({ key: "", move: "" });
  useEffect(() => {
    if (!wanted) return;
    let stale = false;
    const asked = solve(position, 1, made);
    asked.answer.then(
      ({ route }) => !stale && setFound({ key, move: route?.[0] ?? "" }),
      () => {}, // cancelled: keep the last answer
    );
    return () => {
      stale = true;
    };
  }, [key, wanted]);
  return wanted && found.key === key && found.move !== "" ? found.move : undefined;
}
