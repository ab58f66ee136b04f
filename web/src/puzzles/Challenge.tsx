/*
 * A challenge: a position that somebody sends with what they needed for it, "7 moves in 0:48"; and any position to be solved against the
 * clock, or sent.
 */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { movesWords } from "../board/names";
import { warm } from "../carom/solver";
import { addResult, addSolved } from "../device/record";
import { isFresh } from "../device/seen";
import { Link } from "../parts/Link";
import { type ScreenProps, go, link } from "../parts/address";
import { Share } from "../puzzle/Share";
import { type Ended, Solving, timeWords } from "../puzzle/Solving";
import { faultWords } from "../board/spoken";
import { t } from "../texts/texts";
import { type Claim, type Challenged, challengeAddress, challengeOf, positionOf } from "./challengeLink";

/* Where somebody has solved a position: the link for others. */
export function ShareChallenge({ position, ended }: { position: string; ended: Ended }) {
  if (ended.moves === null) return null;
  const claim = { moves: ended.moves, seconds: Math.floor(ended.ms / 1000) };
  return (
    <Share
      label={t("Challenge others")}
      words={t("I did it in {n} in {time}. And you?", { n: claim.moves, time: timeWords(ended.ms) })}
      address={location.origin + challengeAddress(position, claim)}
    />
  );
}

export function Challenge({ rest }: ScreenProps) {
  useEffect(warm, []);
  if (rest === "") return <Ask />;
  let challenged: Challenged;
  try {
    challenged = challengeOf(rest);
  } catch {
    return <Ask wrong={t("This link is damaged: there is no whole position in it.")} />;
  }
  return <Solve {...challenged} key={rest} />;
}

function Ask({ wrong: first }: { wrong?: string }) {
  const [words, set] = useState("");
  const [wrong, say] = useState(first);
  const send = (event: Event) => {
    event.preventDefault();
    try {
      go(link("challenge", positionOf(words)));
    } catch (why) {
      say(faultWords(why));
    }
  };
  return (
    <form class="setup paste" onSubmit={send}>
      <h1>{t("Challenge")}</h1>
      <p>{t("Solve a position, then send it with your moves and your time.")}</p>
      <label>
        <span>{t("A position, or a link to one")}</span>
        <textarea
          rows={3}
          spellcheck={false}
          value={words}
          data-test="paste"
          onInput={(event) => (set(event.currentTarget.value), say(undefined))}
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

const claimWords = ({ moves, seconds }: Claim): string =>
  t("Somebody did it in {moves} in {time}.", { moves: movesWords(moves), time: timeWords(seconds * 1000) });

function comparedWords(claim: Claim, { moves, ms }: Ended): string {
  if (moves === null) return claimWords(claim);
  const ahead = moves - claim.moves || Math.floor(ms / 1000) - claim.seconds;
  return ahead < 0 ? t("You have won the challenge!") : ahead > 0 ? t("The challenge stands.") : t("Exactly the same!");
}

function Solve({ position, claim }: Challenged) {
  const [ended, end] = useState<Ended>();
  const [best, found] = useState<number>();
  const [fresh] = useState(() => isFresh(position));
  const finish = (done: Ended) => {
    end(done);
    if (done.moves !== null) addSolved(position, done.moves);
  };
  /* Kept as soon as it is seen: whoever leaves at once has it. */
  useLayoutEffect(() => {
    if (ended && best !== undefined && fresh) addResult({ mode: "challenge", moves: ended.moves, best });
  }, [ended, best]);
  return (
    <Solving
      title={t("Challenge")}
      name={`puzzle ${position}`}
      position={position}
      best={best}
      onFound={found}
      ended={ended}
      onEnd={finish}
      next={
        <div class="tools">
          <Link to={link("list", `edit/${position}`)} class="button quiet">
            {t("Put it on a list")}
          </Link>
        </div>
      }
    >
      {claim && (
        <p class="verdict" data-test="claim">
          {ended ? comparedWords(claim, ended) : claimWords(claim)}
        </p>
      )}
      {ended && <ShareChallenge position={position} ended={ended} />}
    </Solving>
  );
}
