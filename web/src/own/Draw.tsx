/*
 * The free editor: walls, barriers, targets, blocks and robots on a board of any size, with the solver's verdict while one
 * draws. A cursor makes all of it possible with keys alone.
 */
import { useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Picture } from "../board/Picture";
import { type Point, cellAt, column, row } from "../board/geometry";
import { TOKENS, directionName, robotName, tokenName } from "../board/names";
import { describeBoard } from "../board/spoken";
import { type Cell, type Direction, ROBOTS, type Robot, board, edit, targetOf, describe } from "../carom/ask";
import { InWords } from "../game/Stage";
import { useKeys } from "../game/keys";
import { Choice, Select } from "../parts/Fields";
import { announce } from "../parts/announce";
import { t } from "../texts/texts";
import { Tokens } from "./Lay";
import { Verdict } from "./Verdict";
import { type OwnProps, complete, place, take, toggle, write } from "./position";

type Tool = "wall" | "barrier" | "token" | "solid" | "robot" | "empty";
const STEP: Record<Direction, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

/* The side of a cell that a point in it is nearest to. */
export function nearestSide(at: Point): Direction {
  const far: [Direction, number][] = [
    ["N", at.y],
    ["E", 1 - at.x],
    ["S", 1 - at.y],
    ["W", at.x],
  ];
  return far.sort((a, b) => a[1] - b[1])[0]?.[0] ?? "N";
}

