/*
 * What stands below the first window is made when nothing else is under way, so that the page can be used sooner.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

export const whenIdle: (work: () => void) => void =
  typeof requestIdleCallback === "function"
    ? (work) => requestIdleCallback(work, { timeout: 1500 })
    : (work) => setTimeout(work, 300);

/* When what has been rendered is on the screen. */
const afterPaint = (work: () => void): void => void requestAnimationFrame(() => setTimeout(work));

/* `soon`: right after the first paint, for what is seen at once but takes long to draw; the words around it come first. */
export function Later({ children, soon = false }: { children: ComponentChildren; soon?: boolean }) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const show = () => setReady(true);
    if (soon) afterPaint(show);
    else requestAnimationFrame(() => whenIdle(show));
  }, []);
  return <>{ready && children}</>;
}
