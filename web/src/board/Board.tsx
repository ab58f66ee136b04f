/*
 * The board: the picture drawn by the C code, with robots that can be selected, slid and dragged.
 *
 * The drawing is made once per board, target and theme. When only robots move, their groups are moved (animate.ts), and
 * the layers that depend on them, possible stops and badges, are drawn again alone.
 */
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import {
  type Cell,
  LAYER,
  type Picture as Wanted,
  type Robot,
  type Step,
  readBoard,
  readPosition,
  listMoves,
} from "../wasm/ops";
import { type Look, useLook, useSettings } from "../storage/settings";
import { t } from "../i18n/texts";
import {
  type Robots,
  drawAll,
  drawRoute,
  showSelected,
  moveRobots,
  redraw,
  robotsOf,
  shakeRobot,
  showEditorCursor,
} from "./svgLayers";
import { type PointerProps, usePointer } from "./usePointer";

export interface BoardProps extends PointerProps {
  markers?: string; // `Ra1,...`: where the robots began
  step?: Step | undefined; // the move that led here, if one did: its way is animated
  selected?: Robot | undefined;
  cursor?: Cell; // the editor's, for keys
  route?: Drawn | undefined; // drawn on the board
  refused?: Refused | undefined; // shakes the robot
}
/* A move that could not be made. */
export interface Refused {
  at: string; // the position
  move: string;
  words: string; // why not
  times: number; // counted, so that the same move shakes again
}
/* A route, and the position that it begins in. */
export interface Drawn {
  from: string;
  moves: string[];
}
interface Frame {
  current: HTMLDivElement | null;
}
const SMALLEST_NAMED = 8; // cells across: the boards of the lessons are clearer without coordinates
const svgOf = (frame: Frame): SVGSVGElement | null | undefined => frame.current?.querySelector("svg");

/* The whole picture, made anew when anything but the robots' places has changed. What it depends on is its key. */
function usePicture(frame: Frame, { position, markers }: BoardProps): { key: string; look: Look; laid: string } {
  const look = useLook();
  const known = useMemo(() => readPosition(position), [position]);
  const small = useMemo(() => readBoard(position).width < SMALLEST_NAMED, [known.board]);
  const off = useSettings().coordinates && !small ? 0 : LAYER.coordinates;
  const robots = Object.keys(known.robots ?? {}).join("");
  const key = [known.board, JSON.stringify(known.target ?? null), markers, JSON.stringify(look), off, robots].join("|");
  useLayoutEffect(() => {
    if (frame.current) drawAll(frame.current, position, { ...look, off, ...(markers ? { markers } : {}) });
  }, [key]);
  return { key, look, laid: known.board };
}

/* In a fresh picture all are in place, but a slide that led there is still seen: it may have ended a round. */
const whenFresh = (robots: Robots, step: Step | undefined): Robots => {
  const robot = step?.move[0] as Robot | undefined;
  return robot && step && robots[robot] === step.to ? { ...robots, [robot]: step.way[0] } : robots;
};

/* A promise for when robots have stopped. */
interface Settled {
  current: Promise<unknown>;
}

/* Robots go from where they were shown to where they are now; then they get their badges. What else depends on where they stand is drawn
 * when they have stopped, so that a slide has the processor to itself. */
function useMotion(frame: Frame, { position, step }: BoardProps, key: string, look: Look): Settled {
  const settled = useRef<Promise<unknown>>(Promise.resolve());
  const shown = useRef<{ key: string; robots: Robots }>({ key: "", robots: {} });
  useLayoutEffect(() => {
    const svg = svgOf(frame);
    if (!svg) return;
    const robots = robotsOf(position);
    const before = shown.current.key === key ? shown.current.robots : whenFresh(robots, step);
    shown.current = { key, robots };
    const moving = moveRobots(svg, before, position, step);
    let stale = false;
    settled.current = Promise.all(moving);
    void settled.current.then(() => {
      if (stale) return;
      redraw(svg, "badges", { position, ...look });
    });
    return () => {
      stale = true;
    };
  }, [position, key]);
  return settled;
}

/* Draws when robots have stopped, unless something newer is to be drawn by then. */
function useSettled(settled: Settled, frame: Frame, draw: (svg: SVGSVGElement) => void, on: unknown[]): void {
  useLayoutEffect(() => {
    let stale = false;
    void settled.current.then(() => {
      const svg = svgOf(frame);
      if (svg && !stale) draw(svg);
    });
    return () => {
      stale = true;
    };
  }, on);
}

/* Where the selected robot can go; nothing while it is on its way. */
function useReach(frame: Frame, settled: Settled, props: BoardProps, key: string, nothing: Wanted, look: Look): void {
  const { position, selected, locked, onPlace } = props;
  const on = [position, selected, locked, key];
  useLayoutEffect(() => {
    const svg = svgOf(frame);
    if (svg) showSelected(svg, selected);
    svg?.querySelector(":scope > g.reach")?.replaceChildren();
  }, on);
  const idle = !selected || locked || onPlace;
  const wanted = idle ? nothing : { position, selected, ...look };
  useSettled(settled, frame, (svg) => redraw(svg, "reach", wanted), on);
}

export function Board(props: BoardProps) {
  const { position, selected, locked, cursor, onPlace, route, refused } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { key, look, laid } = usePicture(frame, props);
  const settled = useMotion(frame, props, key, look);
  const nothing = { position: laid, ...look };
  const size = useMemo(() => readBoard(position), [laid]);
  const options = useMemo(
    () => (selected && !locked && robotsOf(position)[selected] ? listMoves(position, selected).moves : []),
    [position, selected, locked],
  );
  useReach(frame, settled, props, key, nothing, look);
  useEffect(() => {
    const svg = svgOf(frame);
    if (svg) showEditorCursor(svg, cursor);
  }, [cursor, key]);
  const drawn = route?.moves.join(" ") ?? "";
  const way = drawn ? { position: route?.from ?? "", route: drawn, ...look } : nothing;
  useSettled(settled, frame, (svg) => drawRoute(svg, way), [route?.from, drawn, key]);
  useLayoutEffect(() => {
    const svg = svgOf(frame);
    if (svg && !drawn) drawRoute(svg, nothing); // what is taken back is gone at once
  }, [drawn]);
  useEffect(() => {
    const svg = svgOf(frame);
    if (svg && refused) shakeRobot(svg, position, refused.move);
  }, [refused?.times]);
  usePointer(frame, { props, size, options });
  return (
    <div
      class={`board ${onPlace ? "placing" : ""}`}
      ref={frame}
      data-position={position}
      data-route={drawn}
      data-refused={refused?.move}
    />
  );
}

export const boardHelp = (): string =>
  t(
    "Choose a robot by its letter or a digit, then slide it with the arrow keys. D describes the selected " +
      "robot, ? lists all keys.",
  );
