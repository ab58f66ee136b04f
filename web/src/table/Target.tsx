/*
 * What has to be reached: the token turned up (it turns over when it is drawn), or the dice.
 */
import { Picture } from "../board/Picture";
import { microName } from "../board/names";
import { t } from "../texts/texts";
import type { State } from "../carom/referee";
import { goalWords } from "./sentences";

function Die({ face, label }: { face: string; label: string }) {
  return (
    <span class="die-face" role="img" aria-label={`${label}: ${microName(face)}`}>
      <small aria-hidden="true">{label}</small>
      <Picture cell={face} class="die" />
    </span>
  );
}

export function Target({ state }: { state: State }) {
  if (!state.target) return null;
  const micro = state.micro;
  return (
    <div class="target" data-test="target" data-target={state.target}>
      {micro ? (
        <>
          {state.via && <Die face={state.via} label={t("First")} />}
          <Die face={state.target} label={t("Target")} />
        </>
      ) : (
        <Picture token={state.target} class="target-token drawn" key={`${state.round}`} />
      )}
      <p>{goalWords(state)}</p>
    </div>
  );
}
