/*
 * Laying the printed board: four sections chosen from pictures, robots dragged (or nudged with the arrow keys), the token
 * picked from the seventeen.
 */
import { useState } from "preact/hooks";
import { Board } from "../board/Board";
import { cellAt, column, row } from "../board/geometry";
import { robotName } from "../board/names";
import { describeBoard } from "../board/screenReader";
import { type Cell, type Direction, ROBOTS, type Robot, readBoard } from "../wasm/ops";
import { TextAlternative } from "../game/BoardLayout";
import { useKeys } from "../game/keys";
import { announce } from "../ui/announce";
import { t } from "../i18n/texts";
import { Photo } from "./Photo";
import { RobotPicker } from "./RobotPicker";
import { Sections } from "./Sections";
import { TargetPicker } from "./TargetPicker";
import { type OwnProps, DIRECTION_DELTA, moveRobot, parsePosition, toggleRobot, formatPosition } from "./position";

/* The next cell in that direction where the robot may stand. */
function nextCell(position: string, robot: Robot, direction: Direction): Cell | undefined {
  const laid = parsePosition(position);
  const { width, height } = readBoard(position);
  const [dx, dy] = DIRECTION_DELTA[direction];
  const from = laid.robots[robot];
  if (!from) return undefined;
  let c = column(from) + dx;
  let r = row(from) + dy;
  for (; c >= 0 && r >= 0 && c < width && r < height; c += dx, r += dy)
    if (moveRobot(laid, robot, cellAt(c, r))) return cellAt(c, r);
  return undefined;
}

/* `start`: the start of a game is set up, whose token comes later. */
export function PrintedBoardEditor({ position, onChange, start = false }: OwnProps & { start?: boolean }) {
  const laid = parsePosition(position);
  const [selected, setSelected] = useState<Robot | undefined>("R");
  const put = (robot: Robot, cell: Cell) => {
    const next = moveRobot(laid, robot, cell);
    if (next) onChange(formatPosition(next));
    else announce(t("Robots can't stand there."));
  };
  const nudge = (direction: Direction) => {
    const to = selected && nextCell(position, selected, direction);
    if (!selected || !to) return;
    announce(`${robotName(selected)}, ${to}`);
    put(selected, to);
  };
  const choose = (robot: Robot) => {
    if (!laid.robots[robot]) onChange(formatPosition(toggleRobot(laid, robot)));
    setSelected(robot);
  };
  useKeys({ robots: ROBOTS, onRobot: choose, onDirection: nudge });
  const own = { position, onChange };
  return (
    <div class="stage">
      <div class="stage-status">
        <p class="help">{t("Drag the robots to their cells, or choose one and use the arrow keys.")}</p>
      </div>
      <div class="stage-board" role="group" aria-label={t("Board")}>
        <Board
          position={position}
          selected={selected}
          onSelect={setSelected}
          onPlace={put}
          onPoint={(cell) => selected && put(selected, cell)}
        />
      </div>
      <div class="stage-controls">
        {!start && <Photo {...own} />}
        <Sections {...own} />
        <h2>{t("Robots")}</h2>
        <RobotPicker {...own} chosen={selected && laid.robots[selected] ? selected : undefined} onChoose={choose} />
      </div>
      <div class="stage-more">
        {!start && <TargetPicker {...own} />}
        <TextAlternative lines={() => describeBoard(position)} />
      </div>
    </div>
  );
}
