/*
 * The board: the picture drawn by the C code, with robots that can be selected, slid and dragged.
 *
 * The drawing is made once per board, target and theme. When only robots move, their groups are moved (animate.ts), and
 * the layers that depend on them, possible stops and badges, are drawn again alone.
 */
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { type Cell, LAYER, type Robot, type Step, readBoard, readPosition, listMoves } from "../wasm/ops";
import { useSettings, useTheme } from "../storage/settings";
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
import { sound } from "./sounds";
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
const svgOf = (frame: Frame): SVGSVGElement | null | undefined => frame.current?.querySelector("svg");

/* The whole picture, made anew when anything but the robots' places has changed. What it depends on is its key. */
function usePicture(frame: Frame, { position, markers }: BoardProps): { key: string; theme: string; laid: string } {
  const theme = useTheme();
  const off = useSettings().coordinates ? 0 : LAYER.coordinates;
  const known = useMemo(() => readPosition(position), [position]);
  const robots = Object.keys(known.robots ?? {}).join("");
  const key = [known.board, JSON.stringify(known.target ?? null), markers, theme, off, robots].join("|");
  useLayoutEffect(() => {
    if (frame.current) drawAll(frame.current, position, { theme, off, ...(markers ? { markers } : {}) });
  }, [key]);
  return { key, theme, laid: known.board };
}

/* In a fresh picture all are in place, but a slide that led there is still seen: it may have ended a round. */
const whenFresh = (robots: Robots, step: Step | undefined): Robots => {
  const robot = step?.move[0] as Robot | undefined;
  return robot && step && robots[robot] === step.to ? { ...robots, [robot]: step.way[0] } : robots;
};

/* Robots go from where they were shown to where they are now; then they get their badges. */
function useMotion(frame: Frame, { position, step }: BoardProps, key: string, theme: string): void {
  const shown = useRef<{ key: string; robots: Robots }>({ key: "", robots: {} });
  useLayoutEffect(() => {
    const svg = svgOf(frame);
    if (!svg) return;
    const robots = robotsOf(position);
    const before = shown.current.key === key ? shown.current.robots : whenFresh(robots, step);
    shown.current = { key, robots };
    const moving = moveRobots(svg, before, robots, step);
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
}

export function Board(props: BoardProps) {
  const { position, selected, locked, cursor, onPlace, route, refused } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { key, theme, laid } = usePicture(frame, props);
  useMotion(frame, props, key, theme);
  const size = useMemo(() => readBoard(position), [laid]);
  const options = useMemo(
    () => (selected && !locked && robotsOf(position)[selected] ? listMoves(position, selected).moves : []),
    [position, selected, locked],
  );
  useEffect(() => {
    const svg = svgOf(frame);
    if (!svg) return;
    showSelected(svg, selected);
    const idle = !selected || locked || onPlace;
    redraw(svg, "reach", idle ? { position: laid, theme } : { position, selected, theme });
  }, [position, selected, locked, key]);
  useEffect(() => {
    const svg = svgOf(frame);
    if (svg) showEditorCursor(svg, cursor);
  }, [cursor, key]);
  const drawn = route?.moves.join(" ") ?? "";
  useLayoutEffect(() => {
    const svg = svgOf(frame);
    if (svg) drawRoute(svg, drawn ? { position: route?.from ?? "", route: drawn, theme } : { position: laid, theme });
  }, [route?.from, drawn, key]);
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
