import { expect, test } from "vitest";
import { nothing, withResult } from "../device/record";
import { difficultyFor, farFrom, wantedFor } from "./fit";

test("whoever is new begins with two or three moves", () => {
  const wanted = wantedFor("fit", nothing().rating);
  expect(farFrom({ moves: 2, difficulty: 8 }, wanted)).toBe(0);
  expect(farFrom({ moves: 3, difficulty: 14 }, wanted)).toBe(0);
  expect(farFrom({ moves: 1, difficulty: 4 }, wanted)).toBeGreaterThan(0);
  expect(farFrom({ moves: 5, difficulty: 20 }, wanted)).toBeGreaterThan(0);
  expect(farFrom({ moves: null }, wanted)).toBeGreaterThan(100);
});

test("it climbs with what is solved, and comes down with what is given up", () => {
  let all = nothing();
  const seen = [difficultyFor(all.rating)];
  for (let i = 0; i < 30; i++) {
    const difficulty = difficultyFor(all.rating);
    all = withResult(all, { mode: "practice", moves: 6, best: 6, difficulty }, "2026-11-16");
    seen.push(difficultyFor(all.rating));
  }
  expect(seen.at(-1)).toBeGreaterThan((seen[0] ?? 0) + 20);
  expect([...seen].sort((a, b) => a - b)).toEqual(seen);
  const high = difficultyFor(all.rating);
  for (let i = 0; i < 5; i++)
    all = withResult(all, { mode: "practice", moves: null, best: 6, difficulty: high }, "2026-11-16");
  expect(difficultyFor(all.rating)).toBeLessThan(high);
});

test("a chosen word wants what docs/difficulty.md says", () => {
  expect(farFrom({ moves: 7, difficulty: 30 }, wantedFor("medium", nothing().rating))).toBe(0);
  expect(farFrom({ moves: 7, difficulty: 50 }, wantedFor("medium", nothing().rating))).toBe(3);
});
