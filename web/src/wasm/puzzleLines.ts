/*
 * A line of a file of graded puzzles, as the build makes them: position, moves and difficulty. In a file of its own, because
 * the npm package has it as well (npm/make).
 */
export interface PuzzleLine {
  position: string;
  moves: number; // of a shortest route
  difficulty: number; // 0 to 100
}

export function parseLines(text: string): PuzzleLine[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [position = "", moves, difficulty] = line.split(" ");
    return { position, moves: Number(moves), difficulty: Number(difficulty) };
  });
}
