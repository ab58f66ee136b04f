/*
 * Routes to be played on the board, as often as one likes, step by step or by themselves.
 */
import { useEffect, useState } from "preact/hooks";
import { Moves } from "../board/RouteMoves";
import { movesText } from "../board/names";
import { Icon } from "../ui/icons";
import { t, tn } from "../i18n/texts";
import { ShareAnimation } from "./ShareAnimation";
import type { Route } from "./route";

export interface RouteToPlay {
  moves: string[];
  label?: string; // whose it is
}
interface RoutePlayerProps {
  title: string;
  routes: RouteToPlay[];
  count: number; // how many there are, if more than those listed
  route: Route;
}

const BEAT = 750;

export function RoutePlayer({ title, routes, count, route }: RoutePlayerProps) {
  const [chosen, setChosen] = useState(0);
  const [running, setRunning] = useState(false);
  const moves = routes[chosen]?.moves ?? [];
  const at = moves.slice(0, route.moves.length).join(" ") === route.moves.join(" ") ? route.moves.length : 0;
  useEffect(() => {
    if (!running) return;
    if (at >= moves.length) return setRunning(false);
    const timer = setTimeout(() => route.show(moves.slice(0, at + 1), moves), at === 0 ? 250 : BEAT);
    return () => clearTimeout(timer);
  }, [running, at, chosen]);
  if (routes.length === 0) return null;
  const pick = (one: number) => {
    setRunning(false);
    setChosen(one);
    route.show([], routes[one]?.moves);
  };
  const step = (to: number) => {
    setRunning(false);
    route.show(moves.slice(0, to), moves);
  };
  const start = () => {
    if (at === 0 || at >= moves.length) route.show([], moves);
    setRunning(!running);
  };
  return (
    <section class="replay" aria-label={title}>
      <h2>{title}</h2>
      <div class="row wrap">
        <Player at={at} length={moves.length} running={running} onStep={step} onStart={start} />
        <ShareAnimation position={route.begins} moves={moves} />
      </div>
      <ol class="routes" data-test="routes">
        {routes.map((one, i) => (
          <li key={`${one.label}${one.moves.join(" ")}`}>
            <button type="button" class="quiet" aria-pressed={i === chosen} onClick={() => pick(i)}>
              {one.label && (
                <span class="route-label" title={one.label}>
                  {one.label}
                </span>
              )}
              <Moves moves={one.moves} past={i === chosen ? at : 0} />
              <span class="heard">{movesText(one.moves.length)}</span>
            </button>
          </li>
        ))}
      </ol>
      {count > routes.length && <p class="help">{tn("and {n} more", "and {n} more", count - routes.length)}</p>}
    </section>
  );
}

interface PlayerProps {
  at: number;
  length: number;
  running: boolean;
  onStep: (to: number) => void;
  onStart: () => void;
}

function Player({ at, length, running, onStep, onStart }: PlayerProps) {
  return (
    <div class="row">
      <button type="button" class="icon" aria-label={t("Step back")} disabled={at === 0} onClick={() => onStep(at - 1)}>
        <Icon name="back" />
      </button>
      <button type="button" onClick={onStart}>
        <Icon name={running ? "pause" : "play"} /> {running ? t("Pause") : t("Replay")}
      </button>
      <button
        type="button"
        class="icon"
        aria-label={t("Step forward")}
        disabled={at >= length}
        onClick={() => onStep(at + 1)}
      >
        <Icon name="next" />
      </button>
      <span class="tabular">
        {at}/{length}
      </span>
    </div>
  );
}
