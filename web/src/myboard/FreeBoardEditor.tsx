/*
 * The free editor: walls, barriers, targets, blocks and robots on a board of any size, with the solver's verdict while one
 * draws. A cursor makes all of it possible with keys alone.
 */
import { useRef, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { type Point, cellAt, column, row } from "../board/geometry";
import { TOKENS, barrierName, directionName, robotName, tokenName } from "../board/names";
import { describeBoard } from "../board/screenReader";
import {
  type Cell,
  type Direction,
  type Robot,
  type EditStroke,
  readBoard,
  readPosition,
  editBoard,
  targetOf,
} from "../wasm/ops";
import { TextAlternative } from "../game/BoardLayout";
import { useKeys } from "../game/keys";
import { RadioGroup, Select } from "../ui/formFields";
import { announce } from "../ui/announce";
import { listText, t } from "../i18n/texts";
import { RobotPicker } from "./RobotPicker";
import { TokenButtons, TargetPicker } from "./TargetPicker";
import { SolverStatus } from "./SolverStatus";
import { type OwnProps, DIRECTION_DELTA, hasTarget, moveRobot, parsePosition, formatPosition } from "./position";

type Tool = "wall" | "barrier" | "token" | "solid" | "robot" | "empty";
/* What is drawn with. */
interface Pencil {
  tool: Tool;
  colour: string; // of barriers
  slant: string;
  token: string;
  robot: Robot;
}

/* The side of a cell that a point in it is nearest to. */
function nearestSide(at: Point): Direction {
  const far: [Direction, number][] = [
    ["N", at.y],
    ["E", 1 - at.x],
    ["S", 1 - at.y],
    ["W", at.x],
  ];
  return far.sort((a, b) => a[1] - b[1])[0]?.[0] ?? "N";
}

/* What the pencil does to a cell; a second time it is taken away again. */
function strokeOf(position: string, cell: Cell, { tool, colour, slant, token }: Pencil): EditStroke {
  const laid = readBoard(position);
  const barrier = colour + slant;
  switch (tool) {
    case "barrier":
      return { cell, barrier, on: laid.barriers[cell] !== barrier };
    case "token":
      return laid.tokens[token] === cell ? { cell, empty: true } : { cell, token };
    case "solid":
      return { cell, solid: true, on: !laid.solid[cell] };
    default:
      return { cell, empty: true };
  }
}

interface Drawing {
  cursor: Cell;
  use: (cell: Cell, at: Point) => void; // the pencil
  put: (robot: Robot, cell: Cell) => void;
}

/* Strokes taken back and made again, wherever they came from. */
function useHistory({ position, onChange }: OwnProps): { undo: () => void; redo: () => void } {
  const past = useRef<{ all: string[]; at: number }>({ all: [position], at: 0 });
  const { all, at } = past.current;
  if (all[at] !== position) past.current = { all: [...all.slice(0, at + 1), position].slice(-STROKES), at: 0 };
  if (all[at] !== position) past.current.at = past.current.all.length - 1;
  const go = (by: number) => {
    const { all, at } = past.current;
    const next = all[at + by];
    if (next === undefined) return;
    past.current.at = at + by;
    onChange(next);
    announce(by < 0 ? t("Undone.") : t("Redo"));
  };
  return { undo: () => go(-1), redo: () => go(1) };
}
const STROKES = 200; // that are remembered

function useDrawing({ position, onChange }: OwnProps, pencil: Pencil): Drawing {
  const [cursor, setCursor] = useState<Cell>("a1");
  const laid = readBoard(position);
  const wall = (cell: Cell, side: Direction) => {
    const on = !(laid.walls[cell] ?? "").includes(side);
    const words = { direction: directionName(side), cell };
    onChange(editBoard(position, { cell, wall: side, on }));
    announce(on ? t("Wall {direction} of {cell}", words) : t("No wall {direction} of {cell}", words));
  };
  const put = (robot: Robot, cell: Cell) => {
    const next = moveRobot(parsePosition(position), robot, cell);
    if (next) onChange(formatPosition(next));
    else announce(t("Robots can't stand there."));
  };
  const use = (cell: Cell, at: Point) => {
    setCursor(cell);
    if (pencil.tool === "wall") return wall(cell, nearestSide(at));
    if (pencil.tool === "robot") return put(pencil.robot, cell);
    onChange(editBoard(position, strokeOf(position, cell, pencil)));
    announce(cell);
  };
  const step = (direction: Direction, walls: boolean) => {
    if (walls) return wall(cursor, direction);
    const [dx, dy] = DIRECTION_DELTA[direction];
    const c = Math.min(laid.width - 1, Math.max(0, column(cursor) + dx));
    const r = Math.min(laid.height - 1, Math.max(0, row(cursor) + dy));
    setCursor(cellAt(c, r));
    announce(`${cellAt(c, r)} ${contents(position, cellAt(c, r))}`);
  };
  const enter = () => use(cursor, { x: 0.5, y: 0 });
  const { undo, redo } = useHistory({ position, onChange });
  useKeys({ robots: [], onDirection: step, onUndo: undo, onRedo: redo, letters: { " ": enter, enter } });
  return { cursor, use, put };
}

export function FreeBoardEditor({ position, onChange }: OwnProps) {
  const [pencil, setPencil] = useState<Pencil>({ tool: "wall", colour: "R", slant: "/", token: "Rm", robot: "R" });
  const { cursor, use, put } = useDrawing({ position, onChange }, pencil);
  const own = { position, onChange };
  const change = (part: Partial<Pencil>) => setPencil({ ...pencil, ...part });
  return (
    <div class="stage">
      <div class="stage-status">
        {hasTarget(position) ? (
          <SolverStatus position={position} />
        ) : (
          <p class="help">{t("Choose a target to see how many moves it takes.")}</p>
        )}
      </div>
      <div class="stage-board" role="group" aria-label={t("Board")}>
        <Board position={position} cursor={cursor} onPlace={put} onPoint={use} />
      </div>
      <div class="stage-controls">
        <Tools tool={pencil.tool} onChange={(tool) => change({ tool })} />
        {pencil.tool === "barrier" && <BarrierFields pencil={pencil} onChange={change} />}
        {pencil.tool === "token" && (
          <TokenButtons tokens={TOKENS} chosen={pencil.token} onChoose={(token) => change({ token })} />
        )}
        {pencil.tool === "robot" && (
          <RobotPicker {...own} chosen={pencil.robot} onChoose={(robot) => change({ robot })} />
        )}
        <Size {...own} />
      </div>
      <div class="stage-more">
        <TargetPicker {...own} />
        <TextAlternative lines={() => describeBoard(position)} />
      </div>
    </div>
  );
}

/* What the pencil does. */
function toolHelp(tool: Tool): string {
  switch (tool) {
    case "wall":
      return t(
        "Tap a cell near the side where you want the wall. On a keyboard: arrow keys, Shift and an arrow for " +
          "a wall, Enter or the space bar for the pencil.",
      );
    case "barrier":
      return t("Choose a colour and a slant, then tap a cell. Tap it again to remove the barrier.");
    case "token":
      return t("Choose a target, then tap the cell where it is printed.");
    case "robot":
      return t("Choose a robot, then tap its cell, or drag it there.");
    case "solid":
      return t("Tap a cell to block it. Tap it again to open it.");
    case "empty":
      return t("Tap a cell to clear it. Ctrl-Z undoes anything you drew.");
  }
}

function Tools({ tool, onChange }: { tool: Tool; onChange: (tool: Tool) => void }) {
  return (
    <RadioGroup
      label={t("Pencil")}
      value={tool}
      options={[
        ["wall", t("Wall")],
        ["barrier", t("Barrier")],
        ["token", t("Target")],
        ["robot", t("Robot")],
        ["solid", t("Block")],
        ["empty", t("Eraser")],
      ]}
      onChange={onChange}
      help={toolHelp(tool)}
    />
  );
}

function BarrierFields({ pencil, onChange }: { pencil: Pencil; onChange: (part: Partial<Pencil>) => void }) {
  return (
    <div class="row wrap">
      <RadioGroup
        label={t("Colour")}
        value={pencil.colour}
        options={["R", "Y", "G", "B"].map((one) => [one, barrierName(one)])}
        onChange={(colour) => onChange({ colour })}
      />
      <RadioGroup
        label={t("Slant")}
        value={pencil.slant}
        options={[
          ["/", "/"],
          ["\\", "\\"],
        ]}
        onChange={(slant) => onChange({ slant })}
      />
    </div>
  );
}

const SIZES = Array.from({ length: 16 }, (_, i): [string, string] => [String(i + 1), String(i + 1)]);

function Size({ position, onChange }: OwnProps) {
  const { width, height } = readBoard(position);
  return (
    <div class="row">
      <Select
        label={t("Columns")}
        value={String(width)}
        options={SIZES}
        onChange={(width) => onChange(editBoard(position, { width: Number(width) }))}
      />
      <Select
        label={t("Rows")}
        value={String(height)}
        options={SIZES}
        onChange={(height) => onChange(editBoard(position, { height: Number(height) }))}
      />
    </div>
  );
}

/* What lies on a cell, in words. */
function contents(position: string, cell: Cell): string {
  const laid = readBoard(position);
  const known = readPosition(position);
  const robot = (Object.entries(known.robots ?? {}) as [Robot, Cell][]).find(([, at]) => at === cell)?.[0];
  const token = Object.entries(laid.tokens).find(([, at]) => at === cell)?.[0];
  const parts = [
    robot ? robotName(robot) : "",
    token ? tokenName(token) : "",
    targetOf(known)?.cell === cell ? t("Target") : "",
    laid.barriers[cell] ? `${barrierName(laid.barriers[cell]?.[0] ?? "")} ${laid.barriers[cell]?.[1]}` : "",
    laid.solid[cell] ? t("Block") : "",
    laid.walls[cell] ? `${t("Wall")} ${[...(laid.walls[cell] ?? "")].map(directionName).join(" ")}` : "",
  ];
  return listText(parts.filter(Boolean), "unit");
}
