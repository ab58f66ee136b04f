import { expect, test } from "vitest";
import { partsOf } from "./Named";

test("long names are found again in a sentence, short ones stay as they are", () => {
  const long = "Wilhelmina (the third) of Nowhere";
  expect(partsOf(`${long} shows 7, before Ana.`, ["Ana", long])).toEqual(["", long, " shows 7, before Ana."]);
  expect(partsOf("Ana shows 7.", ["Ana"])).toEqual(["Ana shows 7."]);
  expect(partsOf("Nobody has won.", [long])).toEqual(["Nobody has won."]);
});

test("of two names that begin alike the longer one is found, and signs mean nothing", () => {
  const [one, more] = ["a.a.a.a.a.a.a", "a.a.a.a.a.a.a+b"];
  expect(partsOf(`${more}, ${one}`, [one, more])).toEqual(["", more, ", ", one, ""]);
  expect(partsOf("aaaaaaaaaaaaaa", [one])).toEqual(["aaaaaaaaaaaaaa"]);
});
