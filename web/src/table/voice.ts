/*
 * Every event is said and, where there is one, sounded. What needs an answer from this player interrupts.
 */
import { useEffect } from "preact/hooks";
import { sound } from "../board/sound";
import { announce } from "../parts/announce";
import type { Event } from "../carom/referee";
import type { RemoteTable, Witness } from "../line/remote";
import { eventWords } from "./sentences";

/* Watches the events of a table as long as the screen is there. */
export function useWitness(table: RemoteTable, witness: Witness): void {
  useEffect(() => table.witness(witness), [table]);
}

function soundOf(event: Event): void {
  switch (event.ev) {
    case "bid":
      return sound("bid");
    case "won":
      return sound(event.face === "down" ? "lost" : "won");
    case "failed":
      return sound("lost");
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
export function useVoice(table: RemoteTable): void {
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
    const stop = table.witness((event, _before, after) => {
      const { story, you } = table.view;
      const words = eventWords(event, { after, story, you, why: table.may.standing[0]?.why });
      soundOf(event);
      if (words === "") return;
      said.push({ words, small: event.ev === "bid" || event.ev === "done" || event.ev === "joined" });
      urgent ||= event.ev === "turn" && event.by === you;
      timer ??= setTimeout(speak, 60);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [table]);
}
