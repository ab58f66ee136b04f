/*
 * The robot that arrows, swipes and keys move: at first the one that has to get to the target, then whichever is picked.
 */
import { useMemo, useState } from "preact/hooks";
import type { Refused } from "../board/Board";
import { describeRobot, slideReason } from "../board/screenReader";
import { sound } from "../board/sounds";
import { type Direction, type Robot, readPosition, playRoute, targetOf } from "../wasm/ops";
import { announce } from "../ui/announce";
import type { Keys } from "./keys";

export interface Selection {
  robots: Robot[];
  selected: Robot | undefined;
  pick: (robot: Robot) => void;
  direct: (to: Direction, through?: boolean) => void;
  move: (move: string) => void; // what cannot be made is refused with the reason
  refused: Refused | undefined; // the last one, until something else is done
  keys: Pick<Keys, "robots" | "onRobot" | "onDirection"> & { letters: Record<string, () => void> };
}

/* `puzzle` is the position that one begins from: another one chooses anew. `now` is where the robots stand. */
export function useSelection(puzzle: string, now: string, move: (move: string) => void): Selection {
  const [picked, setPicked] = useState<{ puzzle: string; robot: Robot }>();
  const { robots, first } = useMemo(() => {
    const known = readPosition(puzzle);
    const robots = Object.keys(known.robots ?? {}) as Robot[];
    const wanted = targetOf(known)?.robot;
    return { robots, first: wanted && wanted !== "*" ? wanted : robots[0] };
  }, [puzzle]);
  const selected = picked?.puzzle === puzzle ? picked.robot : first;
  const { refused, tried, forgive } = useRefused(now, move);
  const pick = (robot: Robot) => {
    setPicked({ puzzle, robot });
    sound("select", { robot });
    forgive();
    announce(describeRobot(now, robot).split(";")[0] ?? "");
  };
  const direct = (to: Direction, through = false) => void (selected && tried(selected + to + (through ? "!" : "")));
  const letters = { d: () => void (selected && announce(describeRobot(now, selected))) };
  const keys = { robots, onRobot: pick, onDirection: direct, letters };
  return { robots, selected, pick, direct, move: tried, refused, keys };
}

/* A move that the engine refuses is not made: the robot shakes, and the reason is said and shown. */
function useRefused(now: string, move: (move: string) => void) {
  const [last, setLast] = useState<Refused>();
  const tried = (one: string) => {
    const step = playRoute(now, [one]).steps[0];
    if (step?.reason === undefined) {
      setLast(undefined);
      return move(one);
    }
    const words = slideReason(step.reason);
    setLast({ at: now, move: one, words, times: (last?.times ?? 0) + 1 });
    announce(words);
  };
  return { refused: last?.at === now ? last : undefined, tried, forgive: () => setLast(undefined) };
}
