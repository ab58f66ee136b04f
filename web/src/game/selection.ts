/*
 * The robot that arrows, swipes and keys move: at first the one that has to get to the target, then whichever is picked.
 */
import { useMemo, useState } from "preact/hooks";
import { describeRobot } from "../board/spoken";
import { type Direction, type Robot, describe, targetOf } from "../carom/ask";
import { announce } from "../parts/announce";
import type { Keys } from "./keys";

export interface Selection {
  robots: Robot[];
  selected: Robot | undefined;
  pick: (robot: Robot) => void;
  direct: (to: Direction, through?: boolean) => void;
  keys: Pick<Keys, "robots" | "onRobot" | "onDirection"> & { letters: Record<string, () => void> };
}

/* `puzzle` is the position that one begins from: another one chooses anew. `now` is where the robots stand. */
export function useSelection(puzzle: string, now: string, move: (move: string) => void): Selection {
  const [picked, set] = useState<{ puzzle: string; robot: Robot }>();
  const { robots, first } = useMemo(() => {
    const known = describe(puzzle);
    const robots = Object.keys(known.robots ?? {}) as Robot[];
    const wanted = targetOf(known)?.robot;
    return { robots, first: wanted && wanted !== "*" ? wanted : robots[0] };
  }, [puzzle]);
  const selected = picked?.puzzle === puzzle ? picked.robot : first;
  const pick = (robot: Robot) => {
    set({ puzzle, robot });
    announce(describeRobot(now, robot).split(";")[0] ?? "");
  };
  const direct = (to: Direction, through = false) => void (selected && move(selected + to + (through ? "!" : "")));
  const letters = { d: () => void (selected && announce(describeRobot(now, selected))) };
  return { robots, selected, pick, direct, keys: { robots, onRobot: pick, onDirection: direct, letters } };
}
