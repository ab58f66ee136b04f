/*
 * A challenge: a position that somebody sends with what they needed for it, "7 moves in 0:48"; and any position to be solved against the
 * clock, or sent.
 */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { warmUp } from "../wasm/solver";
import { addResult, addSolved } from "../storage/stats";
import { isUnspoiled } from "../storage/shownSolutions";
import { Link } from "../ui/Link";
import { type ScreenProps, navigate, link } from "../ui/navigation";
import { Share } from "../solve/Share";
import { type PuzzleOutcome, TimedPuzzle, timeText } from "../solve/TimedPuzzle";
import { inputErrorText } from "../board/screenReader";
import { t, tn } from "../i18n/texts";
import { newEntryId, recordPuzzle } from "../history/record";
import { isBegun } from "../solve/stopwatch";
import { currentSettings } from "../storage/settings";
import { Icon } from "../ui/icons";
import {
  type ChallengeResult,
  type ChallengeSpec,
  challengeAddress,
  challengeOf,
  challengerOf,
  positionOf,
} from "./challengeLink";

/* Where somebody has solved a position: the link for others. */
export function ShareChallenge({ position, ended }: { position: string; ended: PuzzleOutcome }) {
  if (ended.moves === null) return null;
  const claim = { moves: ended.moves, seconds: Math.floor(ended.ms / 1000) };
  return (
    <Share
      label={t("Challenge others")}
      words={tn(
        "I solved it in {n} move and {time}. Can you beat that?",
        "I solved it in {n} moves and {time}. Can you beat that?",
        claim.moves,
        { time: timeText(ended.ms) },
      )}
      address={location.origin + challengeAddress(position, claim, currentSettings().name)}
    />
  );
}

export function Challenge({ rest }: ScreenProps) {
  useEffect(warmUp, []);
  if (rest === "") return <Ask />;
  let challenged: ChallengeSpec;
  try {
    challenged = challengeOf(rest);
  } catch {
    return <Ask wrong={t("This link is damaged: part of the position is missing.")} />;
  }
  return <Solve {...challenged} key={rest} />;
}

function Ask({ wrong: first }: { wrong?: string }) {
  const [words, setWords] = useState("");
  const [wrong, setWrong] = useState(first);
  const send = (event: Event) => {
    event.preventDefault();
    try {
      navigate(link("challenge", positionOf(words)));
    } catch (why) {
      setWrong(inputErrorText(why));
    }
  };
  return (
    <form class="setup paste" onSubmit={send}>
      <h1>{t("Challenge")}</h1>
      <p>{t("Solve a position, then challenge others to beat your moves and your time.")}</p>
      <label>
        <span>{t("A position, or a link to one")}</span>
        <textarea
          rows={3}
          spellcheck={false}
          value={words}
          data-test="paste"
          onInput={(event) => (setWords(event.currentTarget.value), setWrong(undefined))}
        />
      </label>
      {wrong && (
        <p class="wrong" data-test="wrong">
          {wrong}
        </p>
      )}
      <button type="submit" class="primary" disabled={words.trim() === ""} data-test="paste-go">
        {t("Play")}
      </button>
    </form>
  );
}

function claimText({ moves, seconds }: ChallengeResult): string {
  const name = challengerOf(location.search);
  const time = timeText(seconds * 1000);
  return name
    ? tn("{name} solved it in {n} move and {time}.", "{name} solved it in {n} moves and {time}.", moves, { name, time })
    : tn("Someone solved it in {n} move and {time}.", "Someone solved it in {n} moves and {time}.", moves, { time });
}

/* The clock waits until the one who was challenged is ready; the position is not seen before. */
function Ready({ claim, onReady }: { claim: ChallengeResult; onReady: () => void }) {
  return (
    <div class="setup" data-test="challenged">
      <h1>{t("Challenge")}</h1>
      <p class="verdict">{claimText(claim)}</p>
      <p>{t("Can you beat that? The clock starts when you see the board.")}</p>
      <button type="button" class="primary big" onClick={onReady} data-test="ready">
        {t("I'm ready")} <Icon name="play" />
      </button>
    </div>
  );
}

/* Below 0: better than the claim. */
const comparedWith = (claim: ChallengeResult, moves: number, ms: number): number =>
  moves - claim.moves || Math.floor(ms / 1000) - claim.seconds;

function comparedText(claim: ChallengeResult, { moves, ms }: PuzzleOutcome): string {
  if (moves === null) return claimText(claim);
  const ahead = comparedWith(claim, moves, ms);
  return ahead < 0 ? t("You won the challenge!") : ahead > 0 ? t("The challenge still stands.") : t("It's a tie!");
}

function Solve({ position, claim }: ChallengeSpec) {
  const [ready, setReady] = useState(claim === undefined || isBegun(`puzzle ${position}`));
  return ready || !claim ? (
    <Solving position={position} {...(claim ? { claim } : {})} />
  ) : (
    <Ready claim={claim} onReady={() => setReady(true)} />
  );
}

/* The result as an answer to the one who sent the challenge: a link to the same position, with your name and result. */
function Answer({ position, ended }: { position: string; ended: PuzzleOutcome }) {
  const name = challengerOf(location.search);
  if (!name || ended.moves === null) return null;
  const result = { moves: ended.moves, seconds: Math.floor(ended.ms / 1000) };
  const time = timeText(ended.ms);
  return (
    <Share
      label={t("Send {name} your answer", { name })}
      words={tn(
        "I took on your challenge: {n} move in {time}.",
        "I took on your challenge: {n} moves in {time}.",
        ended.moves,
        { time },
      )}
      address={location.origin + challengeAddress(position, result, currentSettings().name)}
    />
  );
}

function Solving({ position, claim }: ChallengeSpec) {
  const [ended, setEnded] = useState<PuzzleOutcome>();
  const [best, setBest] = useState<number>();
  const [fresh] = useState(() => isUnspoiled(position));
  const finish = (done: PuzzleOutcome) => {
    setEnded(done);
    if (done.moves !== null) addSolved(position, done.moves);
  };
  /* Kept as soon as it is seen: whoever leaves at once has it. */
  const [id] = useState(newEntryId);
  useLayoutEffect(() => {
    if (ended && best !== undefined && fresh) addResult({ mode: "challenge", moves: ended.moves, best });
    if (!ended) return;
    const won = claim !== undefined && ended.moves !== null && comparedWith(claim, ended.moves, ended.ms) < 0;
    recordPuzzle({ ...ended, best }, { id, mode: "challenge", position, won });
  }, [ended, best]);
  return (
    <TimedPuzzle
      title={t("Challenge")}
      name={`puzzle ${position}`}
      position={position}
      best={best}
      onFound={setBest}
      ended={ended}
      onEnd={finish}
      next={
        <div class="tools">
          <Link to={link("list", `edit/${position}`)} class="button quiet">
            {t("Add to a list")}
          </Link>
        </div>
      }
    >
      {claim && (
        <p class="verdict" data-test="claim">
          {ended ? comparedText(claim, ended) : claimText(claim)}
        </p>
      )}
      {ended && claim && <Answer position={position} ended={ended} />}
      {ended && <ShareChallenge position={position} ended={ended} />}
    </TimedPuzzle>
  );
}