export function Draw({ position, onChange }: OwnProps) {
  const [tool, setTool] = useState<Tool>("wall");
  const [colour, setColour] = useState("R");
  const [slant, setSlant] = useState("/");
  const [token, setToken] = useState("Rm");
  const [robot, setRobot] = useState<Robot>("R");
  const [cursor, setCursor] = useState<Cell>("a1");
  const laid = board(position);
  const wall = (cell: Cell, side: Direction) => {
    const on = !(laid.walls[cell] ?? "").includes(side);
    onChange(edit(position, { cell, wall: side, on }));
    announce(
      on
        ? t("Wall {direction} of {cell}", { direction: directionName(side), cell })
        : t("No wall {direction} of {cell}", { direction: directionName(side), cell }),
    );
  };
  const use = (cell: Cell, at: Point) => {
    setCursor(cell);
    if (tool === "wall") return wall(cell, nearestSide(at));
    if (tool === "robot") {
      const next = place(take(position), robot, cell);
      return next ? onChange(write(next)) : announce(t("No robot may stand there."));
    }
    const bar = colour + slant;
    const stroke = {
      barrier: { cell, barrier: bar, on: laid.barriers[cell] !== bar },
      token: laid.tokens[token] === cell ? { cell, empty: true } : { cell, token },
      solid: { cell, solid: true, on: !laid.solid[cell] },
      empty: { cell, empty: true },
    }[tool];
    onChange(edit(position, stroke));
    announce(cell);
  };
  const step = (direction: Direction, walls: boolean) => {
    if (walls) return wall(cursor, direction);
    const [dx, dy] = STEP[direction];
    const c = Math.min(laid.width - 1, Math.max(0, column(cursor) + dx));
    const r = Math.min(laid.height - 1, Math.max(0, row(cursor) + dy));
    setCursor(cellAt(c, r));
    announce(`${cellAt(c, r)} ${contents(position, cellAt(c, r))}`);
  };
  const enter = () => use(cursor, { x: 0.5, y: 0 });
  useKeys({ robots: [], onDirection: step, letters: { " ": enter, enter } });
  const sizes: [string, string][] = Array.from({ length: 16 }, (_, i) => [String(i + 1), String(i + 1)]);
  return (
    <div class="stage">
      <div class="stage-status">
        {complete(position) ? (
          <Verdict position={position} />
        ) : (
          <p class="help">{t("Choose a target, and the solver says how many moves it takes.")}</p>
        )}
      </div>
      <div class="stage-board" role="group" aria-label={t("Board")}>
        <Board
          position={position}
          cursor={cursor}
          onPlace={(one, cell) => {
            const next = place(take(position), one, cell);
            if (next) onChange(write(next));
          }}
          onPoint={use}
        />
      </div>
      <div class="stage-controls">
        <Choice
          label={t("Pencil")}
          value={tool}
          options={[
            ["wall", t("Wall")],
            ["barrier", t("Barrier")],
            ["token", t("Target")],
            ["robot", t("Robot")],
            ["solid", t("Block")],
            ["empty", t("Rubber")],
          ]}
          onChange={setTool}
          help={t(
            "Tap a cell near the side where the wall goes. With keys: arrows, Shift and an arrow for a wall, Enter or the space bar for the pencil.",
          )}
        />
        {tool === "barrier" && (
          <div class="row wrap">
            <Choice
              label={t("Colour")}
              value={colour}
              options={["R", "Y", "G", "B"].map((one) => [one, robotName(one)])}
              onChange={setColour}
            />
            <Choice
              label={t("Slant")}
              value={slant}
              options={[
                ["/", "/"],
                ["\\", "\\"],
              ]}
              onChange={setSlant}
            />
          </div>
        )}
        {tool === "token" && (
          <div class="row wrap" role="group" aria-label={t("Target")}>
            {TOKENS.map((one) => (
              <button
                key={one}
                type="button"
                class="token-button"
                aria-pressed={one === token}
                aria-label={tokenName(one)}
                onClick={() => setToken(one)}
              >
                <Picture token={one} />
              </button>
            ))}
          </div>
        )}
        {tool === "robot" && (
          <div class="row wrap" role="group" aria-label={t("Robots")}>
            {ROBOTS.map((one) => (
              <button
                key={one}
                type="button"
                class="robot-button"
                aria-pressed={one === robot}
                aria-label={robotName(one)}
                onClick={() => setRobot(one)}
              >
                <Picture robot={one} />
              </button>
            ))}
            {take(position).robots[robot] && (
              <button type="button" class="quiet" onClick={() => onChange(write(toggle(take(position), robot)))}>
                {t("Take off: {robot}", { robot: robotName(robot) })}
              </button>
            )}
          </div>
        )}
        <div class="row">
          <Select
            label={t("Columns")}
            value={String(laid.width)}
            options={sizes}
            onChange={(width) => onChange(edit(position, { width: Number(width) }))}
          />
          <Select
            label={t("Rows")}
            value={String(laid.height)}
            options={sizes}
            onChange={(height) => onChange(edit(position, { height: Number(height) }))}
          />
        </div>
      </div>
      <div class="stage-more">
        <Tokens
          position={position}
          value={take(position).target}
          robots={Object.keys(take(position).robots)}
          onChange={(target) => onChange(write({ ...take(position), target }))}
        />
        <InWords lines={() => describeBoard(position)} />
      </div>
    </div>
  );
}

/* What lies on a cell, in words. */
function contents(position: string, cell: Cell): string {
  const laid = board(position);
  const known = describe(position);
  const robot = (Object.entries(known.robots ?? {}) as [Robot, Cell][]).find(([, at]) => at === cell)?.[0];
  const token = Object.entries(laid.tokens).find(([, at]) => at === cell)?.[0];
  const parts = [
    robot ? robotName(robot) : "",
    token ? tokenName(token) : "",
    targetOf(known)?.cell === cell ? t("Target") : "",
    laid.barriers[cell]
      ? `${t("Barrier")} ${robotName(laid.barriers[cell]?.[0] ?? "")} ${laid.barriers[cell]?.[1]}`
      : "",
    laid.solid[cell] ? t("Block") : "",
    laid.walls[cell] ? `${t("Wall")} ${[...(laid.walls[cell] ?? "")].map(directionName).join(" ")}` : "",
  ];
  return parts.filter(Boolean).join(", ");
}
