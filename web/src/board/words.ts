/*
 * The game in words: names of robots, tokens and directions, and sentences for those who hear the board.
 */
import {
  type Cell,
  type Direction,
  type End,
  type Move,
  type Robot,
  type Step,
  board,
  describe,
  moves,
  steps,
  targetOf,
} from "../carom/ask";
import { t, tn } from "../texts/texts";

export function robotName(robot: string): string {
  switch (robot) {
    case "R":
      return t("red");
    case "Y":
      return t("yellow");
    case "G":
      return t("green");
    case "B":
      return t("blue");
    case "S":
      return t("silver");
    case "T":
      return t("transparent");
    default:
      return t("any robot");
  }
}

export function robotLong(robot: string): string {
  switch (robot) {
    case "R":
      return t("the red robot");
    case "Y":
      return t("the yellow robot");
    case "G":
      return t("the green robot");
    case "B":
      return t("the blue robot");
    case "S":
      return t("the silver robot");
    case "T":
      return t("the transparent robot");
    default:
      return t("any robot");
  }
}

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

export function microName(face: string): string {
  const colours: Record<string, () => string> = {
    B: () => t("blue"),
    Y: () => t("yellow"),
    G: () => t("green"),
    R: () => t("red"),
    P: () => t("pink"),
    W: () => t("white"),
  };
  return t("{number} {colour}", { number: face[0] ?? "", colour: colours[face[1] ?? ""]?.() ?? "" });
}

function endName(end?: End): string {
  switch (end) {
    case "robot":
      return t("robot");
    case "edge":
      return t("edge");
    case "block":
      return t("centre block");
    default:
      return t("wall");
  }
}

export const cellsWords = (n: number): string => tn("{n} cell", "{n} cells", n);
export const movesWords = (n: number): string => tn("{n} move", "{n} moves", n);

/* "red east to f4" */
export function stepSentence(step: { move: string; to: Cell; bounces?: number }): string {
  const words = t("{robot} {direction} to {cell}", {
    robot: robotName(step.move[0] ?? ""),
    direction: directionName(step.move[1] ?? ""),
    cell: step.to,
  });
  const bounces = step.bounces ? `, ${tn("{n} bounce", "{n} bounces", step.bounces)}` : "";
  return words + bounces;
}

function moveWords(move: Move): string {
  const through = move.move.includes("!") ? `${t("through the wall")}, ` : "";
  const bounces = move.bounces > 0 ? `, ${tn("{n} bounce", "{n} bounces", move.bounces)}` : "";
  const cost = move.cost > 1 ? `, ${t("costs {n}", { n: move.cost })}` : "";
  return `${directionName(move.move[1] as Direction)}: ${through}${cellsWords(move.cells)}${bounces}, ${move.to}, ${endName(move.end)}${cost}`;
}

/* "red, c4; east: 3 cells, f4, wall; west: no move, wall" */
export function describeRobot(position: string, robot: Robot): string {
  const cell = describe(position).robots?.[robot];
  if (!cell) return "";
  const listed = moves(position, robot);
  const open = listed.moves.map(moveWords);
  const shut = listed.blocked.map((one) =>
    t("{direction}: no move, {end}", {
      direction: directionName(one.move[1] ?? ""),
      end: one.why === "blocked" ? endName(one.end) : t(one.reason),
    }),
  );
  return [`${robotName(robot)}, ${cell}`, ...open, ...shut].join("; ");
}

export function targetSentence(position: string): string {
  const target = targetOf(describe(position));
  if (!target) return t("No target yet.");
  if (target.token === "V") return t("Any robot to the vortex on {cell}.", { cell: target.cell });
  const what = target.token ? `${tokenName(target.token)}, ${target.cell}` : target.cell;
  return t("{robot} to: {target}.", { robot: robotLong(target.robot), target: what });
}

/* Everything on the board, as lines. */
export function describeBoard(position: string): string[] {
  const known = describe(position);
  const laid = board(position);
  const lines = [targetSentence(position)];
  for (const robot of Object.keys(known.robots ?? {}) as Robot[]) lines.push(describeRobot(position, robot));
  const marks = Object.entries(laid.tokens).map(([token, cell]) => `${tokenName(token)} ${cell}`);
  if (marks.length > 0) lines.push(t("Targets: {list}", { list: marks.join(", ") }));
  const barriers = Object.entries(laid.barriers).map(([cell, bar]) => `${robotName(bar[0] ?? "")} ${bar[1]} ${cell}`);
  if (barriers.length > 0) lines.push(t("Barriers: {list}", { list: barriers.join(", ") }));
  const walls = Object.entries(laid.walls).map(([cell, sides]) => `${cell} ${[...sides].map(directionName).join(" ")}`);
  if (walls.length > 0) lines.push(t("Walls: {list}", { list: walls.join(", ") }));
  return lines;
}

/* The board of Micro Robots, row by row. */
export function describeMicro(position: string): string[] {
  const { cells } = steps(position);
  return Array.from(
    { length: 6 },
    (_, row) =>
      `${row + 1}: ${cells
        .slice(row * 6, row * 6 + 6)
        .map(microName)
        .join(", ")}`,
  );
}

export const lastStep = (steps: Step[]): Step | undefined => steps[steps.length - 1];
