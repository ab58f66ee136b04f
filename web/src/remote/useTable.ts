/*
 * The table for a screen: opened when it comes, closed when it goes, nudged when the device wakes up or finds its network.
 * Other programs on the page (a streamer's overlay, the tests) hear every event with the table after it as `carom-event`.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { browserWorld } from "./connection";
import type { State } from "../wasm/referee";
import { RemoteTable, type View, type TableEventListener } from "./remoteTable";

/* As the server writes them, and the sentence apart. */
const dispatch: TableEventListener = (
  { said, ...event },
  _before,
  { shown: _shown, micro: _micro, solo: _solo, race: _race, ...state },
) => dispatchEvent(new CustomEvent("carom-event", { detail: { event, state, said } }));

/* What every part of a table's screen is given. */
export interface TableProps {
  table: RemoteTable;
  view: View;
  state: State;
}

export function useTable(code: string, display: boolean): { table: RemoteTable; view: View } {
  const table = useMemo(() => new RemoteTable(code, browserWorld(), display ? "display" : undefined), [code, display]);
  const [, again] = useState(0);
  useEffect(() => {
    const stop = table.watch(() => again((n) => n + 1));
    const stopEvents = table.onEvent(dispatch);
    const nudge = () => document.visibilityState === "visible" && table.client.checkAlive();
    table.client.open();
    document.addEventListener("visibilitychange", nudge);
    addEventListener("online", nudge);
    addEventListener("offline", nudge);
    return () => {
      stop();
      stopEvents();
      document.removeEventListener("visibilitychange", nudge);
      removeEventListener("online", nudge);
      removeEventListener("offline", nudge);
      table.close();
    };
  }, [table]);
  return { table, view: table.view };
}
