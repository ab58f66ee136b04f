/*
 * Positions whose shortest routes were shown on this device before they were found: whoever comes back to one has not found it.
 */
import { loadStats } from "./stats";
import { saveItem, loadItem } from "./settings";

const KEPT = 300; // positions
const all = (): string[] => loadItem<string[]>("seen", []);

export const wasSolutionShown = (position: string): boolean => all().includes(position);
export const saveSolutionShown = (position: string): void =>
  saveItem("seen", [...all().filter((one) => one !== position), position].slice(-KEPT));

/* Neither solved nor given up yet: only then does its result count. */
export const isUnspoiled = (position: string): boolean =>
  loadStats().solved[position] === undefined && !wasSolutionShown(position);
