/*
 * What happened last, newest first: for those who looked away for a moment.
 */
import { saidWords } from "../game/said";
import type { TableProps } from "../line/useTable";
import { t } from "../texts/texts";
import { Named } from "./Named";

const SHOWN = 8;
const UNTOLD = ["opened", "moved", "reset"]; // seen on the board

export function Feed({ view, state }: TableProps) {
  const told = view.lately.filter((event) => !UNTOLD.includes(event.ev)).slice(-SHOWN);
  return (
    <details class="feed" open>
      <summary>{t("What happened")}</summary>
      <ol>
        {told.reverse().map((event) => (
          <li key={event.seq}>
            <Named words={saidWords(event.said, state)} />
          </li>
        ))}
      </ol>
    </details>
  );
}
