/*
 * What happened last, newest first: for those who looked away for a moment.
 */
import { t } from "../texts/texts";
import type { TableProps } from "../line/useTable";
import { eventWords } from "./sentences";

const SHOWN = 8;

export function Feed({ view, state }: TableProps) {
  const lines = view.lately
    .filter((event) => event.ev !== "moved" && event.ev !== "reset")
    .slice(-SHOWN)
    .map((event) => ({
      key: event.seq,
      words: eventWords(event, { after: state, story: view.story, you: view.you }),
    }))
    .filter(({ words }) => words !== "")
    .reverse();
  return (
    <details class="feed" open>
      <summary>{t("What happened")}</summary>
      <ol>
        {lines.map(({ key, words }) => (
          <li key={key}>{words}</li>
        ))}
      </ol>
    </details>
  );
}
