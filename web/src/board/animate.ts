/*
 * Robots in motion: no brakes. A slide only ever speeds up and stops dead: a squash, two sparks, and whoever was hit flinches. A bounce
 * leaves a spark, the target answers with rings of light. The picture's transform attribute always holds where a robot really
 * is; animations only play above it and can be cut short by the next move.
 */
import type { Cell, Direction } from "../wasm/ops";
import { prefersNoMotion } from "../storage/settings";
import { type Point, UNIT, centre, distance, heading } from "./geometry";
import { pose, restingMood, robotOf } from "./pose";
import { sound } from "./sounds";

const SHORTEST = 90;
const LONGEST = 450;
const SPEED_UP: Bezier = [0.6, 0, 0.95, 0.5];
const UNDO = 120;
const HOME = 650; // several robots together
const STOP = 160;
const SQUASH = 50; // of it
const SPARK = 90;
const RINGS = 700;
const PIXEL = UNIT / 40; // as a cell is about forty of them

type Bezier = [number, number, number, number];
const css = (curve: Bezier): string => `cubic-bezier(${curve.join()})`;
const shift = (at: Point, more = ""): string => `translate(${at.x}px, ${at.y}px)${more}`;
const STEPS: Record<Direction, Point> = {
  N: { x: 0, y: -1 },
  E: { x: 1, y: 0 },
  S: { x: 0, y: 1 },
  W: { x: -1, y: 0 },
};
const TURNS: Record<Direction, number> = { E: 0, S: 90, W: 180, N: 270 };

export function placeRobot(robot: Element, cell: Cell): void {
  const at = centre(cell);
  robot.setAttribute("transform", `translate(${at.x},${at.y})`);
}

/* When a curve of time has come so far: both from 0 to 1. */
function timeAt([x1, y1, x2, y2]: Bezier, share: number): number {
  const along = (a: number, b: number, u: number) => 3 * (1 - u) ** 2 * u * a + 3 * (1 - u) * u * u * b + u ** 3;
  let [low, high] = [0, 1];
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2;
    if (along(y1, y2, middle) < share) low = middle;
    else high = middle;
  }
  return along(x1, x2, low);
}

/* How long a slide over so many cells takes. */
const slideTime = (cells: number, perCell = 25): number =>
  Math.round(Math.max(SHORTEST, Math.min(LONGEST, cells * perCell)));

const SVG = "http://www.w3.org/2000/svg";
/* Strokes that are seen for a moment, drawn around a point of the board. */
function strokes(svg: Element, at: Point, d: string, name: string, turn = 0): SVGPathElement {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("class", name);
  path.setAttribute("d", d);
  path.setAttribute("transform", `translate(${at.x},${at.y}) rotate(${turn})`);
  svg.append(path);
  return path;
}
function fade(element: Element, frames: Keyframe[], duration: number, easing = "ease-out"): void {
  const animation = element.animate(frames, { duration, easing, fill: "backwards" });
  animation.onfinish = animation.oncancel = () => element.remove();
}

/* Three short strokes on the outside of a barrier. */
function bounceSpark(svg: Element, at: Point, before: Direction, after: Direction): void {
  const [b, a] = [STEPS[before], STEPS[after]];
  const outside = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  const d = [-35, 0, 35]
    .map((turn) => (turn * Math.PI) / 180)
    .map((turn) => [Math.cos(turn), Math.sin(turn)] as const)
    .map(([x, y]) => `M${Math.round(340 * x)} ${Math.round(340 * y)}L${Math.round(570 * x)} ${Math.round(570 * y)}`)
    .join("");
  fade(strokes(svg, at, d, "spark", outside), [{ opacity: 1 }, { opacity: 0 }], SPARK);
}

/* Two sparks on either side of what was hit. */
function stopSparks(svg: Element, at: Point, to: Direction): void {
  const d = "M400 430L360 580M250 450L130 560M400 -430L360 -580M250 -450L130 -560";
  fade(strokes(svg, at, d, "spark", TURNS[to]), [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], STOP);
}

/* Rings of light around the target, and a hop of whoever has come there. */
function answerTarget(robot: Element, cell: Cell): void {
  const svg = robot.closest("svg");
  pose(robot, { mood: "happy" });
  if (!svg || prefersNoMotion()) return;
  const at = centre(cell);
  for (const [radius, width] of [
    [1300, 120],
    [1850, 80],
  ] as const) {
    const ring = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ class: `ring ring-${robotOf(robot)}`, cx: at.x, cy: at.y, r: radius }))
      ring.setAttribute(name, String(value));
    ring.setAttribute("stroke-width", String(width));
    svg.insertBefore(ring, svg.querySelector(":scope > g.robots"));
    fade(
      ring,
      [
        { transform: "scale(0.3)", opacity: 0.8 },
        { transform: "none", opacity: 0 },
      ],
      RINGS,
    );
  }
  const body = robot.querySelector("g.body");
  const hop = [0, -95, 0, -30, 0].map((y) => ({ transform: `translateY(${y}px)` }));
  body?.animate(hop, { duration: RINGS / 2, easing: "ease-out" });
}

/* Stops dead. Whoever stood in the way flinches, with eyes shut. */
function bump(robot: Element, at: Point, to: Direction, hit: Element | null): void {
  const svg = robot.closest("svg");
  const step = STEPS[to];
  if (svg) stopSparks(svg, at, to);
  pose(robot, { look: to, mood: "bumped" });
  const flat = step.x !== 0 ? "scale(0.84, 1.08)" : "scale(1.08, 0.84)";
  const back = `translate(${-2 * PIXEL * step.x}px, ${-2 * PIXEL * step.y}px)`;
  robot
    .querySelector("g.body")
    ?.animate(
      [
        { transform: "none" },
        { transform: `translate(${75 * step.x}px, ${75 * step.y}px) ${flat}`, offset: SQUASH / STOP },
        { transform: back, offset: 0.7 },
        { transform: "none" },
      ],
      { duration: STOP, easing: "ease-out" },
    );
  openEyesLater(robot);
  if (hit) flinch(hit, step);
}

