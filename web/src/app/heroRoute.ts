/*
 * The board of the first screen plays its route again and again: it looks, slides, answers when the target is reached, and goes home. It is
 * slower than in a game. With reduced motion the finished route stands there. Nothing moves while the board is not seen.
 */
import { moveRobots, redraw, robotsOf } from "../board/svgLayers";
import { pose } from "../board/pose";
import { type Direction, playRoute } from "../wasm/ops";
import { currentLook, prefersNoMotion } from "../storage/settings";

const PER_CELL = 40;
const LOOK = 350;
const REST = 300;
const JOY = 1700;

interface Shown {
  position: string;
  route: string[];
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/* Calls `onMade` with how many moves are made. Returns what stops it. */
export function playRouteForEver(
  stage: HTMLElement,
  { position, route }: Shown,
  onMade: (n: number) => void,
): () => void {
  let stopped = false;
  let seen = true;
  const watch = new IntersectionObserver((all) => (seen = all.at(-1)?.isIntersecting ?? true));
  watch.observe(stage);
  const svg = () => stage.querySelector("svg") as SVGSVGElement | null;
  const draw = (moves: string[]) => {
    const on = svg();
    if (on) redraw(on, "route", { position, route: moves.join(" "), ...currentLook() });
  };
  const make = async (n: number) => {
    const on = svg();
    const [before, after] = [playRoute(position, route.slice(0, n)), playRoute(position, route.slice(0, n + 1))];
    const group = on?.querySelector(`#robot-${route[n]?.[0]}`);
    if (!on || !group) return;
    pose(group, { look: route[n]?.[1] as Direction });
    await pause(LOOK);
    if (stopped) return;
    onMade(n + 1);
    draw(route.slice(0, n + 1));
    await Promise.all(moveRobots(on, robotsOf(before.position), after.position, after.steps.at(-1), PER_CELL));
    await pause(n + 1 === route.length ? JOY : REST);
  };
  const goHome = async () => {
    const on = svg();
    onMade(0);
    draw([]);
    if (on) await Promise.all(moveRobots(on, robotsOf(playRoute(position, route).position), position, undefined));
    await pause(LOOK);
  };
  const stand = () => {
    const on = svg();
    onMade(route.length);
    draw(route);
    if (on) void moveRobots(on, robotsOf(position), playRoute(position, route).position, undefined);
  };
  const play = async () => {
    while (!stopped && !svg()) await pause(100); // a page in the background draws nothing yet
    if (!stopped && prefersNoMotion()) return stand();
    for (let n = 0; !stopped; n = (n + 1) % route.length) {
      while (!stopped && (!seen || document.hidden)) await pause(500);
      if (stopped) return;
      await make(n);
      if (n + 1 === route.length && !stopped && !prefersNoMotion()) await goHome();
    }
  };
  void play();
  return () => {
    stopped = true;
    watch.disconnect();
  };
}
