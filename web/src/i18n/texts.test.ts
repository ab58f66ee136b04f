import { describe, expect, it } from "vitest";
import { isolateBidi, preferred, t, tc } from "./texts";

describe("the language", () => {
  it("is the first one the browser asks for that we speak", () => {
    expect(preferred(["fr-FR", "de-AT", "en"])).toBe("de");
    expect(preferred(["pt-BR"])).toBe("pt");
    expect(preferred(["CA"])).toBe("ca");
  });
  it("is English for everybody else", () => {
    expect(preferred(["fr", "ja"])).toBe("en");
    expect(preferred([])).toBe("en");
  });
});

describe("names that run from right to left", () => {
  it("do not change the direction of what follows", () => {
    expect(t("{name} bids {n}.", { name: "\u05d0\u05d1", n: 5 })).toBe("\u2068\u05d0\u05d1\u2069 bids 5.");
    expect(isolateBidi("Ada")).toBe("Ada");
  });
});

describe("a word that is two texts", () => {
  it("is itself in English, whatever it speaks of", () => {
    expect(tc("head start", "none")).toBe("none");
  });
});
