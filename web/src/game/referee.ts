/*
 * The referee in the browser: games alone run on the same machine as the tables of a server. Time is the page's own clock from
 * the moment the game was opened; the machine says when it wants to be told that time has passed.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../carom/module";
import { announce } from "../parts/announce";
import { t } from "../texts/texts";

export interface Player {
  id: string;
  name: string;
  score: number;
  tokens?: string[];
  bid?: number;
}
/* A table as the C code writes it (docs/referee.md). */
export interface Table {
  seq: number;
  phase: "lobby" | "bidding" | "showing" | "searching" | "between" | "over";
  board: string;
  markers?: string;
  robots?: string;
  round: number;
  left: number;
  down?: number;
  target?: string;
  cell?: string;
  start?: string;
  via?: string;
  until?: number;
  count?: number;
  moves?: number;
  goal: number;
  players: Player[];
  rules: Record<string, unknown> & { hourglass: number; turns: number };
}
export interface GameEvent {
  seq?: number;
  at: number;
  ev?: string;
  by?: string;
  move?: string;
  to?: string;
  count?: number;
  target?: string;
  face?: "up" | "down";
  why?: string;
  refused?: string;
  winners?: string[];
  score?: number;
  start?: string;
  via?: string;
  error?: string;
}

export const ME = "me";

export interface Referee {
  table: Table | undefined;
  now: () => number;
  send: (command: object) => GameEvent[];
}

function lines(text: string): GameEvent[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/* A game for one: opened with these rules (undefined: not yet). `onEvents` hears everything that happens. */
export function useReferee(rules: object | undefined, onEvents: (events: GameEvent[]) => void): Referee {
  const [table, set] = useState<Table>();
  const started = useRef(0);
  const heard = useRef(onEvents);
  heard.current = onEvents;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const now = () => Math.round(performance.now() - started.current);

  const look = () => {
    const { table, deadline } = JSON.parse(call("referee-table", "")) as { table: Table; deadline?: number };
    set(table);
    clearTimeout(timer.current);
    if (deadline !== undefined) timer.current = setTimeout(() => send({ do: "tick" }), Math.max(0, deadline - now()));
  };
  const send = (command: object): GameEvent[] => {
    const events = lines(call("referee", JSON.stringify({ at: now(), ...command })));
    look();
    heard.current(events);
    return events;
  };
  useEffect(() => {
    if (!rules) return set(undefined);
    started.current = performance.now();
    call("referee-forget", "");
    const opening = [
      { do: "open", rules },
      { do: "join", by: ME, name: ME },
      { do: "start", by: ME },
    ];
    const events = opening.flatMap((command) => lines(call("referee", JSON.stringify({ at: 0, ...command }))));
    look();
    heard.current(events);
    return () => clearTimeout(timer.current);
  }, [rules]);
  return { table: rules ? table : undefined, now, send };
}

/* Says why something was refused. */
export function explain(events: GameEvent[]): void {
  const no = events.find((event) => event.refused);
  if (no) announce(refusal(no.why ?? ""), "assertive");
}

/* The referee's refusals in words for players. */
export function refusal(why: string): string {
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
