import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { use } from "../carom/module";
import { complete, exchange, place, readable, take, toggle, write } from "./position";

beforeAll(async () => {
  await use(new WebAssembly.Module(readFileSync(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm")));
});

const POSITION = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg";

describe("a position laid by hand", () => {
  it("is written as it was read", () => {
    expect(write(take(POSITION))).toBe(POSITION);
    expect(write(take("G1-Y2-R2-B2"))).toBe("G1-Y2-R2-B2");
    expect(write(take("8x8/Ra1,Gb2/*@c3"))).toBe("8x8/Ra1,Gb2/*@c3");
  });
  it("lets two robots that meet change places", () => {
    expect(place(take(POSITION), "R", "p1")?.robots).toMatchObject({ R: "p1", Y: "o3" });
  });
  it("refuses cells where no robot may stand (R3)", () => {
    expect(place(take(POSITION), "R", "h8")).toBeUndefined();
    expect(place(take("8x8-bRue5/Ra1"), "R", "e5")).toBeUndefined();
  });
  it("takes the target away with its robot", () => {
    expect(toggle(take(POSITION), "B").target).toBe("");
    expect(toggle(take(POSITION), "R").target).toBe("Bg");
  });
  it("lets a new robot join on a free cell", () => {
    const silver = toggle(take(POSITION), "S").robots.S;
    expect(silver).toBeDefined();
    expect(readable(write(toggle(take(POSITION), "S")))).toBeDefined();
  });
  it("never has the same mark twice on a board (R1)", () => {
    expect(exchange(take(POSITION), 0, "Y4").board).toBe("Y4-G1-R2-B2");
    expect(exchange(take(POSITION), 0, "G3").board).toBe("G3-Y2-R2-B2");
  });
  it("is complete with a target and its robot", () => {
    expect(complete(POSITION)).toBe(true);
    expect(complete("G1-Y2-R2-B2/Ro3,Yp1")).toBe(false);
    expect(complete("G1-Y2-R2-B2/Ro3/Bg")).toBe(false);
  });
  it("reads game IDs and refuses nonsense", () => {
    expect(readable("0765+42+2E21BD0F+93")).toMatch(/^[RYGB]\d-/);
    expect(readable("hello")).toBeUndefined();
    expect(readable("black-A0-B0-D0-C0/1P>2W")).toBeUndefined();
  });
});
