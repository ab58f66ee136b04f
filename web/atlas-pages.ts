/*
 * What the atlas screen fetches, made of the results in data/: one file with what all of them come to, and one for each board.
 * The page itself carries none of it.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

interface Result {
  board: string;
  target: string;
  placements: number;
  unsolvable: number;
  max: number;
  mean: number;
  sum: number;
  histogram: number[];
  hardest: string[];
}

const TOP = 20; // records that are listed
const TOP_LATER = 4; // and of the box of 2013
const TARGETS = 17; // of a board whose results are complete
const LONG = 20; // moves of a position that the books call a problem for one person (R18)

/* Fields may be in quotes, and those hold commas. */
const fields = (line: string): string[] =>
  [...line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g)].map(([, field = ""]) => field.replaceAll('"', ""));

function rows(path: string): string[][] {
  const [, ...lines] = readFileSync(path, "utf8").trim().split("\n");
  return lines.map(fields);
}

const numbers = (words: string): number[] => words.split(" ").map(Number);

const results = (path: string): Result[] =>
  rows(path).map((row) => ({
    board: row[0] ?? "",
    target: row[1] ?? "",
    placements: Number(row[3]),
    unsolvable: Number(row[4]),
    max: Number(row[5]),
    mean: Number(row[6]),
    sum: Number(row[7]),
    histogram: numbers(row[8] ?? ""),
    hardest: (row[9] ?? "").split(" "),
  }));

const total = (list: number[]): number => list.reduce((sum, one) => sum + one, 0);

/* Histograms added up. */
function added(list: Result[]): number[] {
  const sums: number[] = [];
  for (const { histogram } of list)
    for (const [moves, count] of histogram.entries()) sums[moves] = (sums[moves] ?? 0) + count;
  return sums;
}

/* Longest first; among equals the rarer. */
const byRarity = (a: Result, b: Result): number =>
  b.max - a.max || (a.histogram[a.max] ?? 0) - (b.histogram[b.max] ?? 0);

const record = ({ board, target, max, histogram, hardest }: Result) => ({
  board,
  target,
  max,
  count: histogram[max] ?? 0,
  hardest: hardest.slice(0, 3),
});

/* Boards of 2013 without barriers, as far as they are done. */
const ofLater = (later: Result[]) => ({
  boards: new Set(later.map((one) => one.board)).size,
  max: Math.max(0, ...later.map((one) => one.max)),
  records: [...later].sort(byRarity).slice(0, TOP_LATER).map(record),
});

function summary(all: Result[], later: Result[], sample: Result[]): object {
  const placements = total(all.map((one) => one.placements));
  const unsolvable = total(all.map((one) => one.unsolvable));
  const moves = added(all);
  return {
    placements,
    unsolvable,
    mean: total(all.map((one) => one.sum)) / (placements - unsolvable),
    max: moves.length - 1,
    long: total(moves.slice(LONG)),
    moves,
    records: [...all].sort(byRarity).slice(0, TOP).map(record),
    later: ofLater(later),
    sample: [...sample].sort(byRarity).map((one) => ({ ...record(one), mean: one.mean, unsolvable: one.unsolvable })),
  };
}

const ofBoard = ({ target, max, mean, histogram, hardest }: Result, heat: number[] | undefined) => ({
  target,
  max,
  mean,
  histogram,
  hardest,
  ...(heat ? { heat } : {}),
});

/* Those whose board has results for all targets. */
function complete(list: Result[]): Result[] {
  const count = new Map<string, number>();
  for (const { board } of list) count.set(board, (count.get(board) ?? 0) + 1);
  return list.filter(({ board }) => count.get(board) === TARGETS);
}

/* Writes all files into a folder. */
export function makeAtlasPages(data: string, folder: string): void {
  const all = results(`${data}/atlas-1999.csv`);
  const later = complete(results(`${data}/atlas-2013.csv`));
  const sample = results(`${data}/atlas-2013-sample.csv`);
  const cells = ["1999", "2013"].flatMap((box) => rows(`${data}/atlas-${box}-cells.csv`));
  const heat = new Map(cells.map((row) => [`${row[0]} ${row[1]}`, numbers(row[3] ?? "")]));
  const boards = [...new Set([...all, ...later].map((one) => one.board))].map((board) => {
    const own = [...all, ...later].filter((one) => one.board === board);
    writeFileSync(
      `${folder}/atlas-${board}.json`,
      JSON.stringify(own.map((one) => ofBoard(one, heat.get(`${board} ${one.target}`)))),
    );
    return [board, Math.max(...own.map((one) => one.max))];
  });
  writeFileSync(`${folder}/atlas.json`, JSON.stringify({ ...summary(all, later, sample), boards }));
}

export function atlasPages(): void {
  const folder = "src/atlas/made";
  mkdirSync(folder, { recursive: true });
  makeAtlasPages("../data", folder);
}
