import { expect, test } from "vitest";
import { groupByIdea } from "./ideas";

const routes = (...all: string[]) => all.map((words) => ({ moves: words.split(" ") }));

test("the same moves of each robot in another order are one idea", () => {
  const ideas = groupByIdea(routes("RN GE RS", "GE RN RS", "RN RS GE", "RS GE RN"));
  expect(ideas.map(({ first, others }) => [first.moves.join(" "), others.length])).toEqual([
    ["RN GE RS", 2],
    ["RS GE RN", 0], // red goes another way
  ]);
});

test("another number of moves is another idea", () => {
  expect(groupByIdea(routes("RN RS", "RN RS RN", "BN RS")).length).toBe(3);
});
