/*
 * How many people needed how many moves, as rows of a bar chart: every number from the fewest on, and everything beyond the last
 * row in one.
 */
interface Bar {
  moves: number;
  people: number;
  orMore: boolean; // the last row stands for all longer routes
}
const ROWS = 8;

export function barsOf(histogram: [moves: number, people: number][], fewest: number): Bar[] {
  const longest = Math.max(fewest, ...histogram.map(([moves]) => moves));
  const last = Math.min(longest, fewest + ROWS - 1);
  const count = (fits: (moves: number) => boolean): number =>
    histogram.reduce((sum, [moves, people]) => sum + (fits(moves) ? people : 0), 0);
  return Array.from({ length: last - fewest + 1 }, (_, i) => {
    const moves = fewest + i;
    const orMore = moves === last && longest > last;
    return { moves, orMore, people: count((found) => (orMore ? found >= moves : found === moves)) };
  });
}

/* The row that a number of moves belongs to. */
export const isIn = ({ moves, orMore }: Bar, mine: number | null | undefined): boolean =>
  typeof mine === "number" && (orMore ? mine >= moves : mine === moves);
