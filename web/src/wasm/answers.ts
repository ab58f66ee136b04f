/*
 * What the solver answers, and what a puzzle of the day is: types alone, for the workers that compute them and for all who read them.
 */
/* What the solver found. */
export interface Solution {
  position: string;
  moves: number | null; // what a shortest route costs; null: none found
  route?: string[];
  proven: boolean; // no shorter route exists
  unsolvable?: boolean; // proven: there is no route
  at_least?: number; // not finished: no route has fewer moves
  nodes?: number; // how many states were searched
  count?: number; // shortest routes
  routes?: string[][]; // the shortest routes, simplest first
  difficulty?: number; // 0 to 100
  word?: string; // its grade: trivial, easy, medium, hard, fiendish
}

export interface DailyPuzzle {
  kind: string; // easy, medium, fiendish, micro
  moves: number; // of a shortest route
  position: string;
}
