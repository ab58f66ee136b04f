/*
 * What the solver answers, and what a puzzle of the day is: types alone, for the workers that compute them and for all who read them.
 */
export interface Solution {
  position: string;
  moves: number | null; // null: none found
  route?: string[];
  proven: boolean; // no shorter route exists
  unsolvable?: boolean;
  at_least?: number; // not finished: no route has fewer moves
  nodes?: number;
  count?: number; // shortest routes
  routes?: string[][];
  difficulty?: number;
  word?: string;
}

export interface DailyPuzzle {
  kind: string;
  moves: number; // of a shortest route
  position: string;
}
