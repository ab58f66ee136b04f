/*
 * One target of a match: played with the clock of the race (H10, H11), and afterwards how everybody did at it.
 */
import { useEffect, useRef } from "preact/hooks";
import { Hourglass } from "../board/Hourglass";
import { movesText } from "../board/names";
import { type Attempt, PuzzleBoard } from "../solve/PuzzleBoard";
import { timeText } from "../solve/TimedPuzzle";
import { ErrorText } from "../ui/ErrorText";
import { Icon } from "../ui/icons";
import { announce } from "../ui/announce";
import { t, tn } from "../i18n/texts";
import { TargetResults } from "./Standings";
import type { MatchView, OpenTry } from "./matches";
import type { Match } from "./useMatch";

const PATIENCE = 240_000; // H10
const HOURGLASS = 90_000;
const JITTER = 1500;

interface TargetProps {
  target: number; // from 1
  match: Match;
  view: MatchView;
  onPlayed: () => void; // the try is over: it stays on the screen
  onLeave: () => void;
}

export function MatchTarget({ target, match, view, onPlayed, onLeave }: TargetProps) {
  const open = view.open?.target === target ? view.open : undefined;
  const position = open?.position ?? view.positions[target - 1];
  const over = open === undefined;
  useEffect(() => {
    if (!over) return onPlayed;
    return undefined;
  }, [over]);
  if (position === undefined) return <p>{t("One moment…")}</p>;
  return (
    <PuzzleBoard
      key={position}
      title={t("Target {n}", { n: target })}
      position={position}
      over={over}
      begun={open?.route?.split(" ") ?? []}
      note={open && <Clock open={open} at={match.at} />}
      foot={(tried) =>
        open ? (
          <Try open={open} match={match} tried={tried} />
        ) : (
          <Played target={target} match={match} view={view} onLeave={onLeave} />
        )
      }
    >
      {over && <TargetResults view={view} target={target} />}
    </PuzzleBoard>
  );
}

/* All the time there is without a route, and from the first one on the hourglass (H10). Answers of the server are not equally fast: the
 * sand does not jump for that. */
function Clock({ open, at }: { open: OpenTry; at: number }) {
  const until = useRef(at + open.left);
  if (Math.abs(until.current - at - open.left) > JITTER) until.current = at + open.left;
  return (
    <div class="match-clock" data-test="match-clock">
      <Hourglass
        until={until.current}
        length={open.moves === undefined ? PATIENCE + HOURGLASS : HOURGLASS}
        now={() => performance.now()}
      />
    </div>
  );
}

interface TryProps {
  open: OpenTry;
  match: Match;
  tried: Attempt;
}

function Try({ open, match: { play, busy, wrong }, tried }: TryProps) {
  const { target, moves, ms } = open;
  const better = tried.reached && (moves === undefined || tried.cost < moves);
  return (
    <div class="between">
      {moves !== undefined && (
        <p data-test="handed">
          {t("You handed in a route of {moves} after {time}.", { moves: movesText(moves), time: timeText(ms ?? 0) })}{" "}
          {t("A shorter route can replace it.")}
        </p>
      )}
      {better && (
        <button
          type="button"
          class="primary big"
          disabled={busy}
          onClick={() => play("hand", target, tried.moves)}
          data-test="hand-in"
        >
          {tn("Hand in {n} move", "Hand in {n} moves", tried.cost)}
        </button>
      )}
      <ErrorText words={wrong} />
      <button
        type="button"
        class={moves === undefined ? "quiet" : ""}
        disabled={busy}
        onClick={() => play("done", target)}
        data-test="done"
      >
        {moves === undefined ? t("Give up") : t("I'm done")}
      </button>
    </div>
  );
}

function ownText(view: MatchView, target: number): string {
  const mine = view.players.find(({ id }) => id === view.me)?.tries[target - 1];
  if (!mine || mine.moves === undefined) return t("No route this time.");
  const points = tn("{n} point", "{n} points", mine.points ?? 0);
  return `${movesText(mine.moves)} · ${timeText(mine.ms ?? 0)} · ${points}`;
}

/* What is next, where the thumb is. */
function Played({ target, match: { play, busy, wrong }, view, onLeave }: Omit<TargetProps, "onPlayed">) {
  const next = view.played + 1;
  const words = ownText(view, target);
  useEffect(() => announce(words), []);
  return (
    <div class="solved">
      <p class="verdict" data-test="verdict">
        {words}
      </p>
      <ErrorText words={wrong} />
      {next <= view.targets && (
        <button
          type="button"
          class="primary big"
          disabled={busy}
          onClick={() => play("show", next)}
          data-test="show-target"
        >
          {t("Show target {n}", { n: next })} <Icon name="next" />
        </button>
      )}
      <button type="button" onClick={onLeave} data-test="to-match">
        {t("Back to the match")}
      </button>
    </div>
  );
}
