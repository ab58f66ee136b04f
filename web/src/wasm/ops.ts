/*
 * Questions to the C code with their answers' types. The page knows the game's words (cells, robots, moves as text), and
 * no rule: what can move where, what counts, what is won is always asked here.
 */
import { callModule } from "./module";

export type Robot = "R" | "Y" | "G" | "B" | "S" | "T";
/* Robots that may be left out, by the name of their rule. */
export type ExtraName = "silver" | "transparent";
export type Extra = Partial<Record<ExtraName, boolean>>;
export type Direction = "N" | "E" | "S" | "W";
export type Cell = string; // `e5`
export const ROBOTS: Robot[] = ["R", "Y", "G", "B", "S", "T"];
export const DIRECTIONS: Direction[] = ["N", "E", "S", "W"];

/* What was wrong with a text from outside; `sentence` is a message id with {found} to be filled in. */
export class InputError extends Error {
  override name = "InputError";
  constructor(
    readonly sentence: string,
    readonly found: string,
  ) {
    super(sentence.replaceAll("{found}", found));
  }
}

/* Reads what the module has answered. */
export function readAnswer<T>(text: string): T {
  const answer = JSON.parse(text);
  if (typeof answer.error === "string") throw new InputError(answer.error, answer.found);
  return answer as T;
}

/* Asks the module; the question is an object, or JSON that is written already. */
export function callOp<T>(operation: string, question: object | string = {}): T {
  return readAnswer(callModule(operation, typeof question === "string" ? question : JSON.stringify(question)));
}

export interface Target {
  token?: string; // its name, if it is a printed one: `Rm`
  robot: Robot | "*"; // `*`: any robot
  cell: Cell;
}
/* A position in words. Ricochet Robots has board, robots and target; Micro Robots board, start, via and target. */
export interface Position {
  position: string; // all of it in one word
  game: "ricochet" | "micro";
  board: string;
  robots?: Partial<Record<Robot, Cell>>;
  target?: Target | string;
  start?: string;
  via?: string;
}
/* What a position says; with `target` it has to have one. */
export const readPosition = (position: string, target = false): Position => callOp("describe", { position, target });
export const targetOf = (position: Position): Target | undefined =>
  typeof position.target === "object" ? position.target : undefined;
export const robotsText = (robots: Partial<Record<Robot, Cell>>): string =>
  ROBOTS.filter((robot) => robots[robot])
    .map((robot) => robot + robots[robot])
    .join(",");
/* Markers where the robots of a position stand: after moves, where they began. */
export const startMarkers = (position: string): string => robotsText(readPosition(position).robots ?? {});

/* A board, cell by cell; cells where nothing is are left out. */
export interface Board {
  width: number;
  height: number;
  faces: string[]; // its sections, if it is a printed one
  tokens: Record<string, Cell>; // where each target lies
  walls: Record<Cell, string>; // the sides with walls: `NE`
  barriers: Record<Cell, string>;
  solid: Record<Cell, true>; // no robot enters these
}
/* What the board of a position looks like. */
export const readBoard = (position: string): Board => callOp("board", { position });
/* The printed sections, and the editions that have them. */
export const listFaces = (): Record<string, { barriers: boolean; editions: string[] }> => callOp("faces");

/* How hard a position is (docs/reference/difficulty.md), in the words of the solver and of the files of puzzles, each with its least and its highest
 * number. */
export const GRADES = ["trivial", "easy", "medium", "hard", "fiendish"] as const;
export type Grade = (typeof GRADES)[number];
/* The least and the highest difficulty of each grade. */
export const listDifficulties = (): Record<Grade, [number, number]> => callOp("grades");

export type StopReason = "wall" | "edge" | "block" | "robot";
/* A move that can be made. */
export interface Move {
  move: string; // `RN`
  to: Cell; // where it ends
  cost: number; // 1, unless the transparent robot goes through a wall
  cells: number; // how far it goes
  bounces: number; // off barriers
  end?: StopReason; // what stops it
  way: Cell[]; // the cells on its way
}
/* A move that cannot be made. */
export interface BlockedMove {
  move: string;
  why: string; // a code
  reason: string; // a sentence
  end?: StopReason;
}
/* What a robot can do now. */
export const listMoves = (position: string, robot: Robot): { moves: Move[]; blocked: BlockedMove[] } =>
  callOp("moves", { position, robot });

