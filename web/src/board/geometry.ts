/*
 * Where cells are in the picture's units: a thousand for a cell, 0,0 the corner of a1 (include/carom/render.h).
 */
import type { Cell, Direction } from "../wasm/ops";

export const UNIT = 1000;
export interface Point {
  x: number;
  y: number;
}

export const column = (cell: Cell): number => cell.charCodeAt(0) - 97;
export const row = (cell: Cell): number => Number(cell.slice(1)) - 1;
export const centre = (cell: Cell): Point => ({ x: column(cell) * UNIT + UNIT / 2, y: row(cell) * UNIT + UNIT / 2 });
export const cellAt = (columns: number, rows: number): Cell => String.fromCharCode(97 + columns) + (rows + 1);
export const distance = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

/* The main direction of a stroke of the finger. */
export function heading(dx: number, dy: number): Direction {
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "E" : "W";
  return dy > 0 ? "S" : "N";
}

/* A point of the screen in the picture's units. */
export function fromScreen(svg: SVGSVGElement, x: number, y: number): Point {
  const matrix = svg.getScreenCTM();
  if (!matrix) return { x: -1, y: -1 };
  const at = new DOMPoint(x, y).matrixTransform(matrix.inverse());
  return { x: at.x, y: at.y };
}

export function cellOf(at: Point, width: number, height: number): Cell | undefined {
  const c = Math.floor(at.x / UNIT);
  const r = Math.floor(at.y / UNIT);
  return c >= 0 && r >= 0 && c < width && r < height ? cellAt(c, r) : undefined;
}
