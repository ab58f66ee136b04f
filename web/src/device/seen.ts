/*
 * Positions whose shortest routes were shown on this device before they were found: whoever comes back to one has not found it.
 */
import { journal } from "./record";
import { keep, recall } from "./settings";

const KEPT = 300; // positions
const all = (): string[] => recall<string[]>("seen", []);

export const hasSeen = (position: string): boolean => all().includes(position);
export const keepSeen = (position: string): void =>
  keep("seen", [...all().filter((one) => one !== position), position].slice(-KEPT));

/* Neither solved nor given up yet: only then does its result count. */
export const isFresh = (position: string): boolean => journal().solved[position] === undefined && !hasSeen(position);
