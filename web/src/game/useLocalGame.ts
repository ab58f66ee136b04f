/*
 * A game for one: it runs on the same referee as the tables of a server. Time is the page's own clock from the moment the
 * game was opened; the referee says when it wants to be told that time has passed. A game that was left goes on where it was:
 * its commands are given again with their times, and the clock goes on from when it stopped.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { SavedSolo } from "../storage/savedSolo";
import { type CommandKind, type CommandResult, type State, type EventWithText, RefereeTable } from "../wasm/referee";
import { announce } from "../ui/announce";
import { t } from "../i18n/texts";

const ME = "me";

export interface Referee {
  state: State | undefined;
  can: (what: CommandKind) => boolean;
  now: () => number;
  /* Gives this player's command and returns what happened; a refusal is said aloud. */
  send: (words: object) => EventWithText[];
}

/* Hears everything that happens, with the table after it; `past` when it is a game that goes on, which was heard before. */
type Hearing = (events: EventWithText[], after: State, past: boolean) => void;
interface Kept {
  left?: SavedSolo | null | undefined; // the game goes on from there
  onKeep?: (left: SavedSolo) => void; // what has to be remembered
}
const MOST = 4000; // commands that are remembered

/* Opened with these rules (undefined: not yet). */
export function useLocalGame(rules: object | undefined, onEvents: Hearing, { left, onKeep }: Kept = {}): Referee {
  const [state, setState] = useState<State>();
  const started = useRef(0);
  const heard = useRef(onEvents);
  heard.current = onEvents;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const given = useRef<object[]>([]);
  const table = useRef<RefereeTable>();
  const now = () => Math.round(performance.now() - started.current);

  const settle = ({ events, refused, state, deadline }: CommandResult, past = false): EventWithText[] => {
    setState(state);
    clearTimeout(timer.current);
    if (deadline !== undefined) timer.current = setTimeout(tick, Math.max(0, deadline - now()));
    if (refused && !past) announce(t(refused), "assertive");
    heard.current(events, state, past);
    return events;
  };
  const remember = () =>
    rules && given.current.length <= MOST && onKeep?.({ rules, commands: given.current, now: now() });
  const give = (words: object): EventWithText[] => {
    if (!table.current) return [];
    given.current = [...given.current, words];
    const events = settle(table.current.runCommand(words));
    remember();
    return events;
  };
  const tick = () => void give({ at: now(), do: "tick" });
  const send = (words: object): EventWithText[] => give({ at: now(), by: ME, ...words });
  useEffect(() => {
    if (!rules) return setState(undefined);
    started.current = performance.now() - (left?.now ?? 0);
    given.current = [];
    const opened = (table.current = new RefereeTable());
    opened.runCommand({ at: 0, do: "open", rules });
    opened.runCommand({ at: 0, do: "join", by: ME, name: t("You") });
    if (left) {
      given.current = left.commands;
      for (const words of left.commands) settle(opened.runCommand(words), true);
    } else give({ at: 0, do: "start", by: ME });
    addEventListener("pagehide", remember);
    return () => {
      clearTimeout(timer.current);
      removeEventListener("pagehide", remember);
      remember();
      table.current = undefined;
      opened.close();
    };
  }, [rules]);
  const can = (what: CommandKind): boolean => table.current?.allowed(ME, now()).may.includes(what) ?? false;
  return { state: rules ? state : undefined, can, now, send };
}
