/*
 * A game alone that was left in the middle: the commands it was given, from which the referee plays it again, and how much time had
 * passed. Leaving stops the clock: whoever comes back finds the sand as it was.
 */
import { saveItem, loadItem } from "./settings";

export interface SavedSolo {
  rules: object;
  commands: object[]; // with their times
  now: number; // ms since it was opened
}
export const loadSolo = (): SavedSolo | null => loadItem<SavedSolo | null>("solo-game", null);
export const saveSolo = (left: SavedSolo | null): void => saveItem("solo-game", left);
