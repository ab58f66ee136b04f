/*
 * A board in a photo: from cells to pixels and back, by its four corners.
 */
import type { Corner } from "../wasm/photo";
import { type Cell } from "../wasm/ops";
import { cellAt } from "../board/geometry";

/* A homography as its nine numbers, row by row. */
export type Quad = number[];

/* Takes (0, 0), (16, 0), (16, 16), (0, 16) to the corners nw, ne, se, sw: Heckbert's square to quadrilateral. */
export function quadOf(corners: Corner[]): Quad | undefined {
  const [a, b, c, d] = corners;
  if (!a || !b || !c || !d) return undefined;
  const sx = a[0] - b[0] + c[0] - d[0];
  const sy = a[1] - b[1] + c[1] - d[1];
  const ux = b[0] - c[0];
  const uy = b[1] - c[1];
  const vx = d[0] - c[0];
  const vy = d[1] - c[1];
  const area = ux * vy - vx * uy;
  if (Math.abs(area) < 1e-6) return undefined;
  const g = (sx * vy - vx * sy) / area;
  const h = (ux * sy - sx * uy) / area;
  const square = [
    b[0] - a[0] + g * b[0],
    d[0] - a[0] + h * d[0],
    a[0],
    b[1] - a[1] + g * b[1],
    d[1] - a[1] + h * d[1],
    a[1],
    g,
    h,
    1,
  ];
  return square.map((one, i) => (i % 3 === 2 ? one : one / 16));
}

export function toPhoto(quad: Quad, x: number, y: number): Corner {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = quad;
  const w = g * x + h * y + i;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

/* The cell under a pixel, by the inverse. */
export function cellUnder(quad: Quad, px: number, py: number): Cell | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = quad;
  const x = (e * i - f * h) * px + (c * h - b * i) * py + (b * f - c * e);
  const y = (f * g - d * i) * px + (a * i - c * g) * py + (c * d - a * f);
  const w = (d * h - e * g) * px + (b * g - a * h) * py + (a * e - b * d);
  const column = Math.floor(x / w);
  const row = Math.floor(y / w);
  return column >= 0 && row >= 0 && column < 16 && row < 16 ? cellAt(column, row) : undefined;
}
