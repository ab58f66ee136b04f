/*
 * A list of puzzles that somebody has made: a name, positions, notes; all of it in the link (device/code.ts), so that no server keeps
 * it. What comes from a link is checked here, once: how long it is, and that every position can be played.
 */
import { faultWords } from "../board/spoken";
import { Fault, describe } from "../carom/ask";
import { BadCode, pack, unpack } from "../device/code";
import { mark, t } from "../texts/texts";

export interface Listed {
  position: string;
  note: string;
}
export interface List {
  name: string;
  puzzles: Listed[];
}

export const MOST = { name: 60, note: 300, puzzles: 60, position: 2000, bytes: 64_000, link: 12_000 };
const VERSION = 1;

/* Why a list cannot be taken; a message id with {found} and {n} to be filled in. */
export class BadList extends Error {
  constructor(
    readonly sentence: string,
    readonly found = "",
    readonly n = 0,
  ) {
    super(sentence);
  }
}
export function listFault(why: unknown): string {
  if (why instanceof BadList) return t(why.sentence, { found: why.found, n: why.n });
  if (why instanceof BadCode)
    return why.wrong === "too-long"
      ? t("This link has more in it than a list may have.")
      : t("This link is cut off or damaged: ask for it again.");
  return String(why);
}

const isWords = (words: unknown, most: number): words is string => typeof words === "string" && words.length <= most;

function readPuzzle(one: unknown, number: number): Listed {
  const [position, note = ""] = Array.isArray(one) ? one : [];
  if (!isWords(position, MOST.position) || !isWords(note, MOST.note))
    throw new BadList(mark("Puzzle {n} of this list cannot be read."), "", number);
  try {
    return { position: describe(position, true).position, note };
  } catch (why) {
    const found = why instanceof Fault ? faultWords(why) : "";
    throw new BadList(mark("Puzzle {n} of this list cannot be played: {found}"), found, number);
  }
}

export function readList(value: unknown): List {
  if (!Array.isArray(value)) throw new BadCode("damaged");
  const [version, name, ...puzzles] = value;
  if (typeof version !== "number" || version < 1) throw new BadCode("damaged");
  if (version > VERSION)
    throw new BadList(mark("This list was made by a newer carom. Reload the page, then open it again."));
  if (!isWords(name, MOST.name)) throw new BadList(mark("The name of this list cannot be read."));
  if (puzzles.length > MOST.puzzles) throw new BadList(mark("A list has at most {n} puzzles."), "", MOST.puzzles);
  return { name, puzzles: puzzles.map((one, i) => readPuzzle(one, i + 1)) };
}

export const listOf = async (code: string): Promise<List> => readList(await unpack(code, MOST.bytes));

/* Throws BadList if the link would be too long to be sent. */
export async function codeOf({ name, puzzles }: List): Promise<string> {
  const code = await pack([
    VERSION,
    name,
    ...puzzles.map(({ position, note }) => (note ? [position, note] : [position])),
  ]);
  if (code.length > MOST.link)
    throw new BadList(mark("The link would be too long: shorten the notes, or make two lists."));
  return code;
}
