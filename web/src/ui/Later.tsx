/*
 * What stands below the first window is made when nothing else is under way, so that the page can be used sooner.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

export const whenIdle: (work: () => void) => void =
  typeof requestIdleCallback === "function"
    ? (work) => requestIdleCallback(work, { timeout: 1500 })
    : (work) => setTimeout(work, 300);

export function Later({ children }: { children: ComponentChildren }) {
  const [ready, setReady] = useState(false);
  useEffect(() => void requestAnimationFrame(() => whenIdle(() => setReady(true))), []);
  return <>{ready && children}</>;
}
