/*
 * What happened last, newest first: for those who looked away for a moment.
 */
import { eventText } from "../game/eventText";
import type { TableProps } from "../remote/useTable";
import { t } from "../i18n/texts";
import { TextWithNames } from "./PlayerName";

const SHOWN = 8;
const UNTOLD = ["opened", "moved", "reset"]; // seen on the board

export function EventFeed({ view, state }: TableProps) {
  const told = view.recentEvents.filter((event) => !UNTOLD.includes(event.ev)).slice(-SHOWN);
  return (
    <details class="feed" open>
      <summary>{t("Game log")}</summary>
      <ol>
        {told.reverse().map((event) => (
          <li key={event.seq}>
            <TextWithNames words={eventText(event.said, state)} />
          </li>
        ))}
      </ol>
    </details>
  );
}
