/*
 * Results of games played alone, kept on this device only.
 */
import { saveItem, loadItem } from "./settings";

export interface Results {
  practice: { solved: number; optimal: number };
  solo: { at: number; up: number; down: number; won: boolean }[];
  micro: { at: number; rounds: number; chips: number; seconds: number }[];
}
const KEPT = 50;

export function results(): Results {
  return { practice: { solved: 0, optimal: 0 }, solo: [], micro: [], ...loadItem<Partial<Results>>("results", {}) };
}

export function addPractice(optimal: boolean): void {
  const all = results();
  all.practice = { solved: all.practice.solved + 1, optimal: all.practice.optimal + (optimal ? 1 : 0) };
  saveItem("results", all);
}

export function addSolo(result: Results["solo"][number]): void {
  const all = results();
  saveItem("results", { ...all, solo: [result, ...all.solo].slice(0, KEPT) });
}

export function addMicro(result: Results["micro"][number]): void {
  const all = results();
  saveItem("results", { ...all, micro: [result, ...all.micro].slice(0, KEPT) });
}
