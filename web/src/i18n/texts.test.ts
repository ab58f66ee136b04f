import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { directionOf } from "./direction";
import {
  type Catalogue,
  listLanguages,
  files,
  isolateBidi,
  listText,
  pluralForm,
  preferred,
  setLanguage,
  setLanguageFrom,
  t,
  tc,
  tn,
} from "./texts";

describe("the language", () => {
  it("is the first one the browser asks for that we speak", () => {
    expect(preferred(["ja-JP", "de-AT", "en"])).toBe("de");
    expect(preferred(["pt-BR"])).toBe("pt");
    expect(preferred(["CA"])).toBe("ca");
  });
  it("is English for everybody else", () => {
    expect(preferred(["tlh", "ja"])).toBe("en");
    expect(preferred(["", "*", "not a tag"])).toBe("en");
    expect(preferred([])).toBe("en");
  });
  it("is found by its whole tag, and by what a tag leaves unsaid", () => {
    const spoken = ["en", "pt-BR", "pt-PT", "zh-CN", "zh-TW", "fil"];
    const found = (...tags: string[]) => preferred(tags, spoken);
    expect(["pt-PT", "pt-BR", "pt", "pt-AO"].map((tag) => found(tag))).toEqual(["pt-PT", "pt-BR", "pt-BR", "pt-BR"]);
    expect(["zh-Hant", "zh-HK", "zh", "zh-SG"].map((tag) => found(tag))).toEqual(["zh-TW", "zh-TW", "zh-CN", "zh-CN"]);
    expect([found("fi", "fil"), found("fil-PH"), found("pt_PT")]).toEqual(["fil", "fil", "pt-PT"]);
  });
  it("is called as it calls itself", () => {
    expect(listLanguages()).toContainEqual(["de", "Deutsch"]);
    expect(listLanguages()).toContainEqual(["es", "Español"]);
    expect(listLanguages()).toContainEqual(["en", "English"]);
  });
});

describe("the direction", () => {
  it("is that of the script", () => {
    expect(["ar", "he", "fa-IR", "ur", "dv"].map(directionOf)).toEqual(Array(5).fill("rtl"));
    expect(["en", "de", "zh-TW", "az", "pa"].map(directionOf)).toEqual(Array(5).fill("ltr"));
    expect([directionOf("az-Arab"), directionOf("pa-PK")]).toEqual(["rtl", "rtl"]);
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
    const polish = (n: number) => pluralForm("pl", ["ruch", "ruchy", "ruchów"], n);
    expect([1, 2, 5, 22, 100].map(polish)).toEqual(["ruch", "ruchy", "ruchów", "ruchy", "ruchów"]);
    expect(pluralForm("ja", ["手"], 1)).toBe("手");
    expect([0, 1, 2].map((n) => pluralForm("pt", ["um", "vários"], n))).toEqual(["um", "um", "vários"]);
    expect(pluralForm("es", ["uno", "varios"], 1000000)).toBe("varios");
  });
});

describe("a language that nobody speaks (tools/texts.py pseudo)", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "carom-texts-"));
    execFileSync("python3", ["../tools/texts.py", "pseudo", folder]);
    for (const name of readdirSync(folder).filter((one) => one.endsWith(".json")))
      files.set(name.replace(/\.json$/, ""), async () => ({
        default: JSON.parse(readFileSync(join(folder, name), "utf8")) as Catalogue,
      }));
    vi.stubGlobal("document", { documentElement: {}, querySelector: () => null });
  }, 120_000);
  afterAll(async () => {
    await setLanguage("en");
    vi.unstubAllGlobals();
    rmSync(folder, { recursive: true });
  });
  it("has three plural forms, blanks, contexts and layers that are fetched later", async () => {
    await setLanguage("pl-XA");
    expect(document.documentElement).toEqual({ lang: "pl-XA", dir: "ltr" });
    expect(t("Rules")).toBe("Ｒulesñ");
    expect(tn("{n} round", "{n} rounds", 2)).toBe("2 rounds"); // of a layer that is not there yet
    await setLanguageFrom("game", "modes", "table", "solo");
    expect([1, 2, 5, 12, 22].map((n) => tn("{n} move", "{n} moves", n)[0])).toEqual([..."¹²³³²"]);
    expect(tc("player", "Remove {name}", { name: "Eva" })).toBe("Ｒemoveññ Eva");
    expect(t("{name} bids {n}.", { name: "Eva", n: 7 })).toMatch(/^Eva ｂidsñ 7\.$/);
  });
  it("is written from right to left if its script is", async () => {
    await setLanguage("he-XB");
    expect(document.documentElement).toEqual({ lang: "he-XB", dir: "rtl" });
    expect([1, 2, 5, 22].map((n) => tn("{n} move", "{n} moves", n)[0])).toEqual([..."¹²³³"]);
  });
  it("joins lists as the language does, and isolates what runs the other way", async () => {
    await setLanguage("de");
    expect(listText(["Ana", "Ben", "Eva"])).toBe("Ana, Ben und Eva");
    expect(listText(["3 Felder", "f4"], "unit")).toBe("3 Felder, f4");
    await setLanguage("en");
    expect(listText(["Ana", "\u05d0\u05d1"])).toBe("Ana and \u2068\u05d0\u05d1\u2069");
  });
});

describe("the catalogues", () => {
  const po = "../po/";
  const languages = readFileSync(`${po}LINGUAS`, "utf8")
    .split("\n")
    .filter((line) => /^\w/.test(line));
  it("are those of po/LINGUAS", () => {
    const tags = languages.map((language) => language.replaceAll("_", "-"));
    expect(
      listLanguages()
        .map(([tag]) => tag)
        .sort(),
    ).toEqual(["en", ...tags].sort());
  });
  it.each(languages)("choose a plural form in the program (%s) as on the page", (language) => {
    const [, count, rule] =
      /Plural-Forms: nplurals=(\d+); plural=(.*);\\n/.exec(readFileSync(`${po}${language}.po`, "utf8")) ?? [];
    const form = new Function("n", `return Number(${rule})`) as (n: number) => number; // gettext's rules are written as in C
    const forms = Array.from({ length: Number(count) }, (_, i) => String(i));
    for (let n = 0; n <= 1000; n++)
      expect(pluralForm(language.replaceAll("_", "-"), forms, n), `${n}`).toBe(String(form(n)));
  });
});
