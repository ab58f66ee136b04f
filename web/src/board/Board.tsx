/*
 * The board: the picture drawn by the C code, with robots that can be selected, slid and dragged.
 *
 * The drawing is made once per board, target and theme. When only robots move, their groups are moved (animate.ts), and
 * the layers that depend on them, possible stops and badges, are drawn again alone.
 */
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { type Cell, LAYER, type Move, type Robot, type Step, board, describe, moves, picture } from "../carom/ask";
import { useSettings, useTheme } from "../device/settings";
import { t } from "../texts/texts";
import { glide, put, slide } from "./animate";
import { type Point, UNIT, cellOf, centre, distance, fromScreen, heading } from "./geometry";
import { sound } from "./sound";

export interface BoardProps {
  position: string; // where everything is now
  markers?: string; // `Ra1,...`: where the robots began
  step?: Step | undefined; // the move that led here, if one did: its way is animated
  selected?: Robot | undefined;
  route?: string[]; // drawn upon it
  from?: string; // the position which that route starts from
  locked?: boolean;
  cursor?: Cell; // the editor's, for keys
  onSelect?: (robot: Robot) => void;
  onMove?: (move: string) => void;
  onPlace?: (robot: Robot, cell: Cell) => void; // robots are lifted, not slid
  onPoint?: (cell: Cell, at: Point) => void; // a bare cell was pointed at; `at` is inside it, 0 to 1
}

const SWIPE = 22; // pixels before a stroke counts
const NEAR = 1.4 * UNIT; // how far from a robot a swipe may begin

const robotsOf = (position: string): Partial<Record<Robot, Cell>> => describe(position).robots ?? {};

/* One layer of a fresh picture, put in the place of the old one. */
function redraw(svg: SVGSVGElement, name: keyof typeof LAYER, wanted: Parameters<typeof picture>[0]): void {
  const old = svg.querySelector(`:scope > g.${name}`);
  const text = picture({ ...wanted, only: LAYER[name] });
  const fresh = new DOMParser().parseFromString(text, "image/svg+xml").querySelector(`g.${name}`);
  if (!old) return;
  old.replaceChildren(...(fresh ? [...fresh.childNodes].map((node) => document.importNode(node, true)) : []));
}

/* Layers that are empty now but will be needed have to be there. */
function reserve(svg: SVGSVGElement, names: string[], before: string): void {
  const place = svg.querySelector(`:scope > g.${before}`);
  for (const name of names) {
    if (svg.querySelector(`:scope > g.${name}`)) continue;
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", name);
    svg.insertBefore(group, place);
  }
}

export function Board(props: BoardProps) {
  const { position, selected, step } = props;
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<Partial<Record<Robot, Cell>>>({});
  const theme = useTheme();
  const { coordinates } = useSettings();
  const known = useMemo(() => describe(position), [position]);
  const laid = useMemo(() => board(position), [known.board]);
  const present = Object.keys(known.robots ?? {}).join("");
  const target = JSON.stringify(known.target ?? null);
  const off = coordinates ? 0 : LAYER.coordinates;
  const key = [known.board, target, props.markers, theme, off, present, props.from, props.route?.join(" ")].join("|");
  const options = useMemo<Move[]>(
    () => (selected && !props.locked && known.robots?.[selected] ? moves(position, selected).moves : []),
    [position, selected, props.locked],
  );

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const start = props.route && props.from ? props.from : position;
    element.innerHTML = picture({
      position: start,
      theme,
      off,
      bare: true,
      ...(props.markers ? { markers: props.markers } : {}),
      ...(props.route ? { route: props.route.join(" ") } : {}),
    });
    const svg = element.querySelector("svg");
    if (!svg) return;
    svg.removeAttribute("role");
    svg.setAttribute("aria-hidden", "true");
    reserve(svg, ["reach"], "walls");
    reserve(svg, ["badges"], "none");
    shown.current = robotsOf(position);
    for (const [robot, cell] of Object.entries(shown.current)) {
      const group = svg.querySelector(`#robot-${robot}`);
      if (group) put(group, cell);
    }
  }, [key]);

  useLayoutEffect(() => {
    const svg = frame.current?.querySelector("svg");
    if (!svg) return;
    const before = shown.current;
    const after = robotsOf(position);
    shown.current = after;
    const moving: Promise<void>[] = [];
    for (const [robot, cell] of Object.entries(after) as [Robot, Cell][]) {
      const group = svg.querySelector(`#robot-${robot}`);
      const old = before[robot];
      if (!group || !old || old === cell) continue;
      const along = step && step.move[0] === robot && step.to === cell && step.way[0] === old;
      moving.push(along ? slide(group, step.way) : glide(group, old, cell));
      if (along) sound("slide");
    }
    let stale = false;
    void Promise.all(moving).then(() => {
      if (stale) return;
      if (moving.length > 0 && step) sound("stop");
      redraw(svg, "badges", { position, theme });
    });
    return () => {
      stale = true;
    };
  }, [position, key]);

  useEffect(() => {
    const svg = frame.current?.querySelector("svg");
    if (!svg) return;
    for (const group of svg.querySelectorAll(".robot"))
      group.classList.toggle("selected", group.id === `robot-${selected}`);
    if (!selected || props.locked || props.onPlace) redraw(svg, "reach", { position: known.board, theme });
    else redraw(svg, "reach", { position, selected, theme });
  }, [position, selected, props.locked, key]);

  useEffect(() => {
    const svg = frame.current?.querySelector("svg");
    if (svg) showCursor(svg, props.cursor);
  }, [props.cursor, key]);

  usePointer(frame, props, laid, options);
  return <div class={`board ${props.onPlace ? "placing" : ""}`} ref={frame} data-position={position} />;
}

