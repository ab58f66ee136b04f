/*
 * Routes grouped by idea: those in which every robot makes the same moves are one, in whatever order the robots take turns. A
 * position can have eighty shortest routes that are one idea.
 */
interface Idea<T> {
  first: T;
  others: T[]; // the same, with moves swapped
}

const ideaOf = (moves: string[]): string => {
  const byRobot = new Map<string, string[]>();
  for (const move of moves) byRobot.set(move[0] ?? "", [...(byRobot.get(move[0] ?? "") ?? []), move]);
  return [...byRobot.values()]
    .map((own) => own.join(" "))
    .sort()
    .join(", ");
};

export function groupByIdea<T extends { moves: string[] }>(routes: T[]): Idea<T>[] {
  const ideas = new Map<string, Idea<T>>();
  for (const route of routes) {
    const key = ideaOf(route.moves);
    const known = ideas.get(key);
    if (known) known.others.push(route);
    else ideas.set(key, { first: route, others: [] });
  }
  return [...ideas.values()];
}
