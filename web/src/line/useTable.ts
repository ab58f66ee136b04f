/*
 * The store for a screen: opened when it comes, closed when it goes, nudged when the device wakes up or finds its network.
 * Other programs on the page (a streamer's overlay, the tests) hear every event with the table after it as `carom-event`.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { browserWorld } from "./client";
import type { State } from "../carom/referee";
import { TableStore, type View } from "./store";

/* What every part of a table's screen is given. */
export interface TableProps {
  store: TableStore;
  view: View;
  state: State;
}

export function useTable(code: string, display: boolean): { store: TableStore; view: View } {
  const store = useMemo(() => new TableStore(code, browserWorld(), display ? "display" : undefined), [code, display]);
  const [, again] = useState(0);
  useEffect(() => {
    const stop = store.watch(() => again((n) => n + 1));
    store.witness((event, _before, state) =>
      dispatchEvent(new CustomEvent("carom-event", { detail: { event, state } })),
    );
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