function flinch(hit: Element, step: Point): void {
  pose(hit, { mood: "bumped" });
  const away = `translate(${3 * PIXEL * step.x}px, ${3 * PIXEL * step.y}px)`;
  hit
    .querySelector("g.body")
    ?.animate([{ transform: "none" }, { transform: away, offset: 0.3 }, { transform: "none" }], { duration: STOP });
  openEyesLater(hit);
}

function openEyesLater(robot: Element): void {
  setTimeout(() => {
    if (robot.isConnected && (robot as SVGElement).dataset.mood === "bumped") pose(robot, { mood: restingMood(robot) });
  }, STOP);
}

interface SlideOptions {
  perCell?: number; // ms
  hit?: Element | null; // the robot that stopped it
  reached?: boolean; // it stands on its target now
}

/* Corners of a way with the time at which they are passed. */
function corners(way: Cell[], perCell: number | undefined) {
  const points = way.map(centre);
  const lengths = points.map((point, i) => (i === 0 ? 0 : distance(points[i - 1] ?? point, point)));
  const whole = lengths.reduce((a, b) => a + b, 0) || 1;
  const duration = slideTime(whole / UNIT, perCell);
  let gone = 0;
  const frames = points.map((point, i) => ({ point, offset: (gone += lengths[i] ?? 0) / whole }));
  const ways = points.slice(1).map((to, i) => heading(to.x - (points[i]?.x ?? 0), to.y - (points[i]?.y ?? 0)));
  return { frames, duration, ways };
}

/* The body is a tenth longer on its way, with three lines behind it; both turn at corners with it. */
function speedUp(robot: Element, to: Direction, duration: number): void {
  pose(robot, { look: to, mood: "sliding" });
  const long = STEPS[to].x !== 0 ? "scale(1.1, 0.92)" : "scale(0.92, 1.1)";
  robot.querySelector("g.body")?.animate([{ transform: "none" }, { transform: long }], { duration, easing: "ease-in" });
  robot.querySelector(".speed")?.remove();
  const lines = strokes(robot, { x: 0, y: 0 }, "M-430 -230h-420M-430 0h-900M-430 230h-560", "speed", TURNS[to]);
  lines.classList.add(`speed-${robotOf(robot)}`);
  robot.prepend(lines);
  fade(lines, [{ opacity: 0 }, { opacity: 0.45 }], duration);
}

/* Slides along the corners of a way. Resolves when the robot has stopped, or at once if it is cut short. */
export async function slide(robot: Element, way: Cell[], options: SlideOptions = {}): Promise<void> {
  const end = way[way.length - 1];
  const { frames, duration, ways } = corners(way, options.perCell);
  const [first, last] = [ways[0], ways.at(-1)];
  if (!end || !first || !last) return;
  placeRobot(robot, end);
  const arrive = () => (options.reached ? answerTarget(robot, end) : undefined);
  if (prefersNoMotion()) {
    pose(robot, { look: last, mood: restingMood(robot) });
    return arrive();
  }
  const timers = ways.slice(1).map((to, i) => {
    const corner = frames[i + 1];
    const svg = robot.closest("svg");
    const when = duration * timeAt(SPEED_UP, corner?.offset ?? 1);
    return setTimeout(() => {
      if (svg && corner) bounceSpark(svg, corner.point, ways[i] ?? to, to);
      sound("bounce");
      speedUp(robot, to, duration - when);
    }, when);
  });
  speedUp(robot, first, duration);
  sound("slide", { ms: duration });
  const steps = frames.map(({ point, offset }) => ({ transform: shift(point), offset }));
  const whole = await run(robot, steps, { duration, easing: css(SPEED_UP) });
  for (const timer of timers) clearTimeout(timer);
  robot.querySelector(".speed")?.remove();
  if (!whole) return;
  sound("bump", { robot: robotOf(robot), twice: Boolean(options.hit) });
  bump(robot, centre(end), last, options.hit ?? null);
  arrive();
}

/* Straight back when a move is taken back; slower when all go home together. */
export async function glide(robot: Element, from: Cell, to: Cell, together = false): Promise<void> {
  placeRobot(robot, to);
  if (prefersNoMotion()) return;
  const frames = [{ transform: shift(centre(from)) }, { transform: shift(centre(to)) }];
  await run(robot, frames, {
    duration: together ? HOME : UNDO,
    easing: together ? "cubic-bezier(0.4, 0, 0.2, 1)" : "ease-in-out",
  });
}

const BACK_AND_FORTH = [0, 0.16, -0.1, 0.06, 0];

/* Pushes against what is in the way. */
export function shake(robot: Element, cell: Cell, direction: Direction): void {
  sound("refused");
  if (robot.id.startsWith("robot-")) pose(robot, { look: direction, mood: restingMood(robot) });
  if (prefersNoMotion()) return;
  const at = centre(cell);
  const { x, y } = STEPS[direction];
  const frames = BACK_AND_FORTH.map((far) => ({
    transform: shift({ x: at.x + x * far * UNIT, y: at.y + y * far * UNIT }),
  }));
  void run(robot, frames, { duration: 320, easing: "ease-out" });
}

/* False if the next move has cut it short: the attribute is right already. */
async function run(robot: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<boolean> {
  for (const old of robot.getAnimations()) old.cancel();
  try {
    await robot.animate(frames, options).finished;
    return true;
  } catch {
    return false;
  }
}
