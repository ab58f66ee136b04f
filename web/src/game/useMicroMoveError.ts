/*
 * Micro Robots: a cell was tapped that no step leads to. The reason stands where the next step is said until the robot has moved.
 */
import { useState } from "preact/hooks";
import { slideReason } from "../board/screenReader";
import { checkRoute, readPosition } from "../wasm/ops";
import { announce } from "../ui/announce";
import type { Said } from "./StatusLine";

interface StepRefused {
  refused: Said | undefined;
  refuse: (face: string) => void;
}

/* `at` is the cell that the robot stands on. */
export function useStepRefused(position: string, at: string): StepRefused {
  const [last, setLast] = useState({ at: "", words: "" });
  const refuse = (face: string) => {
    const { reason = "" } = checkRoute(`${readPosition(position).board}/${at}>${face}`, [face]);
    const words = slideReason(reason);
    setLast({ at, words });
    announce(words);
  };
  return { refused: last.at === at && last.words ? { words: last.words, wrong: true } : undefined, refuse };
}
