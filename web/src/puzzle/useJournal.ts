/*
 * The record of this device, shown anew when it changes, also in another tab.
 */
import { useEffect, useState } from "preact/hooks";
import { type Journal, journal, watchJournal } from "../device/record";

export function useJournal(): Journal {
  const [now, set] = useState(journal);
  useEffect(() => {
    const look = () => set(journal());
    const stop = watchJournal(look);
    addEventListener("storage", look);
    return () => {
      stop();
      removeEventListener("storage", look);
    };
  }, []);
  return now;
}
