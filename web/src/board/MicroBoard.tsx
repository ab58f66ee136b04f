/*
 * The board of Micro Robots: 36 cells, one robot that jumps from cell to cell.
 */
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { LAYER, picture, steps } from "../carom/ask";
import { useSettings, useTheme } from "../device/settings";
import type { Drawn } from "./Board";
import { glide, put } from "./animate";
import { cellAt, cellOf, fromScreen } from "./geometry";
import { drawTrail } from "./layers";

interface MicroBoardProps {
  position: string; // as the round began
  at: string; // the cell (what it shows) the robot stands on
  chip: boolean; // M11: mark the target on the board
  options: string[]; // cells that can be stepped on
  route?: Drawn | undefined; // cells, from where the round began
  onStep?: (face: string) => void;
}

export function MicroBoard({ position, at, chip, options, route, onStep }: MicroBoardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const { coordinates } = useSettings();
  const cells = useMemo(() => steps(position).cells, [position]);
  const placeOf = (face: string) => {
    const index = cells.indexOf(face);
    return cellAt(index % 6, Math.floor(index / 6));
  };
  const shown = useRef(at);
  const latest = useRef({ options, onStep, cells });
  latest.current = { options, onStep, cells };
  const off = coordinates ? 0 : LAYER.coordinates;
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    element.innerHTML = picture({ position, theme, off, bare: true });
    element.querySelector("svg")?.setAttribute("aria-hidden", "true");
    element.querySelector("svg")?.removeAttribute("role");
    const robot = element.querySelector(".robot");
    if (robot) put(robot, placeOf(at));
    shown.current = at;
  }, [position, theme, off]);
  useLayoutEffect(() => {
    const robot = frame.current?.querySelector(".robot");
    if (robot && shown.current !== at) void glide(robot, placeOf(shown.current), placeOf(at));
    shown.current = at;
  }, [at]);
  const drawn = route?.moves.join(" ") ?? "";
  useEffect(() => {
    const svg = frame.current?.querySelector("svg");
    if (svg) drawTrail(svg, drawn && route ? { position: route.from, route: drawn, theme } : undefined);
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
    const face = cell && latest.current.cells[(Number(cell.slice(1)) - 1) * 6 + cell.charCodeAt(0) - 97];
    if (face && latest.current.options.includes(face)) latest.current.onStep?.(face);
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
