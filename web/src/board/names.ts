/*
 * The names of robots, directions, tokens and cells.
 */
import type { Grade } from "../wasm/ops";
import { ruleChoices } from "../wasm/referee";
import type { Kind } from "../storage/stats";
import { t, tc, tn } from "../i18n/texts";

const wordsOf = (robot: string) =>
  ruleChoices().robots.find((one) => one.robot === robot) ?? ruleChoices().robots.at(-1);

/* "red"; "any robot" for the vortex. What the C code calls a robot is also how it is asked for: the words for people stand here. */
const robots: Record<string, () => string> = {
  R: () => t("red"),
  Y: () => t("yellow"),
  G: () => t("green"),
  B: () => t("blue"),
  S: () => t("silver"),
  T: () => t("transparent"),
};
export const robotName = (robot: string): string => robots[robot]?.() ?? t(wordsOf(robot)?.name ?? robot);
/* "the red robot" */
export const robotLong = (robot: string): string => t(wordsOf(robot)?.title ?? robot);

export function directionName(direction: string): string {
  switch (direction) {
    case "N":
      return t("north");
    case "E":
      return t("east");
    case "S":
      return t("south");
    default:
      return t("west");
  }
}

/* "red east" */
export const moveName = (move: string): string =>
  t("{robot} {direction}", { robot: robotName(move[0] ?? ""), direction: directionName(move[1] ?? "") });

/* Colour and symbol stand in one text, because their order and gender differ from language to language. */
const tokens: Record<string, () => string> = {
  Rm: () => t("red moon"),
  Rg: () => t("red gear"),
  Rp: () => t("red planet"),
  Rs: () => t("red star"),
  Ym: () => t("yellow moon"),
  Yg: () => t("yellow gear"),
  Yp: () => t("yellow planet"),
  Ys: () => t("yellow star"),
  Gm: () => t("green moon"),
  Gg: () => t("green gear"),
  Gp: () => t("green planet"),
  Gs: () => t("green star"),
  Bm: () => t("blue moon"),
  Bg: () => t("blue gear"),
  Bp: () => t("blue planet"),
  Bs: () => t("blue star"),
  V: () => t("multicolour vortex"),
};
export const TOKENS = Object.keys(tokens);
export const tokenName = (token: string): string => tokens[token]?.() ?? token;

/* The task, as a whole sentence for every token: cases, genders and articles differ from language to language. */
const tokenTasks: Record<string, (cell: string) => string> = {
  Rm: (cell) => t("Move the red robot to the red moon ({cell}).", { cell }),
  Rg: (cell) => t("Move the red robot to the red gear ({cell}).", { cell }),
  Rp: (cell) => t("Move the red robot to the red planet ({cell}).", { cell }),
  Rs: (cell) => t("Move the red robot to the red star ({cell}).", { cell }),
  Ym: (cell) => t("Move the yellow robot to the yellow moon ({cell}).", { cell }),
  Yg: (cell) => t("Move the yellow robot to the yellow gear ({cell}).", { cell }),
  Yp: (cell) => t("Move the yellow robot to the yellow planet ({cell}).", { cell }),
  Ys: (cell) => t("Move the yellow robot to the yellow star ({cell}).", { cell }),
  Gm: (cell) => t("Move the green robot to the green moon ({cell}).", { cell }),
  Gg: (cell) => t("Move the green robot to the green gear ({cell}).", { cell }),
  Gp: (cell) => t("Move the green robot to the green planet ({cell}).", { cell }),
  Gs: (cell) => t("Move the green robot to the green star ({cell}).", { cell }),
  Bm: (cell) => t("Move the blue robot to the blue moon ({cell}).", { cell }),
  Bg: (cell) => t("Move the blue robot to the blue gear ({cell}).", { cell }),
  Bp: (cell) => t("Move the blue robot to the blue planet ({cell}).", { cell }),
  Bs: (cell) => t("Move the blue robot to the blue star ({cell}).", { cell }),
  V: (cell) => t("Move any robot to the vortex ({cell}).", { cell }),
};
/* ... and for a cell without a token. */
const cellTasks: Record<string, (cell: string) => string> = {
  R: (cell) => t("Move the red robot to {cell}.", { cell }),
  Y: (cell) => t("Move the yellow robot to {cell}.", { cell }),
  G: (cell) => t("Move the green robot to {cell}.", { cell }),
  B: (cell) => t("Move the blue robot to {cell}.", { cell }),
  S: (cell) => t("Move the silver robot to {cell}.", { cell }),
  T: (cell) => t("Move the transparent robot to {cell}.", { cell }),
};
export const taskSentence = (robot: string, token: string | undefined, cell: string): string =>
  (tokenTasks[token ?? ""] ?? cellTasks[robot])?.(cell) ?? t("Move any robot to {cell}.", { cell });

export function barrierName(colour: string): string {
  switch (colour) {
    case "R":
      return t("red barrier");
    case "Y":
      return t("yellow barrier");
    case "G":
      return t("green barrier");
    default:
      return t("blue barrier");
  }
}

export function microName(face: string): string {
  const colours: Record<string, () => string> = {
    B: () => tc("a cell of Micro Robots", "blue"),
    Y: () => tc("a cell of Micro Robots", "yellow"),
    G: () => tc("a cell of Micro Robots", "green"),
    R: () => tc("a cell of Micro Robots", "red"),
    P: () => tc("a cell of Micro Robots", "pink"),
    W: () => tc("a cell of Micro Robots", "white"),
  };
  return t("{number} {colour}", { number: face[0] ?? "", colour: colours[face[1] ?? ""]?.() ?? "" });
}

export const movesText = (n: number): string => tn("{n} move", "{n} moves", n);

export function difficultyName(grade: Grade): string {
  switch (grade) {
    case "trivial":
      return t("trivial");
    case "easy":
      return t("easy");
    case "medium":
      return t("medium");
    case "hard":
      return t("hard");
    case "fiendish":
      return t("fiendish");
  }
}

/* A puzzle of the day. */
export const kindName = (kind: Kind): string => (kind === "micro" ? t("Micro Robots") : difficultyName(kind));
