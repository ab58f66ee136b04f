/*
 * What stands in the link of a challenge: `7-48/POSITION` for 7 moves in 48 seconds, or a position alone. Whatever is wrong with it is a Fault
 * with a sentence.
 */
import { InputError, readPosition } from "../wasm/ops";
import { link } from "../ui/navigation";
import { markText } from "../i18n/texts";

export interface ChallengeResult {
  moves: number;
  seconds: number;
}
export interface ChallengeSpec {
  position: string;
  claim?: ChallengeResult;
}
const NAME_MAX = 32;

export const POSITION_LENGTH_MAX = 2000; // letters of a position

/* A position with a target, as it is written or in a link of this page. */
export function positionOf(words: string): string {
  const bare = words.trim().replace(/^https?:\/\/[^/]*/, "");
  const quoted = bare.replace(/^\/?#?\/?(?:own|practice|puzzles\/[a-z-]+|challenge(?:\/\d{1,3}-\d{1,5})?)\//, "");
  if (quoted.length > POSITION_LENGTH_MAX) throw new InputError(markText("this is too long for a position"), "");
  return readPosition(quoted.includes("%") ? unquoted(quoted) : quoted, true).position;
}
function unquoted(words: string): string {
  try {
    return decodeURIComponent(words);
  } catch {
    return words;
  }
}

export function challengeOf(rest: string): ChallengeSpec {
  const parts = /^(\d{1,3})-(\d{1,5})\/(.*)$/s.exec(rest);
  const position = positionOf(parts?.[3] ?? rest);
  const moves = Number(parts?.[1] ?? 0);
  return moves > 0 ? { position, claim: { moves, seconds: Number(parts?.[2]) } } : { position };
}

/* A path, so that a link preview can show the board; without a claim a place of the page. */
export const challengeAddress = (position: string, claim?: ChallengeResult, from = ""): string =>
  claim && claim.moves <= 999
    ? encodeURI(`/challenge/${claim.moves}-${Math.min(claim.seconds, 99_999)}/${position}`) +
      (from ? `?from=${encodeURIComponent(from.slice(0, NAME_MAX))}` : "")
    : link("challenge", position);

/* Who sent it, if the link says so; anybody can write anything there, so it is only ever shown as text. */
export const challengerOf = (search: string): string =>
  (new URLSearchParams(search).get("from") ?? "").replace(/\p{C}/gu, "").trim().slice(0, NAME_MAX);
