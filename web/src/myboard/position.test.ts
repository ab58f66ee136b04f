import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { initModule } from "../wasm/module";
import {
  hasTarget,
  replaceSection,
  moveRobot,
  positionError,
  parsePosition,
  toggleRobot,
  formatPosition,
} from "./position";

beforeAll(async () => {
  await initModule(new WebAssembly.Module(readFileSync(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm")));
});

const POSITION = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg";

describe("a position laid by hand", () => {
  it("is written as it was read", () => {
    expect(formatPosition(parsePosition(POSITION))).toBe(POSITION);
    expect(formatPosition(parsePosition("G1-Y2-R2-B2"))).toBe("G1-Y2-R2-B2");
    expect(formatPosition(parsePosition("8x8/Ra1,Gb2/*@c3"))).toBe("8x8/Ra1,Gb2/*@c3");
  });
  it("lets two robots that meet change places", () => {
    expect(moveRobot(parsePosition(POSITION), "R", "p1")?.robots).toMatchObject({ R: "p1", Y: "o3" });
  });
  it("refuses cells where no robot may stand (R3)", () => {
    expect(moveRobot(parsePosition(POSITION), "R", "h8")).toBeUndefined();
    expect(moveRobot(parsePosition("8x8-bRue5/Ra1"), "R", "e5")).toBeUndefined();
  });
  it("takes the target away with its robot", () => {
    expect(toggleRobot(parsePosition(POSITION), "B").target).toBe("");
    expect(toggleRobot(parsePosition(POSITION), "R").target).toBe("Bg");
  });
  it("lets a new robot join on a free cell", () => {
    const silver = toggleRobot(parsePosition(POSITION), "S").robots.S;
    expect(silver).toBeDefined();
    expect(positionError(formatPosition(toggleRobot(parsePosition(POSITION), "S")))).toBeDefined();
  });
  it("never has the same mark twice on a board (R1)", () => {
    expect(replaceSection(parsePosition(POSITION), 0, "Y4").board).toBe("Y4-G1-R2-B2");
    expect(replaceSection(parsePosition(POSITION), 0, "G3").board).toBe("G3-Y2-R2-B2");
  });
  it("is complete with a target and its robot", () => {
    expect(hasTarget(POSITION)).toBe(true);
    expect(hasTarget("G1-Y2-R2-B2/Ro3,Yp1")).toBe(false);
    expect(hasTarget("G1-Y2-R2-B2/Ro3/Bg")).toBe(false);
  });
  it("reads game IDs and refuses nonsense", () => {
    expect(positionError("0765+42+2E21BD0F+93")).toMatch(/^[RYGB]\d-/);
    expect(positionError("hello")).toBeUndefined();
    expect(positionError("black-A0-B0-D0-C0/1P>2W")).toBeUndefined();
  });
});
