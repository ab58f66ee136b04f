/*
 * The board for those who hear it: a move, a robot, a target, a whole board as sentences.
 */
import {
  type Cell,
  type Direction,
  type StopReason,
  InputError,
  type Move,
  type Position,
  type Robot,
  readBoard,
  readPosition,
  listMoves,
  microMoves,
  targetOf,
} from "../wasm/ops";
import { listText, t, tn } from "../i18n/texts";
import { barrierName, directionName, microName, robotName, taskSentence, tokenName } from "./names";

function endName(end?: StopReason): string {
  switch (end) {
    case "robot":
      return t("robot");
    case "edge":
      return t("edge");
    case "block":
      return t("centre piece");
    default:
      return t("wall");
  }
}

const bouncesText = (n: number): string => tn("{n} bounce", "{n} bounces", n);

/* "red east to f4" */
export function moveSentence(step: { move: string; to: Cell; bounces?: number }): string {
  const words = t("{robot} {direction} to {cell}", {
    robot: robotName(step.move[0] ?? ""),
    direction: directionName(step.move[1] ?? ""),
    cell: step.to,
  });
  return step.bounces ? listText([words, bouncesText(step.bounces)], "unit") : words;
}

/* "east: 3 cells, 1 bounce, f4, wall" */
function moveText(move: Move): string {
  const facts = [
    move.move.includes("!") ? t("through the wall") : "",
    tn("{n} cell", "{n} cells", move.cells),
    move.bounces > 0 ? bouncesText(move.bounces) : "",
    move.to,
    endName(move.end),
    move.cost > 1 ? tn("costs {n} move", "costs {n} moves", move.cost) : "",
  ].filter(Boolean);
  return t("{direction}: {list}", {
    direction: directionName(move.move[1] as Direction),
    list: listText(facts, "unit"),
  });
}

/* "red, c4; east: 3 cells, f4, wall; west: no move, wall" */
export function describeRobot(position: string, robot: Robot): string {
  const cell = readPosition(position).robots?.[robot];
  if (!cell) return "";
  const listed = listMoves(position, robot);
  const open = listed.moves.map(moveText);
  const shut = listed.blocked.map((one) =>
    t("{direction}: no move, {end}", {
      direction: directionName(one.move[1] ?? ""),
      end: one.why === "blocked" ? endName(one.end) : t(one.reason),
    }),
  );
  return [`${robotName(robot)}, ${cell}`, ...open, ...shut].join("; ");
}

/* "From 1 pink by way of 6 white to 2 white." */
function microSentence({ start = "", via, target }: Position): string {
  if (typeof target !== "string") return t("No target yet.");
  const words = { start: microName(start), target: microName(target), via: microName(via ?? "") };
  return via ? t("Go from {start} via {via} to {target}.", words) : t("Go from {start} to {target}.", words);
}

/* Why a move cannot be made, as a sentence of its own; the rule's number is for those who look it up. */
export function slideReason(reason: string): string {
  const words = t(reason).replace(/ \([A-Z]\d[^)]*\)$/, "");
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}.`;
}

/* What has to be done. */
export function targetSentence(position: string): string {
  const known = readPosition(position);
  const target = targetOf(known);
  if (known.game === "micro") return microSentence(known);
  if (!target) return t("No target yet.");
  return taskSentence(target.robot, target.token, target.cell);
}

/* Everything on the board, as lines. */
export function describeBoard(position: string): string[] {
  const known = readPosition(position);
  const laid = readBoard(position);
  const lines = [targetSentence(position)];
  for (const robot of Object.keys(known.robots ?? {}) as Robot[]) lines.push(describeRobot(position, robot));
  const marks = Object.entries(laid.tokens).map(([token, cell]) => `${tokenName(token)} ${cell}`);
  if (marks.length > 0) lines.push(t("Targets: {list}", { list: listText(marks) }));
  const barriers = Object.entries(laid.barriers).map(([cell, bar]) => `${barrierName(bar[0] ?? "")} ${bar[1]} ${cell}`);
  if (barriers.length > 0) lines.push(t("Barriers: {list}", { list: listText(barriers) }));
  const walls = Object.entries(laid.walls).map(([cell, sides]) => `${cell} ${[...sides].map(directionName).join(" ")}`);
  if (walls.length > 0) lines.push(t("Walls: {list}", { list: listText(walls) }));
  return lines;
}

/* The board of Micro Robots, row by row. */
export function describeMicro(position: string): string[] {
  const { cells } = microMoves(position);
  return Array.from(
    { length: 6 },
    (_, row) => `${row + 1}: ${listText(cells.slice(row * 6, row * 6 + 6).map(microName), "unit")}`,
  );
}

export const noRicochet = (): string =>
  t("That doesn't count yet: the robot must turn at least once on the way. Undo and try another route.");

/* What was wrong with something that was typed or pasted. */
export const inputErrorText = (why: unknown): string =>
  why instanceof InputError ? t(why.sentence, { found: why.found }) : String(why);
