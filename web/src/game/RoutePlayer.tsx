/*
 * Routes to be played on the board, as often as one likes, step by step or by themselves.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Moves } from "../board/RouteMoves";
import { movesText } from "../board/names";
import { Icon } from "../ui/icons";
import { t, tn } from "../i18n/texts";
import { ShareAnimation } from "./ShareAnimation";
import { groupByIdea } from "./ideas";
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
      <Ideas routes={routes} chosen={chosen} at={at} onPick={pick} />
      {count > routes.length && <p class="help">{tn("and {n} more", "and {n} more", count - routes.length)}</p>}
    </section>
  );
}

interface IdeasProps {
  routes: RouteToPlay[];
  chosen: number;
  at: number; // move of the chosen one
  onPick: (route: number) => void;
}

const IDEAS = 3; // shown before the rest is asked for

/* One route for each idea. Those that only swap moves, and further ideas, are made when they are opened. */
function Ideas({ routes, ...props }: IdeasProps) {
  const ideas = groupByIdea(routes.map((route, i) => ({ ...route, i })));
  const one = ({ first, others }: (typeof ideas)[number]) => (
    <li key={first.i}>
      <RouteButton {...props} route={first} i={first.i} />
      {others.length > 0 && (
        <Folded
          words={tn(
            "{n} more with the moves in another order",
            "{n} more with the moves in another order",
            others.length,
          )}
          items={() =>
            others.map((route) => (
              <li key={route.i}>
                <RouteButton {...props} route={route} i={route.i} />
              </li>
            ))
          }
        />
      )}
    </li>
  );
  const rest = ideas.slice(IDEAS);
  return (
    <>
      <ol class="routes" data-test="routes">
        {ideas.slice(0, IDEAS).map(one)}
      </ol>
      {rest.length > 0 && (
        <Folded words={tn("{n} more idea", "{n} more ideas", rest.length)} items={() => rest.map(one)} />
      )}
    </>
  );
}

function Folded({ words, items }: { words: string; items: () => ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="more-routes" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words}</summary>
      {open && <ol class="routes">{items()}</ol>}
    </details>
  );
}

function RouteButton({ route, i, chosen, at, onPick }: Omit<IdeasProps, "routes"> & { route: RouteToPlay; i: number }) {
  return (
    <button type="button" class="quiet" aria-pressed={i === chosen} onClick={() => onPick(i)}>
      {route.label && (
        <span class="route-label" title={route.label}>
          {route.label}
        </span>
      )}
      <Moves moves={route.moves} past={i === chosen ? at : 0} />
      <span class="heard">{movesText(route.moves.length)}</span>
    </button>
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
