/*
 * The board: the picture drawn by the C code, with robots that can be selected, slid and dragged.
 *
 * The drawing is made once per board, target and theme. When only robots move, their groups are moved (animate.ts), and
 * the layers that depend on them, possible stops and badges, are drawn again alone.
 */
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { type Cell, LAYER, type Robot, type Step, board, describe, moves } from "../carom/ask";
import { useSettings, useTheme } from "../device/settings";
import { t } from "../texts/texts";
import { type Robots, drawAll, markSelected, moveRobots, redraw, robotsOf, showCursor } from "./layers";
import { sound } from "./sound";
import { type PointerProps, usePointer } from "./usePointer";

export interface BoardProps extends PointerProps {
  markers?: string; // `Ra1,...`: where the robots began
  step?: Step | undefined; // the move that led here, if one did: its way is animated
  selected?: Robot | undefined;
  cursor?: Cell; // the editor's, for keys
}
interface Frame {
  current: HTMLDivElement | null;
}
const svgOf = (frame: Frame): SVGSVGElement | null | undefined => frame.current?.querySelector("svg");

/* The whole picture, made anew when anything but the robots' places has changed. What it depends on is its key. */
function usePicture(frame: Frame, { position, markers }: BoardProps): { key: string; theme: string; laid: string } {
  const theme = useTheme();
  const off = useSettings().coordinates ? 0 : LAYER.coordinates;
  const known = useMemo(() => describe(position), [position]);
  const robots = Object.keys(known.robots ?? {}).join("");
  const key = [known.board, JSON.stringify(known.target ?? null), markers, theme, off, robots].join("|");
  useLayoutEffect(() => {
    if (frame.current) drawAll(frame.current, position, { theme, off, ...(markers ? { markers } : {}) });
  }, [key]);
  return { key, theme, laid: known.board };
}

/* Robots go from where they were shown to where they are now; then they get their badges. */
function useMotion(frame: Frame, { position, step }: BoardProps, key: string, theme: string): void {
  const shown = useRef<{ key: string; robots: Robots }>({ key: "", robots: {} });
  useLayoutEffect(() => {
    const svg = svgOf(frame);
    if (!svg) return;
    const robots = robotsOf(position);
    const before = shown.current.key === key ? shown.current.robots : robots; // in a fresh picture all are in place
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
  const { position, selected, locked, cursor, onPlace } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { key, theme, laid } = usePicture(frame, props);
  useMotion(frame, props, key, theme);
  const size = useMemo(() => board(position), [laid]);
  const options = useMemo(
    () => (selected && !locked && robotsOf(position)[selected] ? moves(position, selected).moves : []),
    [position, selected, locked],
  );
  useEffect(() => {
    const svg = svgOf(frame);
    if (!svg) return;
    markSelected(svg, selected);
    const idle = !selected || locked || onPlace;
    redraw(svg, "reach", idle ? { position: laid, theme } : { position, selected, theme });
  }, [position, selected, locked, key]);
  useEffect(() => {
    const svg = svgOf(frame);
    if (svg) showCursor(svg, cursor);
  }, [cursor, key]);
  usePointer(frame, { props, size, options });
  return <div class={`board ${onPlace ? "placing" : ""}`} ref={frame} data-position={position} />;
}

export const boardHelp = (): string =>
  t(
    "Choose a robot with its letter or a digit, slide it with the arrow keys. D describes the selected robot, ? lists all keys.",
  );