function showCursor(svg: SVGSVGElement, cell: Cell | undefined): void {
  svg.querySelector(".cursor")?.remove();
  if (!cell) return;
  const at = centre(cell);
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const inset = 60;
  for (const [name, value] of Object.entries({
    class: "cursor",
    x: at.x - UNIT / 2 + inset,
    y: at.y - UNIT / 2 + inset,
    width: UNIT - 2 * inset,
    height: UNIT - 2 * inset,
    rx: 120,
  }))
    frame.setAttribute(name, String(value));
  svg.append(frame);
}

interface Stroke {
  at: Point;
  x: number;
  y: number;
  robot: Robot | undefined;
  on: Robot | undefined;
  done: boolean;
}

function nearest(robots: Partial<Record<Robot, Cell>>, at: Point): Robot | undefined {
  const near = (Object.entries(robots) as [Robot, Cell][])
    .map(([robot, cell]) => ({ robot, far: distance(centre(cell), at) }))
    .filter(({ far }) => far < NEAR)
    .sort((a, b) => a.far - b.far);
  return near[0]?.robot;
}

/* Taps, clicks, swipes, drags. Everything here can also be done with keys and with the pad. */
function usePointer(
  frame: { current: HTMLDivElement | null },
  props: BoardProps,
  laid: { width: number; height: number },
  options: Move[],
): void {
  const latest = useRef({ props, laid, options });
  latest.current = { props, laid, options };
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let stroke: Stroke | undefined;
    const svg = () => element.querySelector("svg") as SVGSVGElement;
    const cellUnder = (at: Point) => cellOf(at, latest.current.laid.width, latest.current.laid.height);

    const down = (event: PointerEvent) => {
      const { props } = latest.current;
      if (props.locked || event.button !== 0) return;
      const at = fromScreen(svg(), event.clientX, event.clientY);
      const robots = robotsOf(props.position);
      const cell = cellUnder(at);
      const on = (Object.entries(robots) as [Robot, Cell][]).find(([, where]) => where === cell)?.[0];
      stroke = { at, x: event.clientX, y: event.clientY, robot: on ?? nearest(robots, at), on, done: false };
      if (on && !latest.current.options.some((move) => move.to === cell)) props.onSelect?.(on);
      if (on && props.onPlace) element.setPointerCapture(event.pointerId);
    };

    const move = (event: PointerEvent) => {
      const { props } = latest.current;
      light(svg(), latest.current.options, cellUnder(fromScreen(svg(), event.clientX, event.clientY)));
      if (!stroke || stroke.done) return;
      const dx = event.clientX - stroke.x;
      const dy = event.clientY - stroke.y;
      if (Math.hypot(dx, dy) < SWIPE) return;
      if (props.onPlace) {
        if (stroke.on) lift(svg(), stroke.on, fromScreen(svg(), event.clientX, event.clientY));
        return;
      }
      if (!stroke.robot) return;
      stroke.done = true;
      props.onSelect?.(stroke.robot);
      props.onMove?.(stroke.robot + heading(dx, dy));
    };

    const up = (event: PointerEvent) => {
      const { props, options } = latest.current;
      const was = stroke;
      stroke = undefined;
      if (!was || was.done) return;
      const at = fromScreen(svg(), event.clientX, event.clientY);
      const cell = cellUnder(at);
      if (props.onPlace && was.on && Math.hypot(event.clientX - was.x, event.clientY - was.y) >= SWIPE) {
        drop(svg(), was.on);
        if (cell) props.onPlace(was.on, cell);
        return;
      }
      const chosen = options.filter((one) => one.to === cell).sort((a, b) => a.cost - b.cost)[0];
      if (chosen && !props.onPlace) props.onMove?.(chosen.move);
      else if (cell && !was.on) props.onPoint?.(cell, { x: (at.x / UNIT) % 1, y: (at.y / UNIT) % 1 });
    };

    const cancel = () => {
      if (stroke?.on) drop(svg(), stroke.on);
      stroke = undefined;
    };
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    element.addEventListener("pointercancel", cancel);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", cancel);
    };
  }, []);
}

/* Shows the whole way to the stop under the pointer. */
function light(svg: SVGSVGElement | null, options: Move[], cell: Cell | undefined): void {
  if (!svg) return;
  const hot = options.filter((one) => one.to === cell).map((one) => `stop-${one.move}`);
  for (const stop of svg.querySelectorAll(".stop")) stop.classList.toggle("hot", hot.includes(stop.id));
  svg.classList.toggle("pointing", hot.length > 0);
}

function lift(svg: SVGSVGElement, robot: Robot, at: Point): void {
  svg
    .querySelector(`#robot-${robot}`)
    ?.setAttribute("transform", `translate(${Math.round(at.x)},${Math.round(at.y)}) scale(1.15)`);
}

function drop(svg: SVGSVGElement, robot: Robot): void {
  const group = svg.querySelector(`#robot-${robot}`);
  const cell = robotsOf(svg.closest<HTMLElement>("[data-position]")?.dataset.position ?? "")[robot];
  if (group && cell) put(group, cell);
}

export const boardHelp = (): string =>
  t(
    "Choose a robot with its letter or a digit, slide it with the arrow keys. D describes the selected robot, ? lists all keys.",
  );
