/*
 * Micro Robots: a cell was tapped that no step leads to. The reason stands where the next step is said until the robot has moved.
 */
import { useState } from "preact/hooks";
import { reasonWords } from "../board/spoken";
import { check, describe } from "../carom/ask";
import { announce } from "../parts/announce";
import type { Said } from "./NextStep";

interface StepRefused {
  refused: Said | undefined;
  refuse: (face: string) => void;
}

/* `at` is the cell that the robot stands on. */
export function useStepRefused(position: string, at: string): StepRefused {
  const [last, set] = useState({ at: "", words: "" });
  const refuse = (face: string) => {
    const { reason = "" } = check(`${describe(position).board}/${at}>${face}`, [face]);
    const words = reasonWords(reason);
    set({ at, words });
    announce(words);
  };
  return { refused: last.at === at && last.words ? { words: last.words, wrong: true } : undefined, refuse };
}
