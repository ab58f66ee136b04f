/*
 * Help with a position: hints that say a little more each time, and afterwards every shortest route as a replay.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { directionName, movesWords, robotName } from "../board/words";
import type { Looking } from "../carom/useSolution";
import { announce } from "../shell/live";
import { Icon } from "../shell/icons";
import { t, tn } from "../texts/texts";
import type { Route } from "./route";

/* What can be told about a solution, a little more each time; the last line is the whole route. */
export function hintsOf(looking: Looking): string[] {
  const { solution } = looking;
  if (!solution) return [];
  if (solution.unsolvable) return [t("The target cannot be reached from here: that is proven.")];
  const route = solution.routes?.[0] ?? solution.route;
  if (!route || solution.moves === null || !solution.proven) return [t("No answer yet: it takes at least {n} moves.", { n: solution.at_least ?? 0 })];
  const robots = [...new Set(route.map((move) => move[0] ?? ""))];
  const count = solution.count ?? 1;
  return [
    `${tn("The shortest way takes {n} move.", "The shortest way takes {n} moves.", solution.moves)} ${tn("There is only one such way.", "There are {n} such ways.", count)}`,
    t("In one of them these robots move: {robots}.", { robots: robots.map(robotName).join(", ") }),
    ...route.map((move, i) => t("Move {n}: {robot} {direction}.", { n: i + 1, robot: robotName(move[0] ?? ""), direction: directionName(move[1] ?? "") })),
  ];
}

interface HintsProps {
  looking: Looking;
  shown: number;
}

export function Hints({ looking, shown }: HintsProps) {
  if (shown === 0) return null;
  const lines = hintsOf(looking);
  if (lines.length === 0) return <p class="hints">{looking.fault ? t(looking.fault.sentence, { found: looking.fault.found }) : t("Looking for the shortest way…")}</p>;
  return (
    <ol class="hints" data-test="hints">
      {lines.slice(0, shown).map((line) => <li key={line}>{line}</li>)}
    </ol>
  );
}

/* Counts hints for one position and says each aloud. */
export function useHints(position: string, looking: Looking): { shown: number; more: () => void; all: boolean } {
  const [state, set] = useState({ position, shown: 0 });
  const shown = state.position === position ? state.shown : 0;
  const lines = hintsOf(looking);
  const waiting = useRef(false);
  useEffect(() => {
    const line = lines[shown - 1];
    if (shown > 0 && line && waiting.current) {
      announce(line);
      waiting.current = false;
    }
  }, [shown, lines.length]);
  return {
    shown,
    all: lines.length > 0 && shown >= lines.length,
    more: () => {
      waiting.current = true;
      set({ position, shown: Math.min(shown + 1, Math.max(1, lines.length)) });
    },
  };
}

const BEAT = 750;

export function Replay({ looking, route }: { looking: Looking; route: Route }) {
  const routes = looking.solution?.routes ?? [];
  const [chosen, choose] = useState(0);
  const [running, run] = useState(false);
  const moves = routes[chosen] ?? [];
  const at = moves.slice(0, route.moves.length).join(" ") === route.moves.join(" ") ? route.moves.length : 0;
  useEffect(() => {
    if (!running) return;
    if (at >= moves.length) return run(false);
    const timer = setTimeout(() => route.show(moves.slice(0, at + 1)), at === 0 ? 250 : BEAT);
    return () => clearTimeout(timer);
  }, [running, at, chosen]);
  if (routes.length === 0) return null;
  const pick = (one: number) => {
    run(false);
    choose(one);
    route.show([]);
  };
  const start = () => {
    if (at >= moves.length) route.show([]);
    run(!running);
  };
  const count = looking.solution?.count ?? routes.length;
  return (
    <section class="replay" aria-label={t("Shortest routes")}>
      <h2>{tn("The shortest route", "{n} shortest routes", count)}</h2>
      <div class="row">
        <button type="button" class="icon" aria-label={t("Step back")} disabled={at === 0} onClick={() => (run(false), route.show(moves.slice(0, at - 1)))}><Icon name="back" /></button>
        <button type="button" class="primary" onClick={start}><Icon name={running ? "pause" : "play"} /> {running ? t("Pause") : t("Replay")}</button>
        <button type="button" class="icon" aria-label={t("Step forward")} disabled={at >= moves.length} onClick={() => (run(false), route.show(moves.slice(0, at + 1)))}><Icon name="next" /></button>
        <span class="tabular">{at}/{moves.length}</span>
      </div>
      <ol class="routes" data-test="routes">
        {routes.map((one, i) => (
          <li key={one.join(" ")}>
            <button type="button" class="quiet" aria-pressed={i === chosen} onClick={() => pick(i)}>
              {one.map((move, n) => <span key={n} class={`chip chip-${move[0]} ${i === chosen && n < at ? "past" : ""}`}>{move}</span>)}
              <span class="heard">{movesWords(one.length)}</span>
            </button>
          </li>
        ))}
      </ol>
      {count > routes.length && <p class="help">{tn("and {n} more", "and {n} more", count - routes.length)}</p>}
    </section>
  );
}
