/*
 * The board of Micro Robots: 36 cells, one robot that jumps from cell to cell.
 */
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { type Cell, LAYER, renderPicture, microMoves } from "../wasm/ops";
import { useLook, useSettings } from "../storage/settings";
import type { Drawn } from "./Board";
import { glide, placeRobot, shake } from "./animate";
import { cellAt, cellOf, column, fromScreen, heading, row } from "./geometry";
import { drawPath } from "./svgLayers";

interface MicroBoardProps {
  position: string; // as the round began
  at: string; // the cell (what it shows) the robot stands on
  chip: boolean; // M11: mark the target on the board
  options: string[]; // cells that can be stepped on
  route?: Drawn | undefined; // cells, from where the round began
  onStep?: (face: string) => void;
  onRefused?: (face: string) => void; // no step leads there
  onTouch?: () => void; // the robot was touched, which nobody may move now
}

const placeIn = (cells: string[], face: string): Cell => {
  const index = cells.indexOf(face);
  return cellAt(index % 6, Math.floor(index / 6));
};

/* What a tap on a cell means: a step, or one that cannot be made, which shakes the robot. */
function tapped(robot: Element | null | undefined, cells: string[], face: string, props: MicroBoardProps): void {
  const { options, at, onStep, onRefused, onTouch } = props;
  if (options.length === 0) return void (face === at && onTouch?.());
  if (options.includes(face)) return onStep?.(face);
  if (face === at) return;
  const [from, to] = [placeIn(cells, at), placeIn(cells, face)];
  if (robot) shake(robot, from, heading(column(to) - column(from), row(to) - row(from)));
  onRefused?.(face);
}

export function MicroBoard(props: MicroBoardProps) {
  const { position, at, chip, options, route } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { theme, plain, shapes } = useLook();
  const { coordinates } = useSettings();
  const cells = useMemo(() => microMoves(position).cells, [position]);
  const placeOf = (face: string) => placeIn(cells, face);
  const shown = useRef(at);
  const off = coordinates ? 0 : LAYER.coordinates;
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    element.innerHTML = renderPicture({ position, theme, plain, shapes, off, bare: true });
    element.querySelector("svg")?.setAttribute("aria-hidden", "true");
    element.querySelector("svg")?.removeAttribute("role");
    const robot = element.querySelector(".robot");
    if (robot) placeRobot(robot, placeOf(at));
    shown.current = at;
  }, [position, theme, plain, shapes, off]);
  useLayoutEffect(() => {
    const robot = frame.current?.querySelector(".robot");
    if (robot && shown.current !== at) void glide(robot, placeOf(shown.current), placeOf(at));
    shown.current = at;
  }, [at]);
  const drawn = route?.moves.join(" ") ?? "";
  useEffect(() => {
    const svg = frame.current?.querySelector("svg");
    if (svg) drawPath(svg, drawn && route ? { position: route.from, route: drawn, theme } : undefined);
  }, [route?.from, drawn, position, theme, off]);
  useEffect(() => {
    for (const group of frame.current?.querySelectorAll(".face") ?? []) {
      group.classList.toggle("open", options.includes(group.id.slice(5)));
      group.classList.toggle("shut", options.length > 0 && !options.includes(group.id.slice(5)));
    }
  }, [options.join(), position, theme, off]);
  const tap = (event: MouseEvent) => {
    const svg = frame.current?.querySelector("svg");
    const cell = svg && cellOf(fromScreen(svg, event.clientX, event.clientY), 6, 6);
    const face = cell && cells[row(cell) * 6 + column(cell)];
    if (face) tapped(svg?.querySelector(".robot"), cells, face, props);
  };
  // The buttons beside the board do the same for keys and screen readers.
  return (
    <div
      class={`board micro ${chip ? "" : "no-chip"}`}
      ref={frame}
      onClick={tap}
      data-position={position}
      data-at={at}
    />
  );
}
