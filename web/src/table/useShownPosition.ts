/*
 * What the board of a table shows. That is where the robots stand now, with the way that led there drawn; but a
 * demonstration that failed is held for two seconds with the reason, so that everybody has seen what went wrong before the
 * robots go home, and the last slide of a game before its result. Only the picture waits: whatever happens meanwhile happens.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Drawn } from "../board/Board";
import { type Step, readPosition } from "../wasm/ops";
import type { State } from "../wasm/referee";
import { eventText } from "../game/eventText";
import type { RemoteTable, View } from "../remote/remoteTable";
import { lastRound, winningRoute } from "../remote/gameHistory";
import type { TableProps } from "../remote/useTable";
import { useTableEvents } from "./announceEvents";

export const HOLD_FAILURE_MS = 2000;

export interface ShownPosition {
  position: string;
  at: string; // Micro Robots: the cell the robot stands on
  step: Step | undefined;
  route: Drawn | undefined;
  why?: string; // it failed
}

/* The way of the demonstration that is on, or of the one that has won. */
function shownRoute({ gameHistory: story }: View, on: boolean): Drawn | undefined {
  const round = lastRound(story);
  const last = on ? round?.tries.at(-1) : round && winningRoute(round);
  return round && last ? { from: round.position, moves: [...last.route] } : undefined;
}

/* After a round the target stays on the board as long as it is looked at. */
function lookedAt({ gameHistory: story }: View, { phase, shown, micro }: State): string {
  const round = lastRound(story);
  if (phase !== "between" && phase !== "over") return shown;
  if (!round || micro) return round?.position ?? shown;
  return readPosition(shown).target ? shown : `${shown}/${round.target}`;
}

/* True from `hold` on, for so long. */
function useHoldFailure(): { held: boolean; hold: () => void; release: () => void } {
  const [held, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const release = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const hold = () => {
    clearTimeout(timer.current);
    setHeld(true);
    timer.current = setTimeout(() => setHeld(false), HOLD_FAILURE_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { held, hold, release };
}

export function useShownPosition({ table, view, state }: TableProps): ShownPosition {
  const failed = useRef<ShownPosition>();
  const last = useRef<Step>();
  const { held, hold, release } = useHoldFailure();
  useTableEvents(table, (event, before, after) => {
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
      why: eventText(event.said, after),
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
export function useJustEnded(table: RemoteTable): boolean {
  const { held, hold } = useHoldFailure();
  useTableEvents(table, (event, before) => {
    if (event.ev === "over" && before && before.round > 0) hold();
  });
  return held;
}
