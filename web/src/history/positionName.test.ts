/*
 * Names of positions: the golden table was worked out by another program from the description in positionName.ts (FNV-1a, MurmurHash3's
 * last step, the two lists), so that no device ever calls a position by another name.
 */
import { expect, test } from "vitest";
import { NAME_WORDS, positionName } from "./positionName";

const GOLDEN: [string, string, number][] = [
  ["Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp", "Aqua Koto", 315],
  ["Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bm", "Jumbo Mango", 255],
  ["Y2-G4-R1-B4", "Mega Cello", 60],
  ["G1-Y2-R2-B2/Rc8,Yp1,Gb3,Bn12/Rm", "Delta Tapir", 345],
  ["copper-A1-C2-D0-B3/3W>5B", "Sonar Moai", 150],
  ["8x8/Rb2,Gg7/R@e5", "Pico Yeti", 315],
];

test("names and colours are those of the golden table", () => {
  for (const [position, name, hue] of GOLDEN) expect(positionName(position), position).toEqual({ name, hue });
});

test("both lists have 100 different words that every alphabet of the page writes alike", () => {
  for (const words of Object.values(NAME_WORDS)) {
    expect(new Set(words).size).toBe(100);
    for (const word of words) expect(word).toMatch(/^[A-Z][a-z]{2,8}$/);
  }
});

test("all words and colours come up, and neighbours differ", () => {
  const names = Array.from({ length: 20_000 }, (_, i) => positionName(`G1-Y2-R2-B2/Ra${i}/Rm`));
  expect(new Set(names.map(({ name }) => name.split(" ")[0])).size).toBe(100);
  expect(new Set(names.map(({ name }) => name.split(" ")[1])).size).toBe(100);
  expect([...new Set(names.map(({ hue }) => hue))].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 24 }, (_, i) => 15 * i),
  );
  const same = names.filter((one, i) => one.name === names[i + 1]?.name).length;
  expect(same).toBeLessThan(12); // 2 of 20,000 by chance
});
