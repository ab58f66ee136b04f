/*
 * What went wrong with the last thing this player tried, as a sentence to show; empty when it worked.
 */
import { useState } from "preact/hooks";
import type { Refusal } from "../line/protocol";
import { refusalWords } from "../line/refusals";

export function useWrong(): { wrong: string; tried: (answer: Promise<Refusal | null>) => Promise<boolean> } {
  const [wrong, say] = useState("");
  const tried = async (answer: Promise<Refusal | null>) => {
    const refusal = await answer;
    say(refusal ? refusalWords(refusal) : "");
    return refusal === null;
  };
  return { wrong, tried };
}
