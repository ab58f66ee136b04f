/*
 * The keys of a board, wherever the focus is, except where somebody types or a dialog is open.
 */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Direction, Robot } from "../wasm/ops";
import { currentSettings } from "../storage/settings";

export interface Keys {
  robots: Robot[];
  onRobot?: (robot: Robot) => void;
  onDirection?: (direction: Direction, through: boolean) => void;
  onUndo?: () => void;
  onRedo?: () => void;
  onReset?: () => void;
  letters?: Record<string, () => void>; // further keys of this screen, lower case
}

const arrows: Record<string, Direction> = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, select, textarea, [role=radiogroup], dialog[open], [data-own-keys]") !== null
  );
}

/*
 * The Latin letter or the digit of a key. What the layout says counts; where it has another script (Cyrillic, Greek, Hebrew), an input
 * method takes the key ("Process"), or digits need Shift (French), the place on the keyboard does.
 */
function keyCharacter({ key, code = "", shiftKey }: KeyboardEvent): string {
  if (/^[a-z0-9]$/i.test(key)) return key.toLowerCase();
  const [, letter, digit] = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(code) ?? [];
  return letter?.toLowerCase() ?? (shiftKey ? undefined : digit) ?? key;
}

/* Runs what a key means; true if it meant something. */
export function press(keys: Keys, event: KeyboardEvent): boolean {
  const control = event.ctrlKey || event.metaKey;
  const letter = keyCharacter(event);
  if (control) {
    const what =
      letter === "z" ? (event.shiftKey ? keys.onRedo : keys.onUndo) : letter === "y" ? keys.onRedo : undefined;
    what?.();
    return what !== undefined;
  }
  if (event.altKey) return false;
  const direction = arrows[event.key];
  if (direction && keys.onDirection) {
    keys.onDirection(direction, event.shiftKey);
    return true;
  }
  const special = event.key === "Backspace" ? keys.onUndo : event.key === "Escape" ? keys.onReset : undefined;
  if (special) {
    special();
    return true;
  }
  const robot =
    keys.robots[/^[1-9]$/.test(letter) ? Number(letter) - 1 : -1] ??
    (currentSettings().letters ? keys.robots.find((one) => one.toLowerCase() === letter) : undefined);
  if (robot && keys.onRobot) {
    keys.onRobot(robot);
    return true;
  }
  const other = currentSettings().letters ? keys.letters?.[letter] : undefined;
  other?.();
  return other !== undefined;
}

export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useLayoutEffect(() => {
    // at once: whoever sees the board can press its keys
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || typing(event.target) || document.querySelector("dialog[open]")) return;
      if (press(latest.current, event)) event.preventDefault();
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
