/*
 * Robots and directions for the thumb: everything the board can do, without touching the board.
 */
import type { Direction, Robot } from "../carom/ask";
import { DIRECTIONS } from "../carom/ask";
import { t } from "../texts/texts";
import { Picture } from "./Picture";
import { directionName, robotName } from "./words";

export interface PadProps {
  robots: Robot[];
  selected: Robot | undefined;
  locked?: boolean | undefined;
  onSelect: (robot: Robot) => void;
  onDirection: (direction: Direction) => void;
}

const arrows: Record<Direction, string> = { N: "M12 4 5 13h14z", E: "M20 12 11 5v14z", S: "M12 20 5 11h14z", W: "M4 12 13 5v14z" };

export function Pad({ robots, selected, locked, onSelect, onDirection }: PadProps) {
  return (
    <div class="pad" data-test="pad">
      <div class="pad-robots" role="group" aria-label={t("Robots")}>
        {robots.map((robot, i) => (
          <button key={robot} type="button" class="robot-button" aria-pressed={robot === selected} aria-label={robotName(robot)} title={`${robotName(robot)} (${robot}, ${i + 1})`} onClick={() => onSelect(robot)}>
            <Picture robot={robot} />
          </button>
        ))}
      </div>
      <div class="pad-arrows" role="group" aria-label={t("Directions")}>
        {DIRECTIONS.map((direction) => (
          <button key={direction} type="button" class={`arrow arrow-${direction}`} disabled={locked || !selected} aria-label={directionName(direction)} onClick={() => onDirection(direction)}>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d={arrows[direction]} /></svg>
          </button>
        ))}
      </div>
    </div>
  );
}
