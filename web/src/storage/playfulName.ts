/*
 * A name for somebody who has not chosen one: two words that mean the same in every language, so that nobody sits down as "Player".
 */
const FIRST = [
  "Turbo",
  "Pixel",
  "Zigzag",
  "Domino",
  "Super",
  "Nova",
  "Bingo",
  "Tango",
  "Piccolo",
  "Mambo",
  "Mega",
  "Pogo",
];
const SECOND = [
  "Kiwi",
  "Yeti",
  "Ninja",
  "Robo",
  "Dynamo",
  "Saturn",
  "Panda",
  "Koala",
  "Zebra",
  "Vector",
  "Quasar",
  "Radar",
];

const one = (words: string[]): string => words[Math.floor(Math.random() * words.length)] ?? "";
let made: string | undefined;

/* The same as long as the page is there. */
export const playfulName = (): string => (made ??= `${one(FIRST)} ${one(SECOND)}`);
