/*
 * A game alone that was left in the middle: the commands it was given, from which the referee plays it again, and how much time had
 * passed. Leaving stops the clock: whoever comes back finds the sand as it was.
 */
import { keep, recall } from "./settings";

export interface Left {
  rules: object;
  commands: object[]; // with their times
  now: number; // ms since it was opened
}
export const soloLeft = (): Left | null => recall<Left | null>("solo-game", null);
export const keepSolo = (left: Left | null): void => keep("solo-game", left);
