/*
 * What is kept of a puzzle that was begun: how long somebody has looked at it (the time that it was on the screen, added up over reloads
 * and other tabs), and the moves that stand there.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { saveItem, loadItem } from "../storage/settings";

type Kept<T> = Record<string, T>;
const KEPT = 40; // puzzles that were begun

/* All of them with this one set; the oldest go. */
export function updateSaved<T>(all: Kept<T>, name: string, value: T): Kept<T> {
  const others = Object.entries(all).filter(([one]) => one !== name);
  return Object.fromEntries([...others, [name, value] as const].slice(-KEPT));
}

/* The moves that stood there when the page was left. */
export const savedMoves = (name: string): string[] => loadItem<Kept<string[]>>("begun", {})[name] ?? [];
export const saveMoves = (name: string, moves: string[]): void =>
  saveItem("begun", updateSaved(loadItem<Kept<string[]>>("begun", {}), name, moves));

/* Has its clock run before? */
export const isBegun = (name: string): boolean => name in loadItem<Kept<number>>("clocks", {});

export interface Clock {
  ms: number;
  take: () => number; // exactly now, and stop
}

export function useClock(name: string, running: boolean): Clock {
  const [, tick] = useState(0);
  const state = useRef({ name: "", before: 0, since: 0 });
  if (state.current.name !== name)
    state.current = { name, before: loadItem<Kept<number>>("clocks", {})[name] ?? 0, since: performance.now() };
  const now = () => {
    const { before, since } = state.current;
    return Math.round(before + (since > 0 ? performance.now() - since : 0));
  };
  useEffect(() => {
    if (!running) return;
    const hold = () => {
      state.current = { name, before: now(), since: 0 };
      saveItem("clocks", updateSaved(loadItem<Kept<number>>("clocks", {}), name, state.current.before));
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
