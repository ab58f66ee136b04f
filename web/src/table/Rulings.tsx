/*
 * What is agreed at this table, in a few words each.
 */
import type { State } from "../carom/referee";
import { t } from "../texts/texts";
import { choiceOf, rulesWords, sentenceOf } from "./rules";
import type { View } from "../line/remote";

export function Rulings({ state, view }: { state: State; view: View }) {
  const { title } = choiceOf(state.rules.preset);
  return (
    <section class="rulings">
      <p>
        <b>{t(title)}</b>
      </p>
      <p class="help">{sentenceOf(state.rules)}</p>
      <ul>
        {rulesWords(state.rules, view.options).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  );
}
