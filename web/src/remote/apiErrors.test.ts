/*
 * What the page says to refusals: the sentence that came with it, or the module's for its code.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { initModule } from "../wasm/module";
import { LOST, NEWER, NO_CODE, UNREACHABLE, refusalText } from "./apiErrors";

beforeAll(async () => {
  await initModule(new WebAssembly.Module(readFileSync(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm")));
});

describe("a refusal", () => {
  it("is said as whoever refused said it", () => {
    expect(refusalText({ why: "no-table", sentence: "Bots have levels {n}.", args: { n: 3 } })).toBe(
      "Bots have levels 3.",
    );
  });
  it("that the page found by itself has its sentence in the module", () => {
    expect(refusalText(NO_CODE)).toBe("There is no table with that code.");
    expect(refusalText(NEWER)).toBe("The server runs a different version. Please reload this page.");
    const words = [UNREACHABLE, NO_CODE, NEWER, { why: LOST.why ?? "" }].map(refusalText);
    expect(new Set(words).size).toBe(4);
    for (const one of words) expect(one).not.toBe(refusalText({ why: "nothing-known" }));
  });
});
