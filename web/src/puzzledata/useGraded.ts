/*
 * All graded puzzles on a screen: undefined while they are fetched, null if they could not be.
 */
import { useEffect, useState } from "preact/hooks";
import { type PuzzlesByDifficulty, fetchAllPuzzles } from "./graded";

export function useAllPuzzles(): PuzzlesByDifficulty | null | undefined {
  const [all, setAll] = useState<PuzzlesByDifficulty | null>();
  useEffect(() => {
    let stale = false;
    const tell = (found: PuzzlesByDifficulty | null) => void (stale || setAll(found));
    fetchAllPuzzles().then(tell, () => tell(null));
    return () => {
      stale = true;
    };
  }, []);
  return all;
}
