import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { initModule } from "../wasm/module";
import { eventText } from "./eventText";

beforeAll(async () => {
  await initModule(new WebAssembly.Module(readFileSync(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm")));
});

it("fills names into the referee's sentences", () => {
  const drawn = {
    say: "New target: {target} on {cell}. Left in the pile: {left}.",
    args: { target: "Rm", cell: "e5", left: 16 },
  };
  expect(eventText(drawn, { micro: false })).toBe("New target: red moon on e5. Left in the pile: 16.");
  const moved = { say: "{count}: {move} to {cell}.", args: { count: 2, move: "GE", cell: "f4" } };
  expect(eventText(moved, { micro: false })).toBe("2: green east to f4.");
});
it("names the cells of Micro Robots by what they show", () => {
  const rolled = { say: "From {start} via {via} to {target}.", args: { start: "1P", via: "6W", target: "2R" } };
  expect(eventText(rolled, { micro: true })).toBe("From 1 pink via 6 white to 2 red.");
  expect(eventText({ say: "{count}: to {cell}.", args: { count: 1, cell: "6P" } }, { micro: true })).toBe(
    "1: to 6 pink.",
  );
});
