/*
 * What `carom atlas` has found, as the build has cut it up (web/atlas-pages.ts): fetched when it is looked at.
 */
import { useEffect, useState } from "preact/hooks";

/* The hardest placements of a board and target. */
export interface Hardest {
  board: string;
  target: string;
  max: number;
  count: number; // placements that need this many moves
  hardest: string[]; // the robots of some of them
}
export interface Sampled extends Hardest {
  mean: number;
  unsolvable: number;
}
export interface Summary {
  placements: number;
  unsolvable: number;
  mean: number;
  max: number;
  long: number; // placements of 20 moves and more
  moves: number[]; // placements by number of moves
  records: Hardest[];
  later: { boards: number; max: number; records: Hardest[] }; // boards of 2013 that 1999 lacks, without barriers
  sample: Sampled[]; // of boards with barriers
  boards: [string, number][]; // with their maxima
}
export interface TargetResult {
  target: string;
  max: number;
  mean: number;
  histogram: number[];
  hardest: string[];
  heat?: number[]; // the mean by the active robot's cell, in tenths; 0: it cannot stand there
}

const files = import.meta.glob<{ default: unknown }>("./made/*.json");

export interface Fetched<T> {
  found?: T;
  missing?: boolean; // there is no such thing, or no network
}

/* The contents of a file, when it is there. */
function useFile<T>(name: string): Fetched<T> {
  const [state, setState] = useState<{ name: string } & Fetched<T>>({ name: "" });
  useEffect(() => {
    const fetch = files[`./made/${name}.json`] ?? (() => Promise.reject(new Error(name)));
    fetch().then(
      (file) => setState({ name, found: file.default as T }),
      () => setState({ name, missing: true }),
    );
  }, [name]);
  return state.name === name ? state : {};
}

export const useSummary = (): Fetched<Summary> => useFile("atlas");
export const useBoard = (board: string): Fetched<TargetResult[]> => useFile(`atlas-${board}`);

/* Boards are listed with red in the north-west; somebody may have it lie another way. */
export function turned(board: string): string {
  const faces = board.toUpperCase().split("-");
  const red = faces.findIndex((face) => face.startsWith("R"));
  return [...faces.slice(red), ...faces.slice(0, red)].join("-");
}

/* Of several heat maps of a board the mean; undefined if there are none. */
export function meanHeat(results: TargetResult[]): number[] | undefined {
  const known = results.flatMap((one) => (one.heat ? [one.heat] : []));
  const sum = (cell: number): number => known.reduce((all, heat) => all + (heat[cell] ?? 0), 0);
  return known[0]?.map((_, cell) => Math.round(sum(cell) / known.length));
}
