/*
 * A file of graded puzzles as the build makes it: position, moves and difficulty, a line each.
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
