/*
 * What this device has seen of the game: lessons that were done or skipped, and things on boards that were explained once.
 */
import { loadStats } from "./stats";
import { results } from "./soloResults";
import { saveItem, loadItem } from "./settings";

interface Learned {
  done: string[]; // lessons
  skipped: boolean; // somebody who knows the game
  met: string[]; // silver, barriers, ...: explained
  rounds: number; // won at tables
  noEasyStart?: boolean; // switched off by hand
}
const learned = (): Learned => ({
  done: [],
  skipped: false,
  met: [],
  rounds: 0,
  ...loadItem<Partial<Learned>>("learned", {}),
});

const withOne = (list: string[], one: string): string[] => (list.includes(one) ? list : [...list, one]);

export const lessonsDone = (): string[] => learned().done;
export function keepLesson(id: string): void {
  const all = learned();
  saveItem("learned", { ...all, done: withOne(all.done, id) });
}
export const skipLessons = (): void => saveItem("learned", { ...learned(), skipped: true });

export const hasMetFeature = (thing: string): boolean => learned().met.includes(thing);
export function saveMetFeature(thing: string): void {
  const all = learned();
  saveItem("learned", { ...all, met: withOne(all.met, thing) });
}

/* Games against the computer begin with easy targets until a round was won on this device, or somebody does not want that. */
export const wantsEasyStart = (): boolean => learned().rounds === 0 && !learned().noEasyStart;
export const addRoundWon = (): void => saveItem("learned", { ...learned(), rounds: learned().rounds + 1 });
export const refuseEasyStart = (): void => saveItem("learned", { ...learned(), noEasyStart: true });

/* Nobody has played here yet, or said that they know how. */
export function isNewcomer(): boolean {
  const { done, skipped } = learned();
  return !skipped && done.length === 0 && results().practice.solved === 0 && Object.keys(loadStats().days).length === 0;
}
