/*
 * Choosing a robot to lay: all of them, those that are not on the board paler, and the way off for the chosen one.
 */
import { Picture } from "../board/Picture";
import { robotName } from "../board/names";
import { ROBOTS, type Robot } from "../wasm/ops";
import { t } from "../i18n/texts";
import { type OwnProps, parsePosition, toggleRobot, formatPosition } from "./position";

interface RobotButtonsProps extends OwnProps {
  chosen: Robot | undefined;
  onChoose: (robot: Robot) => void;
}

export function RobotPicker({ position, onChange, chosen, onChoose }: RobotButtonsProps) {
  const laid = parsePosition(position);
  const name = (robot: Robot) =>
    laid.robots[robot]
      ? `${robotName(robot)}, ${laid.robots[robot]}`
      : t("{robot}: not on the board", { robot: robotName(robot) });
  return (
    <div class="row wrap" role="group" aria-label={t("Robots")}>
      {ROBOTS.map((robot) => (
        <button
          key={robot}
          type="button"
          class={`robot-button ${laid.robots[robot] ? "" : "absent"}`}
          aria-pressed={robot === chosen}
          aria-label={name(robot)}
          onClick={() => onChoose(robot)}
        >
          <Picture robot={robot} />
        </button>
      ))}
      {chosen && laid.robots[chosen] && (
        <button type="button" class="quiet" onClick={() => onChange(formatPosition(toggleRobot(laid, chosen)))}>
          {t("Remove: {robot}", { robot: robotName(chosen) })}
        </button>
      )}
    </div>
  );
}
