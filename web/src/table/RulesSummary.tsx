/*
 * What is agreed at this table, in a few words each.
 */
import type { State } from "../wasm/referee";
import { t } from "../i18n/texts";
import { choiceOf, rulesText, sentenceOf } from "./rules";
import type { View } from "../remote/remoteTable";

export function RulesSummary({ state, view }: { state: State; view: View }) {
  const { title } = choiceOf(state.rules.preset);
  return (
    <section class="rulings">
      <p>
        <b>{t(title)}</b>
      </p>
      <p class="help">{sentenceOf(state.rules)}</p>
      <ul>
        {rulesText(state.rules, view.options).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  );
}
