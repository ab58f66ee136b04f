/*
 * How long somebody has looked at a puzzle: the time that it was on the screen, added up over reloads and other tabs.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { keep, recall } from "../device/settings";

type Kept = Record<string, number>;
const KEPT = 40; // clocks of puzzles that were begun

/* The clocks with this one set; the oldest go. */
export function withClock(all: Kept, name: string, ms: number): Kept {
  const others = Object.entries(all).filter(([one]) => one !== name);
  return Object.fromEntries([...others, [name, ms] as const].slice(-KEPT));
}

export interface Clock {
  ms: number;
  take: () => number; // exactly now, and stop
}

export function useClock(name: string, running: boolean): Clock {
  const [, tick] = useState(0);
  const state = useRef({ name: "", before: 0, since: 0 });
  if (state.current.name !== name)
    state.current = { name, before: recall<Kept>("clocks", {})[name] ?? 0, since: performance.now() };
  const now = () => {
    const { before, since } = state.current;
    return Math.round(before + (since > 0 ? performance.now() - since : 0));
  };
  useEffect(() => {
    if (!running) return;
    const hold = () => {
      state.current = { name, before: now(), since: 0 };
      keep("clocks", withClock(recall<Kept>("clocks", {}), name, state.current.before));
    };
    const look = () => {
      if (document.hidden) hold();
      else if (state.current.since === 0) state.current.since = performance.now();
    };
    look();
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    document.addEventListener("visibilitychange", look);
    addEventListener("pagehide", hold);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("pagehide", hold);
      hold();
    };
  }, [name, running]);
  return { ms: now(), take: now };
}
