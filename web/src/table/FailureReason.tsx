/*
 * Over the board, while a demonstration that failed is still looked at: why it failed. Screen readers have heard it.
 */
import { TextWithNames } from "./PlayerName";
import type { ShownPosition } from "./useShownPosition";

export function FailureReason({ seen }: { seen: Pick<ShownPosition, "why"> }) {
  if (seen.why === undefined) return null;
  return (
    <p class="held-why" data-test="held">
      <TextWithNames words={seen.why} />
    </p>
  );
}
