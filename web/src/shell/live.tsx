/*
 * What a screen reader hears: two live regions, one that waits for a pause and one that interrupts. Saying the same words
 * twice in a row is heard twice, because the regions take turns.
 */
import { useEffect, useState } from "preact/hooks";

type Manner = "polite" | "assertive";
let turn = 0;
let said: Record<Manner, [string, string]> = { polite: ["", ""], assertive: ["", ""] };
let listener: (() => void) | undefined;

export function announce(words: string, manner: Manner = "polite"): void {
  turn = 1 - turn;
  said = { ...said, [manner]: turn === 0 ? [words, ""] : ["", words] };
  listener?.();
}

export function Live() {
  const [words, set] = useState(said);
  useEffect(() => {
    listener = () => set(said);
    return () => {
      listener = undefined;
    };
  }, []);
  return (
    <div class="heard">
      <div role="status" data-live="polite">{words.polite.map((one, i) => <p key={i}>{one}</p>)}</div>
      <div role="alert" data-live="assertive">{words.assertive.map((one, i) => <p key={i}>{one}</p>)}</div>
    </div>
  );
}
