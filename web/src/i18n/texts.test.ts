import { describe, expect, it } from "vitest";
import { isolateBidi, pluralForm, preferred, t, tc, tn } from "./texts";

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

describe("a number of things", () => {
  it("has the two forms of English without a catalogue", () => {
    expect([0, 1, 2].map((n) => tn("{n} move", "{n} moves", n))).toEqual(["0 moves", "1 move", "2 moves"]);
  });
  it("has as many forms as the language", () => {
    const polish = (n: number) => pluralForm("pl", ["one", "few", "many"], ["ruch", "ruchy", "ruchów"], n);
    expect([1, 2, 5, 22, 100].map(polish)).toEqual(["ruch", "ruchy", "ruchów", "ruchy", "ruchów"]);
    expect(pluralForm("ja", ["other"], ["手"], 1)).toBe("手");
    expect([0, 1, 2].map((n) => pluralForm("pt", ["one", "other"], ["um", "vários"], n))).toEqual([
      "um",
      "um",
      "vários",
    ]);
    expect(pluralForm("es", ["one", "other"], ["uno", "varios"], 1000000)).toBe("varios");
  });
});
