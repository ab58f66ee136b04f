/*
 * The picture of a board once it is on the screen: single layers drawn again, robots set down or lifted, the way to a stop
 * lit up, the editor's cursor.
 */
import {
  type Cell,
  type Direction,
  LAYER,
  type Move,
  type Picture,
  type Robot,
  type Step,
  listMoves,
  readPosition,
  renderPicture,
} from "../wasm/ops";
import { glide, placeRobot, shake, slide } from "./animate";
import { type Point, UNIT, cellAt, centre, column, heading, row } from "./geometry";
import { pose, restingMood } from "./pose";

export type Robots = Partial<Record<Robot, Cell>>;
export const robotsOf = (position: string): Robots => readPosition(position).robots ?? {};
export const robotEntries = (robots: Robots): [Robot, Cell][] => Object.entries(robots) as [Robot, Cell][];
const groupOf = (svg: SVGSVGElement, robot: Robot): Element | null => svg.querySelector(`#robot-${robot}`);

const SVG = "http://www.w3.org/2000/svg";

/* A fresh picture. What stands in words elsewhere is hidden from screen readers. */
export function drawAll(frame: HTMLElement, position: string, wanted: Picture): void {
  frame.innerHTML = renderPicture({ position, bare: true, ...wanted });
  const svg = frame.querySelector("svg");
  if (!svg) return;
  svg.removeAttribute("role");
  svg.setAttribute("aria-hidden", "true");
  reserve(svg, "reach", "walls");
  reserve(svg, "route", "reach");
  reserve(svg, "gates", "robots");
  reserve(svg, "stops", "robots"); // below them: whoever has arrived is seen whole
  reserve(svg, "badges", "none");
  for (const [robot, cell] of robotEntries(robotsOf(position))) dropRobot(svg, robot, cell);
}

/* Groups of a fresh picture with these layers, put in the place of the old ones. */
function replace(svg: SVGSVGElement, names: string[], wanted: Picture): void {
  const fresh = new DOMParser().parseFromString(renderPicture(wanted), "image/svg+xml");
  for (const name of names) {
    const nodes = fresh.querySelector(`g.${name}`)?.childNodes ?? [];
    const old = svg.querySelector(`:scope > g.${name}`);
    old?.replaceChildren(...[...nodes].map((node) => document.importNode(node, true)));
  }
}

/* One layer of a fresh picture. */
export const redraw = (svg: SVGSVGElement, name: keyof typeof LAYER, wanted: Picture): void =>
  replace(svg, [name], { ...wanted, only: LAYER[name] });

/* A route as the pictures of `carom render` have it: arrowed ways, numbered stops, holes in walls. */
export const drawRoute = (svg: SVGSVGElement, wanted: Picture): void =>
  replace(svg, ["route", "gates", "stops"], { ...wanted, only: LAYER.route | LAYER.stops });

/* The same on the board of Micro Robots, below its robot. */
export function drawPath(svg: SVGSVGElement, wanted: Picture | undefined): void {
  for (const old of svg.querySelectorAll(":scope > g.beside")) old.remove();
  if (!wanted) return;
  const fresh = new DOMParser().parseFromString(
    renderPicture({ ...wanted, only: LAYER.route | LAYER.stops }),
    "image/svg+xml",
  );
  for (const group of fresh.querySelectorAll("g.beside"))
    svg.insertBefore(document.importNode(group, true), svg.querySelector(":scope > .robot"));
}

/* A layer that is empty now but will be needed has to be there. */
function reserve(svg: SVGSVGElement, name: string, before: string): void {
  if (svg.querySelector(`:scope > g.${name}`)) return;
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", name);
  svg.insertBefore(group, svg.querySelector(`:scope > g.${before}`));
}

/* The robot that stopped another one, or null: walls and edges do not flinch. */
function hitBy(svg: SVGSVGElement, position: string, { way, move }: Step): Element | null {
  const [robot, end, corner] = [move[0] as Robot, way.at(-1), way.at(-2)];
  if (!end || !corner) return null;
  const [to, from] = [centre(end), centre(corner)];
  const last = heading(to.x - from.x, to.y - from.y);
  const stopped = listMoves(position, robot).blocked.find((one) => one.move === robot + last);
  if (stopped?.end !== "robot") return null;
  const beyond = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] }[last];
  const cell = cellAt(column(end) + (beyond[0] ?? 0), row(end) + (beyond[1] ?? 0));
  const hit = robotEntries(robotsOf(position)).find(([, where]) => where === cell)?.[0];
  return hit ? groupOf(svg, hit) : null;
}

/* Moves the robots that stand elsewhere now: along the way of the step that led there, or straight. */
export function moveRobots(
  svg: SVGSVGElement,
  before: Robots,
  position: string,
  step: Step | undefined,
  perCell?: number,
): Promise<void>[] {
  const moved = robotEntries(robotsOf(position)).filter(([robot, cell]) => before[robot] && before[robot] !== cell);
  return moved.map(([robot, cell]) => {
    const group = groupOf(svg, robot);
    const old = before[robot];
    if (!group || !old) return Promise.resolve();
    const along = step && step.move[0] === robot && step.to === cell && step.way[0] === old;
    if (!along) {
      pose(group, { mood: restingMood(group) });
      return glide(group, old, cell, moved.length > 1);
    }
    const options = { hit: hitBy(svg, position, step), reached: step.state === "reached" };
    return slide(group, step.way, perCell ? { ...options, perCell } : options);
  });
}

/* A robot that cannot go there. */
export function shakeRobot(svg: SVGSVGElement, position: string, move: string): void {
  const robot = move[0] as Robot;
  const [group, cell] = [groupOf(svg, robot), robotsOf(position)[robot]];
  if (group && cell) shake(group, cell, move[1] as Direction);
}

export function showSelected(svg: SVGSVGElement, selected: Robot | undefined): void {
  for (const group of svg.querySelectorAll(".robot")) {
    const chosen = group.id === `robot-${selected}`;
    if (chosen !== group.classList.contains("selected")) pose(group, { mood: chosen ? "selected" : "calm" });
    group.classList.toggle("selected", chosen);
  }
}

/* Shows the whole way to the stop under the pointer. */
export function highlightPath(svg: SVGSVGElement, options: Move[], cell: Cell | undefined): void {
  const hot = options.filter((one) => one.to === cell).map((one) => `stop-${one.move}`);
  for (const stop of svg.querySelectorAll(".stop")) stop.classList.toggle("hot", hot.includes(stop.id));
  svg.classList.toggle("pointing", hot.length > 0);
}

export function liftRobot(svg: SVGSVGElement, robot: Robot, at: Point): void {
  groupOf(svg, robot)?.setAttribute("transform", `translate(${Math.round(at.x)},${Math.round(at.y)}) scale(1.15)`);
}

export function dropRobot(svg: SVGSVGElement, robot: Robot, cell: Cell | undefined): void {
  const group = groupOf(svg, robot);
  if (group && cell) placeRobot(group, cell);
}

const INSET = 60;

export function showEditorCursor(svg: SVGSVGElement, cell: Cell | undefined): void {
  svg.querySelector(".cursor")?.remove();
  if (!cell) return;
  const at = centre(cell);
  const frame = document.createElementNS(SVG, "rect");
  const [x, y, side] = [at.x - UNIT / 2 + INSET, at.y - UNIT / 2 + INSET, UNIT - 2 * INSET];
  for (const [name, value] of Object.entries({ class: "cursor", x, y, width: side, height: side, rx: 120 }))
    frame.setAttribute(name, String(value));
  svg.append(frame);
}
