/*
 * All graded puzzles on a screen: undefined while they are fetched, null if they could not be.
 */
import { useEffect, useState } from "preact/hooks";
import { type All, allGraded } from "./graded";

export function useGraded(): All | null | undefined {
  const [all, set] = useState<All | null>();
  useEffect(() => {
    let stale = false;
    const tell = (found: All | null) => void (stale || set(found));
    allGraded().then(tell, () => tell(null));
    return () => {
      stale = true;
    };
  }, []);
  return all;
}
