/*
 * The engine as a package: the C code as WebAssembly behind typed functions. The page's own bridge (web/src/wasm) is
 * the greater part of it; this file adds loading, solving in the caller's thread, tables of one's own, and puzzles.
 *
 * Call `await load()` once; everything that returns no promise needs it.
 */
import { COUNT, FLAG, LIST, TEXT, all, expect, expectOptions, oneOf } from "./expect";
import { compileFile, textFile } from "./files";
import { hasSimd, initModule, startModule, type Call } from "./module";
import {
  DIRECTIONS,
  GRADES,
  ROBOTS,
  callOp,
  checkRoute,
  convertPosition as convert,
  dealPositions,
  listMoves as movesOf,
  playRoute as play,
  readAnswer,
  renderPicture,
  type BlockedMove,
  type Check,
  type DealOptions as DealQuestion,
  type Extra,
  type Grade,
  type Move,
  type Picture,
  type PlayResult,
  type Position,
  type Robot,
} from "./ops";
import type { DailyPuzzle, Solution } from "./answers";
import type { Command, Event, Rules } from "./fields";
import type { Allowed, Shown, State } from "./referee";
import { parseLines, type PuzzleLine } from "./puzzleLines";

export {
  DIRECTIONS,
  GRADES,
  InputError,
  LAYER,
  ROBOTS,
  listDifficulties,
  listFaces,
  microMoves,
  readBoard,
  readPosition,
} from "./ops";
export { ruleChoices, rulesOfPreset } from "./referee";
export type * from "./ops";
export type * from "./answers";
export type * from "./fields";
export type { Allowed, Choices, Phase, Player, RankedBid, State as TableState } from "./referee";
export type { PuzzleLine } from "./puzzleLines";

let compiled: Promise<WebAssembly.Module> | undefined;
let loaded: Promise<void> | undefined;

const compile = () =>
  (compiled ??= compileFile(
    hasSimd() ? new URL("./carom.wasm", import.meta.url) : new URL("./plain.wasm", import.meta.url),
  ));

/* Loads the engine; later calls are free. */
export const load = (): Promise<void> => (loaded ??= compile().then(initModule));

export interface SolveOptions {
  all?: boolean; // count and list every shortest route, and say how hard the position is
  limit?: number; // with `all`: routes listed, 64 unless given
  route?: string; // moves already made; solves from there
  max_nodes?: number; // give up after this many states
  max_moves?: number; // give up beyond this length
  max_ms?: number; // give up after this many milliseconds
  no_ricochet?: boolean; // the robot may reach its target in a straight line (without R7)
}

/* A shortest route. It computes in the caller's thread: most positions take milliseconds, hard ones seconds, so call it
 * in a worker, or give `max_ms`. */
export function solve(position: string, options: SolveOptions = {}): Solution {
  expect("the position", position, TEXT);
  expectOptions(options, {
    ...all(FLAG, "all", "no_ricochet"),
    ...all(COUNT, "limit", "max_nodes", "max_moves", "max_ms"),
    route: TEXT,
  });
  return callOp("solve", { position, ...options });
}

function listed(route: string | string[]): string[] {
  if (!Array.isArray(route)) expect("the route", route, TEXT);
  return (Array.isArray(route) ? route.join(" ") : route).split(/\s+/).filter(Boolean);
}

export interface CheckOptions {
  bid?: number; // the number of moves that was announced
  at_most?: boolean; // fewer moves than bid are fine, too (R13)
  no_ricochet?: boolean;
}
/* Judges a route: `check(position, "RN GE")`. */
export function check(position: string, route: string | string[], options: CheckOptions = {}): Check {
  expect("the position", position, TEXT);
  expectOptions(options, { ...all(FLAG, "at_most", "no_ricochet"), bid: COUNT });
  return checkRoute(position, listed(route), options);
}

/* What a robot can do now. */
export function listMoves(position: string, robot: Robot): { moves: Move[]; blocked: BlockedMove[] } {
  expect("the robot", robot, oneOf(ROBOTS));
  return movesOf(position, robot);
}

/* Makes the moves of a route one after the other. */
export const playRoute = (position: string, route: string | string[]): PlayResult => play(position, listed(route));

/* A position in another notation; `strip` leaves the barriers out. */
export function convertPosition(position: string, to: "carom" | "droids" | "drawing", strip = false): string {
  expect("to", to, oneOf(["carom", "droids", "drawing"]));
  return convert(position, to, strip);
}

