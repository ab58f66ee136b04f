import { expect, test } from "vitest";
import { splitNames } from "./PlayerName";

test("long names are found again in a sentence, short ones stay as they are", () => {
  const long = "Wilhelmina (the third) of Nowhere";
  expect(splitNames(`${long} shows 7, before Ana.`, ["Ana", long])).toEqual(["", long, " shows 7, before Ana."]);
  expect(splitNames("Ana shows 7.", ["Ana"])).toEqual(["Ana shows 7."]);
  expect(splitNames("Nobody wins.", [long])).toEqual(["Nobody wins."]);
});

test("of two names that begin alike the longer one is found, and signs mean nothing", () => {
  const [one, more] = ["a.a.a.a.a.a.a", "a.a.a.a.a.a.a+b"];
  expect(splitNames(`${more}, ${one}`, [one, more])).toEqual(["", more, ", ", one, ""]);
  expect(splitNames("aaaaaaaaaaaaaa", [one])).toEqual(["aaaaaaaaaaaaaa"]);
});
