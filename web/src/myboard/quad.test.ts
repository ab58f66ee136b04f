import { expect, test } from "vitest";
import type { Corner } from "../wasm/photo";
import { cellUnder, quadOf, toPhoto } from "./quad";

const CORNERS: Corner[] = [
  [369, 123],
  [1596, 109],
  [1884, 1411],
  [78, 1423],
];

test("the board's corners are the photo's", () => {
  const quad = quadOf(CORNERS) ?? [];
  const square: Corner[] = [
    [0, 0],
    [16, 0],
    [16, 16],
    [0, 16],
  ];
  square.forEach(([x, y], i) => {
    const at = toPhoto(quad, x, y);
    expect(at[0]).toBeCloseTo(CORNERS[i]?.[0] ?? -1, 6);
    expect(at[1]).toBeCloseTo(CORNERS[i]?.[1] ?? -1, 6);
  });
});

test("a pixel in a cell is that cell, and one beside the board none", () => {
  const quad = quadOf(CORNERS) ?? [];
  for (const [column, row, cell] of [
    [0, 0, "a1"],
    [15, 0, "p1"],
    [6, 13, "g14"],
    [15, 15, "p16"],
  ] as const) {
    const [x, y] = toPhoto(quad, column + 0.5, row + 0.5);
    expect(cellUnder(quad, x, y)).toBe(cell);
  }
  expect(cellUnder(quad, 10, 10)).toBeUndefined();
});

test("corners on one line are no board", () => {
  expect(
    quadOf([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ]),
  ).toBeUndefined();
});
