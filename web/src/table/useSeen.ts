/*
 * What the board of a table shows. That is where the robots stand now, with the way that led there drawn; but a
 * demonstration that failed is held for two seconds with the reason, so that everybody has seen what went wrong before the
 * robots go home, and the last slide of a game before its result. Only the picture waits: whatever happens meanwhile happens.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Drawn } from "../board/Board";
import { type Step, describe } from "../carom/ask";
import type { State } from "../carom/referee";
import { saidWords } from "../game/said";
import type { RemoteTable, View } from "../line/remote";
import { lastRound, winningTry } from "../line/story";
import type { TableProps } from "../line/useTable";
import { useWitness } from "./voice";

export const HELD = 2000;

export interface Seen {
  position: string;
  at: string; // Micro Robots: the cell the robot stands on
  step: Step | undefined;
  route: Drawn | undefined;
  why?: string; // it failed
}

/* The way of the demonstration that is on, or of the one that has won. */
function shownRoute({ story }: View, on: boolean): Drawn | undefined {
  const round = lastRound(story);
  const last = on ? round?.tries.at(-1) : round && winningTry(round);
  return round && last ? { from: round.position, moves: [...last.route] } : undefined;
}

/* After a round the target stays on the board as long as it is looked at. */
function lookedAt({ story }: View, { phase, shown, micro }: State): string {
  const round = lastRound(story);
  if (phase !== "between" && phase !== "over") return shown;
  if (!round || micro) return round?.position ?? shown;
  return describe(shown).target ? shown : `${shown}/${round.target}`;
}

/* True from `hold` on, for so long. */
export function useHold(): { held: boolean; hold: () => void; release: () => void } {
  const [held, set] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const release = () => {
    clearTimeout(timer.current);
    set(false);
  };
  const hold = () => {
    clearTimeout(timer.current);
    set(true);
    timer.current = setTimeout(() => set(false), HELD);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { held, hold, release };
}

export function useSeen({ table, view, state }: TableProps): Seen {
  const failed = useRef<Seen>();
  const last = useRef<Step>();
  const { held, hold, release } = useHold();
  useWitness(table, (event, before, after) => {
    if (event.ev === "moved") {
      last.current = table.view.step;
      if (event.by === table.view.you) release(); // it is their board now
    }
    if (event.ev === "won") release();
    if (event.ev !== "failed" || !before) return;
    failed.current = {
      position: before.shown,
      at: before.robots ?? before.start ?? "",
      step: last.current,
      route: shownRoute(table.view, true),
      why: saidWords(event.said, after),
    };
    hold();
  });
  if (held && failed.current) return failed.current;
  return {
    position: lookedAt(view, state),
    at: state.robots ?? state.start ?? "",
    step: view.step,
    route: shownRoute(view, state.phase === "showing"),
  };
}

/* Is the game over only just now? Then its last round is still looked at. */
export function useJustOver(table: RemoteTable): boolean {
  const { held, hold } = useHold();
  useWitness(table, (event, before) => {
    if (event.ev === "over" && before && before.round > 0) hold();
  });
  return held;
}
