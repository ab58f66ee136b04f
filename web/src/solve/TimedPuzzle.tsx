/*
 * A puzzle with its clock, until it is handed in or given up: the puzzles of the day, of collections, of lists, of challenges. Who
 * has reached the target may look for a shorter way before handing in; the clock runs on.
 */
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { clock } from "../board/Hourglass";
import { wasSolutionShown, saveSolutionShown } from "../storage/shownSolutions";
import { loadStats } from "../storage/stats";
import { WinPanel, heroOf } from "../game/WinPanel";
import { SoundOffer } from "../ui/SoundOffer";
import { announce } from "../ui/announce";
import { t, tn } from "../i18n/texts";
import { PuzzleBoard, type Attempt } from "./PuzzleBoard";
import { savedMoves, saveMoves, useClock } from "./stopwatch";

/* How it ended. */
export interface PuzzleOutcome {
  moves: number | null; // null: given up
  ms: number;
  route?: string[]; // that was handed in
  undone?: number; // how often moves were taken back
  known?: boolean; // its routes had been shown before
}
interface SolvingProps {
  title: string;
  name: string; // of the puzzle: time and moves from before a reload count
  position: string;
  best: number | undefined; // moves of a shortest route
  onFound?: (moves: number) => void; // where nobody knew it before
  ended: PuzzleOutcome | undefined;
  onEnd: (ended: PuzzleOutcome) => number | void; // by how much the rating has changed
  praise?: string | undefined; // besides, when it was solved
  children?: ComponentChildren; // when it has ended, and before
  next?: ComponentChildren; // when it has ended, where the thumb is
}

/* Between others: 3:12, for a long one 1:02:09. */
export function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 3600) return clock(seconds * 1000);
  const minutes = Math.floor(seconds / 60);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

export function TimedPuzzle({
  title,
  name,
  position,
  best,
  onFound,
  ended,
  onEnd,
  praise,
  children,
  next,
}: SolvingProps) {
  const { ms, take } = useClock(name, ended === undefined);
  const begun = useMemo(() => (ended ? [] : savedMoves(name)), [name]);
  const known = useMemo(() => ended === undefined && wasSolutionShown(position), [position]); // then it can no longer be found
  const [change, setChange] = useState(0);
  const end = (found: Attempt | null) => {
    saveMoves(name, []);
    const moves = found?.cost ?? null;
    const done = { moves, ms: take(), known, ...(found ? { route: found.moves, undone: found.undone } : {}) };
    setChange(onEnd(done) ?? 0);
    if (moves === null || best === undefined || moves > best) saveSolutionShown(position); // its routes are shown now
    announce(endedText(done, best, known), "assertive");
  };
  return (
    <PuzzleBoard
      title={title}
      position={position}
      over={ended !== undefined}
      begun={begun}
      onTried={({ moves }) => void (ended || saveMoves(name, moves))}
      onFound={onFound}
      note={
        <span
          class="puzzle-clock tabular"
          role="timer"
          aria-label={t("Time: {time}", { time: timeText(ended?.ms ?? ms) })}
        >
          {timeText(ended?.ms ?? ms)}
        </span>
      }
      foot={(tried) =>
        ended ? (
          <div class="solved">
            <Verdict {...{ position, ended, best, known, change, praise }} />
            {next}
            {ended.moves !== null && <SoundOffer />}
          </div>
        ) : (
          <HandIn tried={tried} onEnd={end} />
        )
      }
    >
      {children}
    </PuzzleBoard>
  );
}

function HandIn({ tried, onEnd }: { tried: Attempt; onEnd: (found: Attempt | null) => void }) {
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
      <button type="button" class="primary big" onClick={() => onEnd(tried)} data-test="hand-in">
        {tn("Hand in {n} move", "Hand in {n} moves", tried.cost)}
      </button>
      <p class="help">{t("Or undo and look for a shorter route. The clock keeps running.")}</p>
    </div>
  );
}

function endedText({ moves }: PuzzleOutcome, best: number | undefined, known: boolean): string {
  if (moves === null) return t("You gave up.");
  const solved = tn("Solved in {n} move.", "Solved in {n} moves.", moves);
  if (best === undefined) return solved;
  if (moves > best)
    return `${solved} ${tn("The shortest route takes {n} move.", "The shortest route takes {n} moves.", best)}`;
  return `${solved} ${known ? t("It can't be done in fewer.") : t("It can't be done in fewer. Well done!")}`;
}

interface VerdictProps {
  position: string;
  ended: PuzzleOutcome;
  best: number | undefined;
  known: boolean;
  change: number; // of the rating
  praise: string | undefined;
}

function Verdict({ position, ended, best, known, change, praise }: VerdictProps) {
  const { moves } = ended;
  const perfect = moves !== null && best !== undefined && moves <= best;
  if (moves === null)
    return (
      <p class="verdict" data-test="verdict">
        {endedText(ended, best, known)}
      </p>
    );
  const title = tn("Solved in {n} move.", "Solved in {n} moves.", moves);
  const words = [endedText(ended, best, known).slice(title.length).trim(), praise ?? ""].join(" ").trim();
  return (
    <WinPanel
      robot={heroOf(position)}
      title={title}
      words={words}
      shortest={perfect}
      moves={known ? 0 : moves}
      rating={change === 0 ? undefined : { value: loadStats().rating.value, change }}
    />
  );
}
