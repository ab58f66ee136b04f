/*
 * Robots in motion: a slide along its way with visible corners, a glide home, a tiny squash at the wall. The picture's
 * transform attribute always holds where a robot really is; the animation only plays above it and can be cut short.
 */
import type { Cell, Direction } from "../wasm/ops";
import { prefersNoMotion } from "../storage/settings";
import { type Point, UNIT, centre, distance } from "./geometry";

const PER_CELL = 25;
const LONGEST = 450;
const SHORTEST = 110;
const HOME = 260;
const OUT = "cubic-bezier(0.22, 0.7, 0.3, 1)";

const shift = (at: Point, more = ""): string => `translate(${at.x}px, ${at.y}px)${more}`;

export function placeRobot(robot: Element, cell: Cell): void {
  const at = centre(cell);
  robot.setAttribute("transform", `translate(${at.x},${at.y})`);
}

function squash(robot: Element, from: Point, to: Point): void {
  const flat = from.y === to.y ? " scale(0.86, 1.1)" : " scale(1.1, 0.86)";
  robot.animate([{ transform: shift(to) }, { transform: shift(to, flat) }, { transform: shift(to) }], {
    duration: 120,
    easing: "ease-out",
  });
}

/* Slides along the corners of a way. Resolves when the robot has stopped. */
export async function slide(robot: Element, way: Cell[]): Promise<void> {
  const points = way.map(centre);
  const last = points[points.length - 1];
  const before = points[points.length - 2];
  const end = way[way.length - 1];
  if (!last || !before || !end) return;
  placeRobot(robot, end);
  if (prefersNoMotion()) return;
  const lengths = points.map((point, i) => (i === 0 ? 0 : distance(points[i - 1] ?? point, point)));
  const whole = lengths.reduce((a, b) => a + b, 0) || 1;
  let gone = 0;
  const frames = points.map((point, i) => {
    gone += lengths[i] ?? 0;
    return { transform: shift(point), offset: gone / whole };
  });
  const duration = Math.max(SHORTEST, Math.min(LONGEST, (whole / UNIT) * PER_CELL));
  await run(robot, frames, { duration, easing: OUT });
  squash(robot, before, last);
}

/* Straight home, when a try is taken back. */
export async function glide(robot: Element, from: Cell, to: Cell): Promise<void> {
  placeRobot(robot, to);
  if (prefersNoMotion()) return;
  await run(robot, [{ transform: shift(centre(from)) }, { transform: shift(centre(to)) }], {
    duration: HOME,
    easing: "ease-in-out",
  });
}

const BACK_AND_FORTH = [0, 0.16, -0.1, 0.06, 0];

/* Pushes against what is in the way. */
export function shake(robot: Element, cell: Cell, direction: Direction): void {
  if (prefersNoMotion()) return;
  const at = centre(cell);
  const [dx, dy] = [
    direction === "E" ? 1 : direction === "W" ? -1 : 0,
    direction === "S" ? 1 : direction === "N" ? -1 : 0,
  ];
  const frames = BACK_AND_FORTH.map((far) => ({
    transform: shift({ x: at.x + dx * far * UNIT, y: at.y + dy * far * UNIT }),
  }));
  void run(robot, frames, { duration: 320, easing: "ease-out" });
}

async function run(robot: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<void> {
  for (const old of robot.getAnimations()) old.cancel();
  try {
    await robot.animate(frames, options).finished;
  } catch {
    // Cut short by the next move: the attribute is right already.
  }
}
