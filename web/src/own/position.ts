/*
 * A position being laid by hand: its three parts as text, changed one at a time. The C code says whether the whole makes
 * sense; what does not fit is given back as a fault and nothing changes.
 */
import {
  type Cell,
  type Direction,
  Fault,
  type Robot,
  ROBOTS,
  board,
  convert,
  describe,
  exchangeFace,
  robotsText,
} from "../carom/ask";

export interface Laid {
  board: string;
  robots: Partial<Record<Robot, Cell>>;
  target: string; // `Bg`, `R@e5`, or ""
}

/* What each way of laying a board is given. */
export interface OwnProps {
  position: string;
  onChange: (position: string) => void;
}

/* To the next cell: columns and rows. */
export const STEP: Record<Direction, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
export const FIRST_LAID = "R1-Y1-G1-B1/Rc3,Yn3,Gn14,Bc14";

export function take(position: string): Laid {
  const known = describe(position);
  const target =
    typeof known.target === "object" ? (known.target.token ?? `${known.target.robot}@${known.target.cell}`) : "";
  return { board: known.board, robots: known.robots ?? {}, target };
}

export function write(laid: Laid): string {
  const robots = robotsText(laid.robots);
  return [laid.board, robots, laid.target]
    .filter((part, i) => i === 0 || part !== "" || (i === 1 && laid.target !== ""))
    .join("/");
}

/* The canonical text, or undefined if it is none. */
export function readable(position: string): string | undefined {
  try {
    const known = describe(position.trim());
    return known.game === "ricochet" ? convert(known.position, "carom") : undefined;
  } catch (why) {
    if (why instanceof Fault) return undefined;
    throw why;
  }
}

const fits = (laid: Laid): boolean => readable(write(laid)) !== undefined;

/* Is it ready to be solved: a target, and its robot there? */
export function complete(position: string): boolean {
  try {
    describe(position, true);
    return true;
  } catch {
    return false;
  }
}

/* The robot on that cell, if it may stand there; two that meet change places. */
export function place(laid: Laid, robot: Robot, cell: Cell): Laid | undefined {
  const robots = { ...laid.robots };
  const other = ROBOTS.find((one) => one !== robot && robots[one] === cell);
  const from = robots[robot];
  robots[robot] = cell;
  if (other && from) robots[other] = from;
  else if (other) delete robots[other];
  const next = { ...laid, robots };
  return fits(next) ? next : undefined;
}

/* A robot joins on the first cell that has room, or leaves. */
export function toggle(laid: Laid, robot: Robot): Laid {
  if (laid.robots[robot]) {
    const robots = { ...laid.robots };
    delete robots[robot];
    const target = laid.target.startsWith(robot) ? "" : laid.target;
    return { ...laid, robots, target };
  }
  const { width, height, tokens } = board(laid.board);
  const taken = new Set([...Object.values(laid.robots), ...Object.values(tokens)]);
  for (let i = 0; i < width * height; i++) {
    const cell = String.fromCharCode(97 + (i % width)) + (Math.floor(i / width) + 1);
    const next = taken.has(cell) ? undefined : place(laid, robot, cell);
    if (next) return next;
  }
  return laid;
}

/* Another board under the same robots: those that find no room any more are put aside. */
export function rebase(laid: Laid, text: string): Laid {
  let next: Laid = { board: text, robots: {}, target: "" };
  for (const robot of ROBOTS) {
    const cell = laid.robots[robot];
    if (cell) next = place(next, robot, cell) ?? toggle(next, robot);
  }
  const kept = { ...next, target: laid.target };
  return laid.target && fits(kept) ? kept : next;
}

/* One of the four faces is another one now; a section that lay elsewhere comes here. */
export const exchange = (laid: Laid, corner: number, face: string): Laid =>
  rebase(laid, exchangeFace(laid.board, corner, face));
