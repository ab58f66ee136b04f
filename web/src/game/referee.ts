/*
 * A game for one: it runs on the same referee as the tables of a server. Time is the page's own clock from the moment the
 * game was opened; the referee says when it wants to be told that time has passed. A game that was left goes on where it was:
 * its commands are given again with their times, and the clock goes on from when it stopped.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Left } from "../device/left";
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

/* Hears everything that happens, with the table after it; `past` when it is a game that goes on, which was heard before. */
type Hearing = (events: Told[], after: State, past: boolean) => void;
interface Kept {
  left?: Left | null | undefined; // the game goes on from there
  onKeep?: (left: Left) => void; // what has to be remembered
}
const MOST = 4000; // commands that are remembered

/* Opened with these rules (undefined: not yet). */
export function useReferee(rules: object | undefined, onEvents: Hearing, { left, onKeep }: Kept = {}): Referee {
  const [state, set] = useState<State>();
  const started = useRef(0);
  const heard = useRef(onEvents);
  heard.current = onEvents;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const given = useRef<object[]>([]);
  const now = () => Math.round(performance.now() - started.current);

  const settle = ({ events, refused, state, deadline }: Obeyed, past = false): Told[] => {
    set(state);
    clearTimeout(timer.current);
    if (deadline !== undefined) timer.current = setTimeout(tick, Math.max(0, deadline - now()));
    if (refused && !past) announce(t(refused), "assertive");
    heard.current(events, state, past);
    return events;
  };
  const remember = () =>
    rules && given.current.length <= MOST && onKeep?.({ rules, commands: given.current, now: now() });
  const give = (words: object): Told[] => {
    given.current = [...given.current, words];
    const events = settle(command(words));
    remember();
    return events;
  };
  const tick = () => void give({ at: now(), do: "tick" });
  const send = (words: object): Told[] => give({ at: now(), by: ME, ...words });
  useEffect(() => {
    if (!rules) return set(undefined);
    started.current = performance.now() - (left?.now ?? 0);
    given.current = [];
    forget();
    command({ at: 0, do: "open", rules });
    command({ at: 0, do: "join", by: ME, name: t("You") });
    if (left) {
      given.current = left.commands;
      for (const words of left.commands) settle(command(words), true);
    } else give({ at: 0, do: "start", by: ME });
    addEventListener("pagehide", remember);
    return () => {
      clearTimeout(timer.current);
      removeEventListener("pagehide", remember);
      remember();
    };
  }, [rules]);
  return { state: rules ? state : undefined, can: (what) => may(ME, now()).may.includes(what), now, send };
}
