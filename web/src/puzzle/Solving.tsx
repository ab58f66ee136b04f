/*
 * A puzzle with its clock, until it is handed in or given up: the puzzles of the day, of collections, of lists, of challenges. Who
 * has reached the target may look for a shorter way before handing in; the clock runs on.
 */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { clock } from "../board/Hourglass";
import { movesWords } from "../board/names";
import { hasSeen, keepSeen } from "../device/seen";
import { announce } from "../parts/announce";
import { t, tn } from "../texts/texts";
import { Puzzle, type Tried } from "./Puzzle";
import { begunMoves, keepMoves, useClock } from "./clock";

/* How it ended. */
export interface Ended {
  moves: number | null; // null: given up
  ms: number;
}
interface SolvingProps {
  title: string;
  name: string; // of the puzzle: time and moves from before a reload count
  position: string;
  best: number | undefined; // moves of a shortest route
  onFound?: (moves: number) => void; // where nobody knew it before
  ended: Ended | undefined;
  onEnd: (ended: Ended) => void;
  children?: ComponentChildren; // when it has ended, and before
  next?: ComponentChildren; // when it has ended, where the thumb is
}

/* Between others: 3:12, for a long one 1:02:09. */
export function timeWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 3600) return clock(seconds * 1000);
  const minutes = Math.floor(seconds / 60);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

export function Solving({ title, name, position, best, onFound, ended, onEnd, children, next }: SolvingProps) {
  const { ms, take } = useClock(name, ended === undefined);
  const begun = useMemo(() => (ended ? [] : begunMoves(name)), [name]);
  const known = useMemo(() => ended === undefined && hasSeen(position), [position]); // then it can no longer be found
  const end = (moves: number | null) => {
    keepMoves(name, []);
    const done = { moves, ms: take() };
    onEnd(done);
    if (moves === null || best === undefined || moves > best) keepSeen(position); // its routes are shown now
    announce(endedWords(done, best, known), "assertive");
  };
  return (
    <Puzzle
      title={title}
      position={position}
      over={ended !== undefined}
      begun={begun}
      onTried={({ moves }) => void (ended || keepMoves(name, moves))}
      onFound={onFound}
      note={
        <span
          class="puzzle-clock tabular"
          role="timer"
          aria-label={t("Time: {time}", { time: timeWords(ended?.ms ?? ms) })}
        >
          {timeWords(ended?.ms ?? ms)}
        </span>
      }
      foot={(tried) => (ended ? next : <HandIn tried={tried} onEnd={end} />)}
    >
      {ended && <Verdict ended={ended} best={best} known={known} />}
      {children}
    </Puzzle>
  );
}

function HandIn({ tried, onEnd }: { tried: Tried; onEnd: (moves: number | null) => void }) {
  if (!tried.reached)
    return (
      <div class="tools">
        <button type="button" class="quiet" onClick={() => onEnd(null)} data-test="give-up">
          {t("Give up")}
        </button>
      </div>
    );
  return (
    <div class="between">
      <button type="button" class="primary big" onClick={() => onEnd(tried.cost)} data-test="hand-in">
        {tn("Hand in {n} move", "Hand in {n} moves", tried.cost)}
      </button>
      <p class="help">{t("Or undo and look for a shorter route: the clock runs on.")}</p>
    </div>
  );
}

function endedWords({ moves }: Ended, best: number | undefined, known: boolean): string {
  if (moves === null) return t("Given up.");
  const solved = t("Solved in {moves}.", { moves: movesWords(moves) });
  if (best === undefined) return solved;
  if (moves > best) return `${solved} ${t("The shortest route takes {n}.", { n: best })}`;
  return `${solved} ${known ? t("It cannot be done in fewer.") : t("It cannot be done in fewer. Well found!")}`;
}

function Verdict({ ended, best, known }: { ended: Ended; best: number | undefined; known: boolean }) {
  const perfect = ended.moves !== null && best !== undefined && ended.moves <= best;
  return (
    <p class={`verdict ${perfect ? "best" : ""}`} data-test="verdict">
      {endedWords(ended, best, known)}
    </p>
  );
}
