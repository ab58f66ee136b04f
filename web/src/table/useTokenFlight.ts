/*
 * A token that was won flies from the middle of the board to its owner.
 */
import { renderPicture } from "../wasm/ops";
import { prefersNoMotion, currentTheme } from "../storage/settings";
import type { RemoteTable } from "../remote/remoteTable";
import { useTableEvents } from "./announceEvents";

const FLIGHT = 900;
const SIZE = 64;

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
  const flight = body.animate(
    [{ transform: at(start, 1.6) }, { transform: at(start, 1.9), offset: 0.25 }, { transform: at(end, 0.4) }],
    { duration: FLIGHT, easing: "cubic-bezier(0.5, 0, 0.3, 1)" },
  );
  flight.onfinish = () => body.remove();
  flight.oncancel = () => body.remove();
}

export function useFlight(table: RemoteTable): void {
  useTableEvents(table, (event, _before, after) => {
    if (event.ev !== "won" || event.face === "down" || prefersNoMotion()) return;
    const from = document.querySelector(".table-board");
    const to = document.querySelector(`[data-player="${event.by}"]`);
    if (from && to) fly(event.target, after.micro, to, from);
  });
}
