/*
 * The one line that says what can be done now, on every screen with a board: words, and where a move is proposed, the robot and
 * the arrow. What went wrong stands in the same place, so that nobody has to look for it.
 */
import type { ComponentChildren } from "preact";
import { Moves } from "../board/RouteMoves";
import { noRicochet } from "../board/screenReader";
import type { PlayResult } from "../wasm/ops";
import { t } from "../i18n/texts";

export interface Said {
  words: string;
  move?: string | undefined; // proposed
  wrong?: boolean;
  good?: boolean; // something was achieved
}

export function StatusLine({ words, move, wrong, good, children }: Said & { children?: ComponentChildren }) {
  return (
    <p class={`next-step ${wrong ? "refused" : good ? "good" : ""}`} data-test="step">
      {move && <Moves moves={[move]} />}
      <span>{words}</span>
      {children}
    </p>
  );
}

export const chooseRobotText = (): string => t("Choose a robot, then an arrow: it slides until something stops it.");

const reachedText = (): string => t("Target reached.");

/* Where a route stands: the same words wherever one is tried. */
export function routeText({ state, steps }: PlayResult): Said {
  if (state === "no-ricochet") return { words: noRicochet(), wrong: true };
  if (state === "reached") return { words: reachedText() };
  return { words: steps.length === 0 ? chooseRobotText() : t("Keep going, or undo.") };
}

/* ... and where a walk of Micro Robots does. */
export const microRouteText = (reached: boolean): string =>
  reached ? reachedText() : t("Tap a highlighted cell: it has the same number or colour.");

/* A robot was touched while routes are found in the mind. */
export const inYourHeadText = (): string => t("Not yet: find the route in your head and bid how many moves it takes.");
