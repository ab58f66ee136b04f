import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeAtlasPages } from "./atlas-pages";
import type { Summary, TargetResult } from "./src/atlas/data";

describe("what the build makes of the results", () => {
  const data = mkdtempSync(join(tmpdir(), "atlas-"));
  const HEAD = "board,target,ricochet,placements,unsolvable,max,mean,sum,histogram,hardest,seconds\n";
  const ROWS =
    'R1-Y1-G1-B1,Rm,1,6,0,3,2.5,15,0 0 3 3,"Ra1,Yb1,Gc1,Bd1 Ra2,Yb1,Gc1,Bd1",1.00\n' +
    'R1-Y1-G1-B1,V,1,4,1,2,2,6,0 0 3,"Ra3,Yb1,Gc1,Bd1",1.00\n';
  writeFileSync(join(data, "atlas-1999.csv"), HEAD + ROWS);
  writeFileSync(join(data, "atlas-2013-sample.csv"), HEAD);
  const later = Array.from({ length: 17 }, (_, i) => `R3-Y1-G1-B1,T${i},1,4,0,${i},2,6,0 0 3,"Ra3,Yb1,Gc1,Bd1",1.00\n`);
  writeFileSync(join(data, "atlas-2013.csv"), `${HEAD}${later.join("")}R3-Y1-G1-B2,Rm,1,4,0,99,2,6,0 0 3,"Ra3",1.00\n`);
  writeFileSync(join(data, "atlas-2013-cells.csv"), "board,target,ricochet,cells\n");
  writeFileSync(join(data, "atlas-1999-cells.csv"), "board,target,ricochet,cells\nR1-Y1-G1-B1,Rm,1,0 25 31\n");
  makeAtlasPages(data, data);
  const read = (name: string) => JSON.parse(readFileSync(join(data, name), "utf8"));

  it("adds up", () => {
    const summary = read("atlas.json") as Summary;
    expect(summary).toMatchObject({ placements: 10, unsolvable: 1, max: 3, long: 0, moves: [0, 0, 6, 3], sample: [] });
    expect(summary.boards).toEqual([
      ["R1-Y1-G1-B1", 3],
      ["R3-Y1-G1-B1", 16],
    ]);
    expect(summary.later).toMatchObject({ boards: 1, max: 16 }); // the other board is not complete
    expect(summary.later.records.map((one) => one.max)).toEqual([16, 15, 14, 13]);
    expect(summary.records[0]).toMatchObject({ target: "Rm", max: 3, count: 3 });
  });
  it("has a file for each board, with what commas in quotes hold", () => {
    expect(readdirSync(data).filter((name) => name.endsWith(".json"))).toEqual([
      "atlas-R1-Y1-G1-B1.json",
      "atlas-R3-Y1-G1-B1.json",
      "atlas.json",
    ]);
    const [first, second] = read("atlas-R1-Y1-G1-B1.json") as TargetResult[];
    expect(first).toMatchObject({ heat: [0, 25, 31], hardest: ["Ra1,Yb1,Gc1,Bd1", "Ra2,Yb1,Gc1,Bd1"] });
    expect(second?.heat).toBeUndefined();
  });
});
