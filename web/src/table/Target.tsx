/*
 * What has to be reached: the token turned up (it turns over when it is drawn), or the dice.
 */
import { Picture } from "../board/Picture";
import { Dice } from "../board/Dice";
import type { State } from "../wasm/referee";
import { StatusLine, type Said } from "../game/StatusLine";
import { targetSentence } from "../board/screenReader";

const upper = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/* With what can be done now below it. */
export function Target({ state, step }: { state: State; step?: Said | undefined }) {
  if (!state.target) return null;
  return (
    <div class="target" data-test="target" data-target={state.target}>
      {state.micro ? (
        <Dice {...state} />
      ) : (
        <Picture token={state.target} class="target-token drawn" key={`${state.round}`} />
      )}
      <div>
        <p>{upper(targetSentence(state.shown))}</p>
        {step && <StatusLine {...step} />}
      </div>
    </div>
  );
}
