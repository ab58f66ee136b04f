/*
 * A match as the server knows it now: asked when it is shown, now and then while somebody looks at it, and when a try runs out.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { refusalText } from "../remote/apiErrors";
import type { ApiError } from "../remote/protocol";
import { type Reply, companyServed, isError } from "./api";
import { type MatchAddress, type MatchView, fetchMatch, playMatch } from "./matches";

const AGAIN = 30_000;
const MARGIN = 300; // the server's clock decides; a little later it has

export interface Match {
  view: MatchView | ApiError | "off" | undefined; // undefined while the server is asked
  at: number; // performance.now() when the answer came
  busy: boolean;
  wrong: string; // why the last thing was not done
  play: (action: "show" | "hand" | "done", target: number, route?: string[]) => void;
}

export function useMatch(address: MatchAddress): Match {
  const [{ view, at }, setSeen] = useState<{ view: Match["view"]; at: number }>({ view: undefined, at: 0 });
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const asked = useRef(0); // of several answers the one to the latest question counts
  const acting = useRef(false);
  const take = (asking: Promise<Reply<MatchView> | "off">, action: boolean) => {
    const mine = ++asked.current;
    if (action) acting.current = true;
    void asking.then((found) => {
      const refused = found !== "off" && isError(found);
      if (action) acting.current = false;
      if (action) setBusy(false);
      if (action) setWrong(refused ? refusalText(found) : "");
      if (mine !== asked.current) return;
      /* What was seen stays while the server cannot be reached. */
      setSeen((seen) =>
        refused && seen.view && seen.view !== "off" && !isError(seen.view)
          ? seen
          : { view: found, at: performance.now() },
      );
      if (action && refused) look();
    });
  };
  const ask = async () => ((await companyServed()) === false ? "off" : fetchMatch(address));
  /* Not beside an action: what was true before it could come later than its answer. */
  const look = () => void (acting.current || take(ask(), false));
  useEffect(() => {
    look();
    const timer = setInterval(() => document.hidden || look(), AGAIN);
    addEventListener("online", look);
    return () => {
      clearInterval(timer);
      removeEventListener("online", look);
    };
  }, [address.circle, address.match]);
  const known = view && view !== "off" && !isError(view) ? view : undefined;
  const next = known?.open?.left ?? (known && !known.over && known.left < AGAIN ? known.left : undefined);
  useEffect(() => {
    if (next === undefined) return;
    const timer = setTimeout(look, Math.max(0, at + next - performance.now()) + MARGIN);
    return () => clearTimeout(timer);
  }, [next, at]);
  const play: Match["play"] = (action, target, route) => {
    setBusy(true);
    take(playMatch(address, action, target, route), true);
  };
  return { view, at, busy, wrong, play };
}
