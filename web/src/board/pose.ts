/*
 * What a robot does with its face: the drawing code knows every look and mood of a robot (include/carom/render.h), and its body is
 * put in the place of the one on the board.
 */
import { type Direction, type Robot, renderPicture } from "../wasm/ops";
import { currentLook } from "../storage/settings";

type Mood = "calm" | "selected" | "sliding" | "bumped" | "happy";
interface Pose {
  look?: Direction | undefined;
  mood?: Mood;
}

const drawn = new Map<string, Element>();

function bodyOf(robot: Robot, { look, mood = "calm" }: Pose): Element | null {
  const { theme, plain } = currentLook();
  const key = [robot, look, mood, theme, plain].join();
  let body = drawn.get(key);
  if (!body) {
    const text = renderPicture({ robot, mood, theme, plain, ...(look ? { look } : {}) });
    body = new DOMParser().parseFromString(text, "image/svg+xml").querySelector("g.body") ?? undefined;
    if (!body) return null;
    drawn.set(key, body);
  }
  return document.importNode(body, true) as Element;
}

/* How it feels while nothing happens to it. */
export const restingMood = (group: Element): Mood => (group.classList.contains("selected") ? "selected" : "calm");

/* The robot of a group on the board, `robot-R`. */
export const robotOf = (group: Element): Robot => group.id.slice(-1) as Robot;

/* Changes the face at once: eyes jump, they never glide. What is not said stays as it is. */
export function pose(group: Element, wanted: Pose): void {
  const old = group.querySelector(":scope > g.body");
  const { dataset } = group as SVGElement;
  const look = wanted.look ?? (dataset.look as Direction | undefined);
  const body = old && bodyOf(robotOf(group), { ...wanted, look });
  if (!body) return;
  old.replaceWith(body);
  if (look) dataset.look = look;
  dataset.mood = wanted.mood ?? "calm";
}
