/*
 * What has to be reached, and how many moves it took so far: the count is the biggest thing on the screen.
 */
import { Picture } from "../board/Picture";
import { targetSentence } from "../board/screenReader";
import { readPosition, targetOf } from "../wasm/ops";
import { t } from "../i18n/texts";

export function TargetLine({ position, count }: { position: string; count?: number | undefined }) {
  const target = targetOf(readPosition(position));
  return (
    <div class="target-line">
      {target?.token ? (
        <Picture token={target.token} class="target-line-token" key={position} />
      ) : target && target.robot !== "*" ? (
        <Picture robot={target.robot} class="target-line-token" />
      ) : null}
      <p>
        <span data-test="target">{targetSentence(position)}</span>
      </p>
      {count !== undefined && (
        <span class="count" data-test="count" aria-label={t("Moves: {n}", { n: count })}>
          {count}
        </span>
      )}
    </div>
  );
}
