/*
 * A game for one: it runs on the same referee as the tables of a server. Time is the page's own clock from the moment the
 * game was opened; the referee says when it wants to be told that time has passed.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Do, type Event, type Refused, type State, command, forget, look, may } from "../carom/referee";
import { announce } from "../parts/announce";
import { t } from "../texts/texts";

export const ME = "me";

export interface Referee {
  state: State | undefined;
  can: (what: Do) => boolean;
  now: () => number;
  /* Gives this player's command and returns what happened; a refusal is said aloud. */
  send: (words: object) => Event[];
}

const isEvent = (line: Event | Refused): line is Event => "ev" in line;

/* Opened with these rules (undefined: not yet). `onEvents` hears everything that happens, with the table after it. */
export function useReferee(rules: object | undefined, onEvents: (events: Event[], after: State) => void): Referee {
  const [state, set] = useState<State>();
  const started = useRef(0);
  const heard = useRef(onEvents);
  heard.current = onEvents;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const now = () => Math.round(performance.now() - started.current);

  /* What follows from the lines of an answer. */
  const settle = (lines: (Event | Refused)[]): Event[] => {
    const { state, deadline } = look();
    set(state);
    clearTimeout(timer.current);
    if (deadline !== undefined) timer.current = setTimeout(tick, Math.max(0, deadline - now()));
    const refused = lines.find((line) => !isEvent(line));
    if (refused && "why" in refused) announce(refusal(refused.why), "assertive");
    const events = lines.filter(isEvent);
    heard.current(events, state);
    return events;
  };
  const tick = () => void settle(command({ at: now(), do: "tick" }));
  const send = (words: object): Event[] => settle(command({ at: now(), by: ME, ...words }));
  useEffect(() => {
    if (!rules) return set(undefined);
    started.current = performance.now();
    forget();
    const opening = [
      { do: "open", rules },
      { do: "join", by: ME, name: ME },
      { do: "start", by: ME },
    ];
    settle(opening.flatMap((words) => command({ at: 0, ...words })));
    return () => clearTimeout(timer.current);
  }, [rules]);
  return { state: rules ? state : undefined, can: (what) => may(ME, now()).may.includes(what), now, send };
}

/* The referee's refusals in words for players. */
function refusal(why: string): string {
  switch (why) {
    case "not-lower":
      return t("Your bid can only go down.");
    case "closed":
      return t("Too late, the sand is out.");
    case "too-early":
      return t("Not yet: first everybody may look for a while.");
    case "not-your-turn":
      return t("It is not your turn.");
    case "no-move":
      return t("That move is not possible.");
    case "blocked":
      return t("There is something in the way.");
    case "bad-number":
      return t("A bid is a whole number, at least 1.");
    case "said-done":
      return t("You have said that you are done.");
    default:
      return t("That is not possible now.");
  }
}