/* What to deal. */
export interface DealOptions extends Extra {
  count?: number; // how many positions; 1 unless given
  edition?: "1999" | "2013"; // 2013 unless given
  barriers?: "any" | "no" | "only"; // boards with barriers, without, or either
  micro?: boolean; // Micro Robots
  expert?: boolean; // Micro Robots with a way point (M12)
  position?: string; // on the board of this position
}

/* Deals positions; the same seed gives the same ones everywhere. */
export function deal(seed: number, options: DealOptions = {}): Position[] {
  expect("the seed", seed, COUNT);
  expectOptions(options, {
    ...all(FLAG, "silver", "transparent", "micro", "expert"),
    count: COUNT,
    edition: oneOf(["1999", "2013"]),
    barriers: oneOf(["any", "no", "only"]),
    position: TEXT,
  });
  if (options.edition === "1999") expect("barriers of 1999", options.barriers ?? "any", oneOf(["any", "no"]));
  return dealPositions(options satisfies DealQuestion, seed, options.count);
}

export interface RenderOptions extends Omit<Picture, "position" | "theme"> {
  theme?: "light" | "dark" | "contrast";
}

/* A position as SVG, with the arrows of a route. Throws InputError if the position or the route cannot be read. */
export function render(position: string, options: RenderOptions = {}): string {
  expect("the position", position, TEXT);
  expectOptions(options, {
    ...all(FLAG, "plain", "shapes", "bare", "film"),
    ...all(TEXT, "route", "markers", "selected", "title", "prefix", "face", "token", "robot", "cell", "mood"),
    ...all(COUNT, "pixels", "only", "off", "column", "row", "width", "height", "shade"),
    ...all(LIST, "heat", "counts"),
    look: oneOf(DIRECTIONS),
    theme: oneOf(["light", "dark", "contrast"]),
  });
  return renderPicture({ position, ...options });
}

/* The graded puzzles of a grade: position, moves of a shortest route, difficulty from 0 to 100. */
export async function puzzles(grade: Grade): Promise<PuzzleLine[]> {
  expect("the grade", grade, oneOf(GRADES));
  const files: Record<Grade, URL> = {
    trivial: new URL("./puzzles/trivial.txt", import.meta.url),
    easy: new URL("./puzzles/easy.txt", import.meta.url),
    medium: new URL("./puzzles/medium.txt", import.meta.url),
    hard: new URL("./puzzles/hard.txt", import.meta.url),
    fiendish: new URL("./puzzles/fiendish.txt", import.meta.url),
  };
  return parseLines(await textFile(files[grade]));
}

let dailyCall: Promise<Call> | undefined;

/* The puzzles of a day, `2026-11-18`: the same for everybody. Solves a few hundred positions. */
export async function daily(date: string): Promise<DailyPuzzle[]> {
  dailyCall ??= compileFile(new URL("./daily.wasm", import.meta.url)).then(startModule);
  return readAnswer<{ puzzles: DailyPuzzle[] }>((await dailyCall)("daily", JSON.stringify({ date }))).puzzles;
}

/* What a command led to: events in order, or a refusal; when the referee has to be asked again (`tick`). */
export interface Outcome {
  events: Event[];
  refused?: string; // the refusal's name
  sentence?: string; // the refusal for people, in English
  state: State;
  deadline?: number;
}

/* A game with its referee: commands and their times in, events out (docs/reference/referee.md). Each has a table of its own. */
export class Referee {
  private constructor(private readonly call: Call) {}

  /* A new referee; `open` begins its game. */
  static async create(): Promise<Referee> {
    return new Referee(await startModule(await compile()));
  }

  /* Opens a table; what was on it is forgotten. */
  open(rules: Partial<Rules> = {}, at = 0): Outcome {
    this.call("referee-forget", "");
    return this.command({ at, do: "open", rules: rules as Rules });
  }

  /* Hands a command to the referee. Times (`at`, milliseconds) must not go back. */
  command(command: Command): Outcome {
    const answer = readAnswer<Shown & { events: Event[]; refused?: { why: string; say: string }; deadline?: number }>(
      this.call("referee-command", JSON.stringify(command)),
    );
    const { events, refused, deadline, table, shown, micro, solo, race } = answer;
    return {
      events,
      ...(refused && { refused: refused.why, sentence: refused.say }),
      state: { ...table, shown, micro, solo, race } as State,
      ...(deadline !== undefined && { deadline }),
    };
  }

  /* What the referee would accept from a player at a time. */
  allowed(player: string, at: number): Allowed {
    return readAnswer(this.call("referee-may", JSON.stringify({ you: player, at })));
  }
}
