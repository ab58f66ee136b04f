/*
 * The history of this device for a screen, the oldest entry first; undefined while it is read.
 */
import { useEffect, useState } from "preact/hooks";
import type { HistoryEntry } from "../storage/historyEntry";
import { loadHistory, watchHistory } from "../storage/historyStore";

export function useHistory(): HistoryEntry[] | undefined {
  const [all, setAll] = useState<HistoryEntry[]>();
  useEffect(() => {
    let stale = false;
    const look = () => void loadHistory().then((found) => void (stale || setAll(found)));
    look();
    const stop = watchHistory(look);
    return () => {
      stale = true;
      stop();
    };
  }, []);
  return all;
}
