/*
 * Over the board, while a demonstration that failed is still looked at: why it failed. Screen readers have heard it.
 */
import { Named } from "./Named";
import type { Seen } from "./useSeen";

export function HeldWhy({ seen }: { seen: Pick<Seen, "why"> }) {
  if (seen.why === undefined) return null;
  return (
    <p class="held-why" data-test="held">
      <Named words={seen.why} />
    </p>
  );
}
