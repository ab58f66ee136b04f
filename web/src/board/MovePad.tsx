/*
 * Robots and directions for the thumb: everything the board can do, without touching the board.
 */
import type { ComponentChildren } from "preact";
import type { Direction, Robot } from "../wasm/ops";
import { DIRECTIONS } from "../wasm/ops";
import { Icon, type IconName } from "../ui/icons";
import { t } from "../i18n/texts";
import { Picture } from "./Picture";
import { directionName, robotName } from "./names";

interface PadProps {
  robots: Robot[];
  selected: Robot | undefined;
  locked?: boolean | undefined;
  onSelect: (robot: Robot) => void;
  onDirection: (direction: Direction) => void;
  tools?: PadTools | undefined; // where moves can be taken back
  onHint?: (() => void) | undefined;
  children?: ComponentChildren; // below the robots
}

export interface PadTools {
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
  reset: () => void;
}

const arrows: Record<Direction, string> = {
  N: "M12 4 5 13h14z",
  E: "M20 12 11 5v14z",
  S: "M12 20 5 11h14z",
  W: "M4 12 13 5v14z",
};

function Corner({ name, icon, off, onClick }: { name: string; icon: IconName; off?: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      class={`corner corner-${icon}`}
      aria-label={name}
      title={name}
      disabled={off}
      data-test={icon}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

export function MovePad({ robots, selected, locked, onSelect, onDirection, tools, onHint, children }: PadProps) {
  return (
    <div class="pad" data-test="pad">
      <div class="pad-left">
        <div class="pad-robots" role="group" aria-label={t("Robots")}>
          {robots.map((robot, i) => (
            <button
              key={robot}
              type="button"
              class="robot-button"
              aria-pressed={robot === selected}
              aria-label={robotName(robot)}
              title={`${robotName(robot)} (${robot}, ${i + 1})`}
              onClick={() => onSelect(robot)}
            >
              <Picture robot={robot} />
            </button>
          ))}
        </div>
        {children}
      </div>
      <div class="pad-arrows" role="group" aria-label={t("Directions")}>
        {DIRECTIONS.map((direction) => (
          <button
            key={direction}
            type="button"
            class={`arrow arrow-${direction}`}
            disabled={locked || !selected}
            aria-label={directionName(direction)}
            onClick={() => onDirection(direction)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={arrows[direction]} />
            </svg>
          </button>
        ))}
        {tools && (
          <>
            <Corner name={t("Undo")} icon="undo" off={!tools.canUndo} onClick={tools.undo} />
            <Corner name={t("Redo")} icon="redo" off={!tools.canRedo} onClick={tools.redo} />
            <Corner name={t("Back to the start")} icon="reset" off={!tools.canUndo} onClick={tools.reset} />
          </>
        )}
        {onHint && <Corner name={t("Hint")} icon="hint" onClick={onHint} />}
      </div>
    </div>
  );
}
