import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { callOp, readPosition as describePosition } from "../wasm/ops";
import { initModule } from "../wasm/module";
import type { Solution } from "../wasm/solver";
import { BASICS, LESSONS } from "./lessons";
import { lessonText } from "./lessonTexts";

beforeAll(async () => {
  await initModule(new WebAssembly.Module(readFileSync(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm")));
});

const solved = (position: string, options: object = {}): Solution =>
  callOp("solve", { position, all: true, ...options });
const taskOf = (id: string, n = 0): string => LESSONS.find((one) => one.id === id)?.tasks[n]?.position ?? "";
const usesIn = (position: string): string[] => {
  const routes = solved(position).routes ?? [];
  return routes.map((route) => [...new Set(route.map((move) => move[0]))].sort().join(""));
};

describe("lessons", () => {
  it("are solved in as many moves as they say, never more than three, and have a sentence for each board", () => {
    for (const { id, tasks } of LESSONS) {
      expect(lessonText(id).sentences, id).toHaveLength(tasks.length);
      for (const { position, moves } of tasks) {
        expect(solved(position), position).toMatchObject({ moves, proven: true });
        expect(moves).toBeLessThanOrEqual(3);
        if (id !== "micro") expect(describePosition(position, true).position).toBe(position);
      }
    }
    expect(LESSONS[BASICS - 1]?.kind).toBe("bid");
  });
  it("walls: without the wall nobody stops there", () => {
    expect(solved(taskOf("wall").replace("-wI", "")).unsolvable).toBe(true);
    expect(solved(taskOf("bid").replace("-wI", "")).unsolvable).toBe(true);
  });
  it("other robots: without them it cannot be done, and on the second board both move", () => {
    for (const n of [0, 1]) expect(solved(taskOf("blocker", n).replace(/,B../, "")).unsolvable).toBe(true);
    expect(new Set(usesIn(taskOf("blocker", 1)))).toEqual(new Set(["BR"]));
    expect(solved(taskOf("silver").replace(/,S../, "")).unsolvable).toBe(true);
    expect(new Set(usesIn(taskOf("silver")))).toEqual(new Set(["RS"]));
  });
  it("ricochet: one move would be enough without the rule (R7)", () => {
    expect(solved(taskOf("ricochet"), { no_ricochet: true }).moves).toBe(1);
  });
  it("barriers: nothing without them, and the second only for a robot of their colour", () => {
    expect(solved(taskOf("barrier").replace("-bBdc3", "")).unsolvable).toBe(true);
    expect(solved(taskOf("barrier", 1).replace("-bBd", "-bRd")).moves).not.toBe(2);
  });
  it("transparent: no other robot gets there (T2)", () => {
    expect(solved(taskOf("transparent").replace("Ta1", "Ra1")).unsolvable).toBe(true);
  });
});
