/*
 * A token that was won flies from the middle of the board to its owner.
 */
import { renderPicture } from "../wasm/ops";
import { prefersNoMotion, currentTheme } from "../storage/settings";
import type { RemoteTable } from "../remote/remoteTable";
import { useTableEvents } from "./announceEvents";

const FLIGHT = 620;
const LIT = 900;
const SIZE = 64;
const ARC = 60; // pixels above

function fly(token: string, micro: boolean, to: Element, from: Element): void {
  const body = document.createElement("div");
  body.className = "flying";
  body.setAttribute("aria-hidden", "true");
  body.innerHTML = micro ? "" : renderPicture({ token, theme: currentTheme(), prefix: "fly-" });
  if (micro) body.classList.add("flying-chip");
  document.body.append(body);
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const at = (box: DOMRect, size: number) =>
    `translate(${box.left + box.width / 2 - SIZE / 2}px, ${box.top + box.height / 2 - SIZE / 2}px) scale(${size})`;
  /* An arc: half way it is above the straight line, and it turns once. */
  const half = new DOMRect((start.left + end.left) / 2, Math.min(start.top, end.top) - ARC, start.width, start.height);
  const flight = body.animate(
    [
      { transform: `${at(start, 1.6)} rotate(0deg)` },
      { transform: `${at(half, 1.2)} rotate(180deg)`, offset: 0.5 },
      { transform: `${at(end, 0.4)} rotate(360deg)` },
    ],
    { duration: FLIGHT, easing: "cubic-bezier(0.5, 0, 0.2, 1)" },
  );
  flight.onfinish = flight.oncancel = () => body.remove();
  to.animate([{ backgroundColor: "transparent" }, { backgroundColor: "var(--Y-tint)" }, {}], {
    duration: LIT,
    delay: FLIGHT,
  });
}

export function useFlight(table: RemoteTable): void {
  useTableEvents(table, (event, _before, after) => {
    if (event.ev !== "won" || event.face === "down" || prefersNoMotion()) return;
    const from = document.querySelector(".table-board");
    const to = document.querySelector(`[data-player="${event.by}"]`);
    if (from && to) fly(event.target, after.micro, to, from);
  });
}
