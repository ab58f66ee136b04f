/*
 * What a screen reader hears: two live regions, one that waits for a pause and one that interrupts. What is said is added as
 * a line of its own, so that nothing is lost when two things happen at once, and the same words twice are heard twice; the
 * oldest lines go.
 */
import { useLayoutEffect, useState } from "preact/hooks";

type Manner = "polite" | "assertive";
interface Line {
  id: number;
  words: string;
}
const KEPT = 6; // of each manner
let count = 0;
let said: Record<Manner, Line[]> = { polite: [], assertive: [] };
let listener: (() => void) | undefined;

export function announce(words: string, manner: Manner = "polite"): void {
  count += 1;
  said = { ...said, [manner]: [...said[manner], { id: count, words }].slice(-KEPT) };
  listener?.();
}

export function Announcer() {
  const [lines, setLines] = useState(said);
  useLayoutEffect(() => {
    listener = () => setLines(said);
    return () => {
      listener = undefined;
    };
  }, []);
  const spoken = (manner: Manner) => lines[manner].map((line) => <p key={line.id}>{line.words}</p>);
  return (
    <div class="heard">
      <div role="status" aria-atomic="false" data-live="polite">
        {spoken("polite")}
      </div>
      <div role="alert" aria-atomic="false" data-live="assertive">
        {spoken("assertive")}
      </div>
    </div>
  );
}
