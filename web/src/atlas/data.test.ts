import { describe, expect, it } from "vitest";
import { type TargetResult, meanHeat, turned } from "./data";

describe("boards of the atlas", () => {
  it("are found however they lie", () => {
    for (const board of ["Y2-R2-B2-G1", "g1-y2-r2-b2", "R2-B2-G1-Y2"]) expect(turned(board)).toBe("R2-B2-G1-Y2");
    expect(turned("nothing")).toBe("NOTHING");
  });
  it("have the mean of the maps that there are", () => {
    const result: TargetResult = { target: "Rm", max: 3, mean: 2, histogram: [], hardest: [] };
    expect(meanHeat([result])).toBeUndefined();
    expect(meanHeat([{ ...result, heat: [0, 20, 31] }, result, { ...result, heat: [0, 40, 50] }])).toEqual([0, 30, 41]);
  });
});
