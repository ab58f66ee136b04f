import { describe, expect, it } from "vitest";
import { cellAt, cellOf, centre, column, heading, row } from "./geometry";

describe("cells and points", () => {
  it("agree for every cell", () => {
    for (let c = 0; c < 16; c++) {
      for (let r = 0; r < 16; r++) {
        const cell = cellAt(c, r);
        expect([column(cell), row(cell)]).toEqual([c, r]);
        expect(cellOf(centre(cell), 16, 16)).toBe(cell);
      }
    }
  });
  it("know the corners by name", () => {
    expect(cellAt(0, 0)).toBe("a1");
    expect(cellAt(15, 15)).toBe("p16");
  });
  it("leave the rim alone", () => {
    expect(cellOf({ x: -1, y: 500 }, 16, 16)).toBeUndefined();
    expect(cellOf({ x: 8500, y: 500 }, 8, 8)).toBeUndefined();
  });
});

describe("a swipe", () => {
  it("goes where it mostly goes", () => {
    expect(heading(30, 10)).toBe("E");
    expect(heading(-30, 10)).toBe("W");
    expect(heading(5, -30)).toBe("N");
    expect(heading(5, 30)).toBe("S");
  });
});
