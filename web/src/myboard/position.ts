/*
 * A position being laid by hand: its three parts as text, changed one at a time. The C code says whether the whole makes
 * sense; what does not fit is given back as a fault and nothing changes.
 */
import {
  type Cell,
  type Direction,
  InputError,
  type Robot,
  ROBOTS,
  readBoard,
  convertPosition,
  readPosition,
  replaceFace,
  robotsText,
} from "../wasm/ops";

interface LaidPosition {
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
export const DIRECTION_DELTA: Record<Direction, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
export const DEFAULT_POSITION = "R1-Y1-G1-B1/Rc3,Yn3,Gn14,Bc14";

export function parsePosition(position: string): LaidPosition {
  const known = readPosition(position);
  const target =
    typeof known.target === "object" ? (known.target.token ?? `${known.target.robot}@${known.target.cell}`) : "";
  return { board: known.board, robots: known.robots ?? {}, target };
}

export function formatPosition(laid: LaidPosition): string {
  const robots = robotsText(laid.robots);
  return [laid.board, robots, laid.target]
    .filter((part, i) => i === 0 || part !== "" || (i === 1 && laid.target !== ""))
    .join("/");
}

/* The canonical text, or undefined if it is none. */
export function positionError(position: string): string | undefined {
  try {
    const known = readPosition(position.trim());
    return known.game === "ricochet" ? convertPosition(known.position, "carom") : undefined;
  } catch (why) {
    if (why instanceof InputError) return undefined;
    throw why;
  }
}

const fits = (laid: LaidPosition): boolean => positionError(formatPosition(laid)) !== undefined;

/* Is it ready to be solved: a target, and its robot there? */
export function hasTarget(position: string): boolean {
  try {
    readPosition(position, true);
    return true;
  } catch {
    return false;
  }
}

/* The robot on that cell, if it may stand there; two that meet change places. */
export function moveRobot(laid: LaidPosition, robot: Robot, cell: Cell): LaidPosition | undefined {
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
export function toggleRobot(laid: LaidPosition, robot: Robot): LaidPosition {
  if (laid.robots[robot]) {
    const robots = { ...laid.robots };
    delete robots[robot];
    const target = laid.target.startsWith(robot) ? "" : laid.target;
    return { ...laid, robots, target };
  }
  const { width, height, tokens } = readBoard(laid.board);
  const taken = new Set([...Object.values(laid.robots), ...Object.values(tokens)]);
  for (let i = 0; i < width * height; i++) {
    const cell = String.fromCharCode(97 + (i % width)) + (Math.floor(i / width) + 1);
    const next = taken.has(cell) ? undefined : moveRobot(laid, robot, cell);
    if (next) return next;
  }
  return laid;
}

/* Another board under the same robots: those that find no room any more are put aside. */
function changeBoard(laid: LaidPosition, text: string): LaidPosition {
  let next: LaidPosition = { board: text, robots: {}, target: "" };
  for (const robot of ROBOTS) {
    const cell = laid.robots[robot];
    if (cell) next = moveRobot(next, robot, cell) ?? toggleRobot(next, robot);
  }
  const kept = { ...next, target: laid.target };
  return laid.target && fits(kept) ? kept : next;
}

/* One of the four faces is another one now; a section that lay elsewhere comes here. */
export const replaceSection = (laid: LaidPosition, corner: number, face: string): LaidPosition =>
  changeBoard(laid, replaceFace(laid.board, corner, face));
