/*
 * What the page says to refusals: the sentence that came with it, or the module's for its code.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { use } from "../carom/module";
import { LOST, NEWER, NO_CODE, UNREACHABLE, refusalWords } from "./refusals";

beforeAll(async () => {
  await use(new WebAssembly.Module(readFileSync(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm")));
});

describe("a refusal", () => {
  it("is said as whoever refused said it", () => {
    expect(refusalWords({ why: "no-table", sentence: "Bots have levels {n}.", args: { n: 3 } })).toBe(
      "Bots have levels 3.",
    );
  });
  it("that the page found by itself has its sentence in the module", () => {
    expect(refusalWords(NO_CODE)).toBe("There is no table with that code.");
    expect(refusalWords(NEWER)).toBe("The server is of another version. Load this page again.");
    const words = [UNREACHABLE, NO_CODE, NEWER, { why: LOST.why ?? "" }].map(refusalWords);
    expect(new Set(words).size).toBe(4);
    for (const one of words) expect(one).not.toBe(refusalWords({ why: "nothing-known" }));
  });
});
