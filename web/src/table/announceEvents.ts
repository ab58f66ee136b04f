/*
 * Every event is said and, where there is one, sounded. What needs an answer from this player interrupts.
 */
import { useEffect } from "preact/hooks";
import { sound } from "../board/sounds";
import { eventText } from "../game/eventText";
import { addRoundWon } from "../storage/progress";
import { announce } from "../ui/announce";
import type { Event } from "../wasm/referee";
import type { RemoteTable, TableEventListener } from "../remote/remoteTable";
import { rankReasonText } from "./tableTexts";

/* Watches the events of a table as long as the screen is there. */
export function useTableEvents(table: RemoteTable, witness: TableEventListener): void {
  useEffect(() => table.onEvent(witness), [table]);
}

function soundOf(event: Event): void {
  switch (event.ev) {
    case "bid":
    case "handed":
      return sound("bid");
    case "won":
      return sound(event.face === "down" ? "refused" : "token");
    case "failed":
      return sound("refused");
    default:
      return;
  }
}

interface Said {
  words: string;
  small: boolean; // one of many like it
}
const SMALL = 3;

/* In a crowd only the last few bids of a breath are said; everything else always is. */
function breath(said: Said[]): string {
  const small = said.filter((one) => one.small).slice(-SMALL);
  return said
    .filter((one) => !one.small || small.includes(one))
    .map(({ words }) => words)
    .join(" ");
}

/* Sentences that come in one breath are said together: a live region keeps only the last of them. */
export function useAnnouncements(table: RemoteTable): void {
  useEffect(() => {
    let said: Said[] = [];
    let urgent = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const speak = () => {
      announce(breath(said), urgent ? "assertive" : "polite");
      said = [];
      urgent = false;
      timer = undefined;
    };
    const stop = table.onEvent((event, _before, after) => {
      soundOf(event);
      if (event.ev === "won" && event.by === table.view.you && event.face !== "down") addRoundWon();
      if (event.ev === "opened") return;
      const why = event.ev === "turn" ? rankReasonText(table.may.standing[0]) : "";
      said.push({
        words: eventText(event.said, after) + (why && ` (${why})`),
        small: ["bid", "handed", "shown", "done", "joined"].includes(event.ev),
      });
      urgent ||= event.ev === "turn" && event.by === table.view.you;
      timer ??= setTimeout(speak, 60);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [table]);
}
