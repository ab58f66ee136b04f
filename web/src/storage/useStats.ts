/*
 * The record of this device, shown anew when it changes, also in another tab.
 */
import { useEffect, useState } from "preact/hooks";
import { type PlayerStats, loadStats, watchStats } from "./stats";

export function useStats(): PlayerStats {
  const [now, setNow] = useState(loadStats);
  useEffect(() => {
    const look = () => setNow(loadStats());
    const stop = watchStats(look);
    addEventListener("storage", look);
    return () => {
      stop();
      removeEventListener("storage", look);
    };
  }, []);
  return now;
}
