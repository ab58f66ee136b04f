/*
 * Taps, clicks, swipes and drags on a board. Everything here can also be done with keys and with the pad.
 */
import { useEffect, useRef } from "preact/hooks";
import type { Cell, Move, Robot } from "../wasm/ops";
import { type Point, UNIT, cellOf, centre, distance, fromScreen, heading } from "./geometry";
import { type Robots, robotEntries, liftRobot, highlightPath, robotsOf, dropRobot } from "./svgLayers";

export interface PointerProps {
  position: string; // where everything is now
  locked?: boolean;
  onSelect?: (robot: Robot) => void;
  onMove?: (move: string) => void;
  onTouch?: () => void; // a robot was touched that nobody may move now
  onPlace?: (robot: Robot, cell: Cell) => void; // robots are lifted, not slid
  onPoint?: (cell: Cell, at: Point) => void; // a bare cell was pointed at; `at` is inside it, 0 to 1
}
interface Scene {
  props: PointerProps & { selected?: Robot | undefined };
  size: { width: number; height: number };
  options: Move[]; // of the selected robot
}

const SWIPE = 22; // pixels before a stroke counts
const NEAR = 0.9 * UNIT; // from a robot: a swipe that begins there is meant for it, any other for the chosen one

/* From the pointer's going down until it goes up. */
interface Stroke {
  x: number; // on the screen
  y: number;
  on: Robot | undefined; // the robot under it
  robot: Robot | undefined; // that one, or the nearest
  done: boolean;
}

function nearest(robots: Robots, at: Point): Robot | undefined {
  const near = robotEntries(robots)
    .map(([robot, cell]) => ({ robot, far: distance(centre(cell), at) }))
    .filter(({ far }) => far < NEAR)
    .sort((a, b) => a.far - b.far);
  return near[0]?.robot;
}

class Pointer {
  private stroke: Stroke | undefined;
  constructor(
    private readonly element: HTMLElement,
    private readonly scene: { current: Scene },
  ) {}

  private get svg(): SVGSVGElement {
    return this.element.querySelector("svg") as SVGSVGElement;
  }
  private at = (event: PointerEvent): Point => fromScreen(this.svg, event.clientX, event.clientY);
  private cellUnder(at: Point): Cell | undefined {
    const { width, height } = this.scene.current.size;
    return cellOf(at, width, height);
  }
  private swiped({ x, y }: Stroke, event: PointerEvent): boolean {
    return Math.hypot(event.clientX - x, event.clientY - y) >= SWIPE;
  }
  private putBack(robot: Robot): void {
    dropRobot(this.svg, robot, robotsOf(this.scene.current.props.position)[robot]);
  }

  down = (event: PointerEvent): void => {
    const { props, options } = this.scene.current;
    if (event.button !== 0) return;
    const at = this.at(event);
    const robots = robotsOf(props.position);
    const cell = this.cellUnder(at);
    const on = robotEntries(robots).find(([, where]) => where === cell)?.[0];
    if (props.locked) return void (on && props.onTouch?.());
    const robot = on ?? nearest(robots, at) ?? props.selected;
    this.stroke = { x: event.clientX, y: event.clientY, on, robot, done: false };
    if (on && !options.some((move) => move.to === cell)) props.onSelect?.(on);
    if (on && props.onPlace) this.element.setPointerCapture(event.pointerId);
  };

  move = (event: PointerEvent): void => {
    const { props, options } = this.scene.current;
    const { stroke } = this;
    highlightPath(this.svg, options, this.cellUnder(this.at(event)));
    if (!stroke || stroke.done || !this.swiped(stroke, event)) return;
    if (props.onPlace) {
      if (stroke.on) liftRobot(this.svg, stroke.on, this.at(event));
      return;
    }
    if (!stroke.robot) return;
    stroke.done = true;
    props.onSelect?.(stroke.robot);
    props.onMove?.(stroke.robot + heading(event.clientX - stroke.x, event.clientY - stroke.y));
  };

  up = (event: PointerEvent): void => {
    const { props, options } = this.scene.current;
    const { stroke } = this;
    this.stroke = undefined;
    if (!stroke || stroke.done) return;
    const at = this.at(event);
    const cell = this.cellUnder(at);
    if (props.onPlace && stroke.on && this.swiped(stroke, event)) {
      this.putBack(stroke.on);
      if (cell) props.onPlace(stroke.on, cell);
      return;
    }
    const chosen = options.filter((one) => one.to === cell).sort((a, b) => a.cost - b.cost)[0];
    if (chosen && !props.onPlace) props.onMove?.(chosen.move);
    else if (cell && !stroke.on) props.onPoint?.(cell, { x: (at.x / UNIT) % 1, y: (at.y / UNIT) % 1 });
  };

  cancel = (): void => {
    if (this.stroke?.on) this.putBack(this.stroke.on);
    this.stroke = undefined;
  };
}

export function usePointer(frame: { current: HTMLElement | null }, scene: Scene): void {
  const latest = useRef(scene);
  latest.current = scene;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { down, move, up, cancel } = new Pointer(element, latest);
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
