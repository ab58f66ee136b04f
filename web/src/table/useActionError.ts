/*
 * What went wrong with the last thing this player tried, as a sentence to show; empty when it worked.
 */
import { useState } from "preact/hooks";
import type { ApiError } from "../remote/protocol";
import { refusalText } from "../remote/apiErrors";

export function useActionError(): { wrong: string; tried: (answer: Promise<ApiError | null>) => Promise<boolean> } {
  const [wrong, setWrong] = useState("");
  const tried = async (answer: Promise<ApiError | null>) => {
    const refusal = await answer;
    setWrong(refusal ? refusalText(refusal) : "");
    return refusal === null;
  };
  return { wrong, tried };
}
