import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { initModule } from "../wasm/module";
import { hintsOf } from "./Hints";

beforeAll(async () => {
  await initModule(new WebAssembly.Module(readFileSync(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm")));
});

const solution = { position: "", moves: 2, route: ["RN", "GE"], proven: true, count: 3, routes: [["RN", "GE"]] };

describe("hints", () => {
  it("say a little more each time, and the whole way last", () => {
    const lines = hintsOf({ solution });
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain("2 moves");
    expect(lines[0]).toContain("3 shortest routes");
    expect(lines[0]).not.toMatch(/red|green/);
    expect(lines[1]).toContain("red and green");
    expect(lines[3]).toContain("green east");
  });
  it("say honestly when there is no way, or none known yet", () => {
    expect(hintsOf({ solution: { position: "", moves: null, unsolvable: true, proven: true } })[0]).toContain(
      "can't be reached",
    );
    expect(hintsOf({ solution: { position: "", moves: null, proven: false, at_least: 9 } })[0]).toContain("at least 9");
    expect(hintsOf({})).toEqual([]);
  });
});
