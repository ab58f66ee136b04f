/*
 * A game for one: it runs on the same referee as the tables of a server. Time is the page's own clock from the moment the
 * game was opened; the referee says when it wants to be told that time has passed.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Do, type Obeyed, type State, type Told, command, forget, may } from "../carom/referee";
import { announce } from "../parts/announce";
import { t } from "../texts/texts";

const ME = "me";

export interface Referee {
  state: State | undefined;
  can: (what: Do) => boolean;
  now: () => number;
  /* Gives this player's command and returns what happened; a refusal is said aloud. */
  send: (words: object) => Told[];
}

/* Opened with these rules (undefined: not yet). `onEvents` hears everything that happens, with the table after it. */
export function useReferee(rules: object | undefined, onEvents: (events: Told[], after: State) => void): Referee {
  const [state, set] = useState<State>();
  const started = useRef(0);
  const heard = useRef(onEvents);
  heard.current = onEvents;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const now = () => Math.round(performance.now() - started.current);

  const settle = ({ events, refused, state, deadline }: Obeyed): Told[] => {
    set(state);
    clearTimeout(timer.current);
    if (deadline !== undefined) timer.current = setTimeout(tick, Math.max(0, deadline - now()));
    if (refused) announce(t(refused), "assertive");
    heard.current(events, state);
    return events;
  };
  const tick = () => void settle(command({ at: now(), do: "tick" }));
  const send = (words: object): Told[] => settle(command({ at: now(), by: ME, ...words }));
  useEffect(() => {
    if (!rules) return set(undefined);
    started.current = performance.now();
    forget();
    command({ at: 0, do: "open", rules });
    command({ at: 0, do: "join", by: ME, name: t("You") });
    settle(command({ at: 0, do: "start", by: ME }));
    return () => clearTimeout(timer.current);
  }, [rules]);
  return { state: rules ? state : undefined, can: (what) => may(ME, now()).may.includes(what), now, send };
}
