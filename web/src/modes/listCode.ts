/*
 * A list of puzzles that somebody has made: a name, positions, notes; all of it in the link (device/code.ts), so that no server keeps
 * it. What comes from a link is checked here, once: how long it is, and that every position can be played.
 */
import { inputErrorText } from "../board/screenReader";
import { InputError, readPosition } from "../wasm/ops";
import { BadCode, encodeShareCode, decodeShareCode } from "../storage/shareCode";
import { markText, t } from "../i18n/texts";

export interface ListItem {
  position: string;
  note: string;
}
export interface PuzzleList {
  name: string;
  puzzles: ListItem[];
}

export const LIST_MAX = { name: 60, note: 300, puzzles: 60, position: 2000, bytes: 64_000, link: 12_000 };
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
      ? t("This link has more puzzles than a list can hold.")
      : t("This link is incomplete or damaged. Ask for a new one.");
  return String(why);
}

const isText = (words: unknown, most: number): words is string => typeof words === "string" && words.length <= most;

function readPuzzle(one: unknown, number: number): ListItem {
  const [position, note = ""] = Array.isArray(one) ? one : [];
  if (!isText(position, LIST_MAX.position) || !isText(note, LIST_MAX.note))
    throw new BadList(markText("Can't read puzzle {n} of this list."), "", number);
  try {
    return { position: readPosition(position, true).position, note };
  } catch (why) {
    const found = why instanceof InputError ? inputErrorText(why) : "";
    throw new BadList(markText("Can't play puzzle {n} of this list: {found}"), found, number);
  }
}

export function readList(value: unknown): PuzzleList {
  if (!Array.isArray(value)) throw new BadCode("damaged");
  const [version, name, ...puzzles] = value;
  if (typeof version !== "number" || version < 1) throw new BadCode("damaged");
  if (version > VERSION)
    throw new BadList(
      markText("This list was made with a newer version of carom. Reload the page, then open it again."),
    );
  if (!isText(name, LIST_MAX.name)) throw new BadList(markText("Can't read the name of this list."));
  if (puzzles.length > LIST_MAX.puzzles)
    throw new BadList(markText("A list can have up to {n} puzzles."), "", LIST_MAX.puzzles);
  return { name, puzzles: puzzles.map((one, i) => readPuzzle(one, i + 1)) };
}

export const listOf = async (code: string): Promise<PuzzleList> =>
  readList(await decodeShareCode(code, LIST_MAX.bytes));

/* Throws BadList if the link would be too long to be sent. */
export async function codeOf({ name, puzzles }: PuzzleList): Promise<string> {
  const code = await encodeShareCode([
    VERSION,
    name,
    ...puzzles.map(({ position, note }) => (note ? [position, note] : [position])),
  ]);
  if (code.length > LIST_MAX.link)
    throw new BadList(markText("The link would be too long. Shorten the notes, or make two lists."));
  return code;
}