export type State = "on" | "reached" | "no-ricochet";
export interface Step {
  move: string;
  to: Cell;
  cost: number;
  bounces: number;
  state: State;
  way: Cell[];
  why?: string;
  reason?: string;
}
export interface PlayResult {
  steps: Step[];
  position: string;
  moves: number;
  cost: number;
  state: State;
}
/* Makes the moves of a route one after the other. */
export const playRoute = (position: string, route: string[]): PlayResult =>
  callOp("play", { position, route: route.join(" ") });

/* What is said about a route. */
export interface Check {
  ok: boolean; // it wins the round
  moves: number; // what it costs
  stops: string[]; // the cell where each move ended
  reached: boolean; // the robot stopped on the target
  ricochet: boolean; // it had moved along a row and a column (R7)
  why?: string; // the code of what is wrong: `not-reached`, `blocked`
  reason?: string; // the same as a sentence
  number?: number; // which move is wrong, from 1
  move?: string; // that move
}
export const checkRoute = (position: string, route: string[], options: object = {}): Check =>
  callOp("check", { position, route: route.join(" "), ...options });

export interface DealOptions extends Extra {
  edition?: string; // as referee.ts lists them
  barriers?: string;
  micro?: boolean;
  expert?: boolean;
  position?: string; // on its board
}
export const dealPositions = (options: DealOptions, seed: number, count = 1): Position[] =>
  callOp<{ positions: Position[] }>("deal", { ...options, seed, count }).positions;
/* A seed that the C side and JavaScript both hold exactly. */
export function randomSeed(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1fffff) * 2 ** 32 + low;
}

/* Another face at a corner of a printed board. */
export const replaceFace = (position: string, corner: number, face: string): string =>
  callOp<{ text: string }>("exchange", { position, corner, face }).text;

/* A position in another notation; `strip` leaves the barriers out. */
export const convertPosition = (position: string, to: "carom" | "droids" | "drawing", strip = false): string =>
  callOp<{ text: string }>("convert", { position, to, strip }).text;

export interface EditStroke {
  cell?: Cell;
  on?: boolean;
  wall?: Direction;
  barrier?: string;
  token?: string;
  solid?: boolean;
  empty?: boolean;
  width?: number;
  height?: number;
}
export const editBoard = (position: string, stroke: EditStroke): string =>
  callOp<{ position: string }>("edit", { position, ...stroke }).position;

/* Micro Robots: what lies where, and where one step from `from` leads. */
export interface Steps {
  side: "black" | "copper";
  cells: string[]; // the faces, row by row
  steps: string[]; // the cells that one step can reach
}
/* What one step can reach on a board of Micro Robots. */
export const microMoves = (position: string, from = ""): Steps => callOp("steps", { position, from });

/* Pictures. Layers are bits, as include/carom/render.h numbers them. */
export const LAYER = {
  ground: 1,
  goal: 2,
  targets: 4,
  barriers: 8,
  markers: 16,
  route: 32,
  reach: 64,
  walls: 128,
  centre: 256,
  robots: 512,
  badges: 1024,
  stops: 2048,
  coordinates: 4096,
  heat: 8192,
} as const;
export const SHADES = 12;
export interface Picture {
  position?: string;
  face?: string;
  token?: string;
  robot?: string;
  cell?: string;
  look?: Direction; // where the robot of an icon looks
  mood?: string; // how it feels: calm, selected, sliding, bumped, happy, asleep
  theme?: string;
  plain?: boolean; // robots without letters
  shapes?: boolean; // tiles of targets have the silhouette of their robot
  markers?: string;
  selected?: string;
  route?: string; // drawn with arrows: `RN RE`
  heat?: number[]; // numbers by cell, as shades
  shade?: number; // one of them alone, 0 to SHADES - 1
  counts?: number[]; // a chart, in the colour of `robot`
  only?: number; // the layers to draw, a sum of LAYER's numbers
  off?: number; // layers to leave out, a sum of LAYER's numbers
  column?: number; // a part of the board: its first cell ...
  row?: number;
  width?: number; // ... and its size in cells
  height?: number;
  prefix?: string; // put before every id, so that several pictures fit on one page
  title?: string; // for screen readers
  bare?: boolean; // nothing behind the board
  film?: boolean; // the route is played
  pixels?: number; // how wide it says it is
}
export function renderPicture(wanted: Picture): string {
  const answer = callModule("picture", JSON.stringify(wanted));
  if (answer.startsWith("<")) return answer;
  const { error, found } = JSON.parse(answer);
  throw new InputError(error, found);
}
