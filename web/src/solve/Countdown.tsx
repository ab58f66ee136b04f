/*
 * The time until tomorrow's puzzles: they come at the player's own midnight.
 */
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n/texts";
import { timeText } from "./TimedPuzzle";

/* Local midnight of tomorrow. */
function untilTomorrow(now = new Date()): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}

function useSecond(): void {
  const [, again] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => again((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
}

export function Countdown() {
  useSecond();
  return (
    <p class="countdown" role="timer">
      {t("next four in")} <b class="show tabular">{timeText(untilTomorrow())}</b>
    </p>
  );
}
