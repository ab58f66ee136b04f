/*
 * The store for a screen: opened when it comes, closed when it goes, nudged when the device wakes up or finds its network.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { browserWorld } from "./client";
import { TableStore, type View } from "./store";

export function useTable(code: string, display: boolean): { store: TableStore; view: View } {
  const store = useMemo(() => new TableStore(code, browserWorld(code), display ? "display" : undefined), [code, display]);
  const [, again] = useState(0);
  useEffect(() => {
    const stop = store.watch(() => again((n) => n + 1));
    const nudge = () => document.visibilityState === "visible" && store.client.nudge();
    store.client.open();
    document.addEventListener("visibilitychange", nudge);
    addEventListener("online", nudge);
    addEventListener("offline", nudge);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", nudge);
      removeEventListener("online", nudge);
      removeEventListener("offline", nudge);
      store.close();
    };
  }, [store]);
  return { store, view: store.view };
}
