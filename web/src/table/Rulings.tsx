/*
 * What is agreed at this table, in a few words each.
 */
import type { State } from "../carom/referee";
import { presetHelp, presetName, rulesWords } from "./rules";
import type { View } from "../line/remote";

export function Rulings({ state, view }: { state: State; view: View }) {
  return (
    <section class="rulings">
      <p>
        <b>{presetName(state.rules.preset)}</b>
      </p>
      <p class="help">{presetHelp(state.rules.preset)}</p>
      <ul>
        {rulesWords(state.rules, view.options).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  );
}
