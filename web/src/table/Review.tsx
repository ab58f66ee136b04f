/*
 * What a finished game can teach: how each player did, the round that turned it, and the targets for which there was a shorter
 * route, with its first move on the board, to be practised with one tap. What it says comes from the C code; the shortest routes
 * from the server or this device's solver, one after the other.
 */
import { useMemo, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { microName, movesText, robotName } from "../board/names";
import { searchingText } from "../game/solutionText";
import type { RouteToPlay } from "../game/RoutePlayer";
import type { Round } from "../remote/gameHistory";
import type { Find, MissedTarget, PlayerReview, Review, Solutions } from "../wasm/review";
import { codeOf, LIST_MAX } from "../modes/listCode";
import { Icon } from "../ui/icons";
import { ErrorText } from "../ui/ErrorText";
import { link, navigate } from "../ui/navigation";
import { t, tn } from "../i18n/texts";
import { PlayerLabel, TextWithNames } from "./PlayerName";
import { MicroRoutes, Routes } from "./RoundRoutes";
import { type FinishedGame, seconds } from "./Rounds";
import { nameOf, targetName } from "./tableTexts";
import "./review.css";

type ReviewProps = FinishedGame & {
  best: Solutions;
  review: (known: Solutions, player: string | undefined) => Review;
};

export function GameReview(props: ReviewProps) {
  const { state, view, best } = props;
  const [asked, setAsked] = useState<string>();
  const first = view.you ?? view.gameHistory.winners?.[0];
  const review = useMemo(
    () => props.review(best, asked ?? first),
    [asked ?? first, state.seq, Object.keys(best).length],
  );
  const one = review.players.find(({ missed }) => missed) ?? review.players[0];
  if (!one) return null;
  return (
    <section class="review" aria-label={t("Review")} data-test="review">
      <h2>{t("Review")}</h2>
      <Turned {...props} turned={review.turned} />
      {review.players.length > 1 && (
        <nav class="row wrap" aria-label={t("Players")}>
          {review.players.map(({ player }) => (
            <button
              key={player}
              type="button"
              class="quiet"
              aria-pressed={player === one.player}
              data-player={player}
              onClick={() => setAsked(player)}
            >
              <PlayerLabel name={nameOf(view.gameHistory, player)} />
            </button>
          ))}
        </nav>
      )}
      <Facts one={one} />
      {one.missed ? <Missed key={one.player} {...props} one={one} missed={one.missed} /> : null}
      {!review.complete && <p class="help">{t("This game is too long to review in full.")}</p>}
    </section>
  );
}

/* V5 */
function Turned({ view, turned }: ReviewProps & { turned: Review["turned"] }) {
  if (!turned) return null;
  const name = nameOf(view.gameHistory, turned.by);
  const words =
    turned.over === undefined
      ? t("Round {n} decided the game: {name} took the lead and kept it.", { n: turned.round, name })
      : t("Round {n} turned the game: {name} overtook {other}.", {
          n: turned.round,
          name,
          other: nameOf(view.gameHistory, turned.over),
        });
  return (
    <p data-test="turned">
      <TextWithNames words={words} />
    </p>
  );
}

const findText = ({ round, moves, after }: Find): string =>
  [t("Round {n}", { n: round }), movesText(moves), t("{n} s", { n: seconds(after) })].join(" · ");

function Facts({ one }: { one: PlayerReview }) {
  const facts = [
    [t("Rounds won"), t("{n} of {all}", { n: one.won, all: one.rounds })],
    [t("Shortest routes"), t("{n} of {all}", { n: one.shortest, all: one.bids })],
    [t("Fastest find"), one.fastest ? findText(one.fastest) : "–"],
    [t("Best round"), one.best ? findText(one.best) : "–"],
  ];
  return (
    <dl class="review-facts" data-test="facts">
      {facts.map(([name, words]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="tabular">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

interface MissedProps extends ReviewProps {
  one: PlayerReview;
  missed: MissedTarget[];
}

/* The targets that a player missed, once the solver knows all of them. */
function Missed({ one, missed, ...props }: MissedProps) {
  const { view, best } = props;
  const rounds = missed.flatMap((target) => {
    const round = view.gameHistory.rounds.find(({ number }) => number === target.round);
    const routes = best[target.round]?.routes ?? [best[target.round]?.route ?? []];
    return round && routes[0]?.length ? [{ target, round, routes }] : [];
  });
  const open = view.gameHistory.rounds.filter(
    ({ number, endedAt }) => endedAt !== undefined && !(number in best),
  ).length;
  if (open > 0) return <p class="help">{searchingText()}</p>;
  if (rounds.length === 0)
    return one.bids > 0 ? <p data-test="no-missed">{t("No shorter route was missed in any round.")}</p> : null;
  return (
    <>
      <h3>{t("Missed targets")}</h3>
      <Practise positions={rounds.map(({ round }) => round.position)} />
      <ul class="review-missed" data-test="missed">
        {rounds.map((each) => (
          <li key={each.round.number}>
            <MissedOne {...props} {...each} one={one} />
          </li>
        ))}
      </ul>
    </>
  );
}

type OneProps = ReviewProps & { one: PlayerReview; target: MissedTarget; round: Round; routes: string[][] };

/* "You bid 7, but 5 was possible. Start with blue." */
function missedText({ view, state, one, target, routes }: OneProps): string {
  const mine = one.player === view.you;
  const move = routes[0]?.[0] ?? "";
  const blanks = {
    name: nameOf(view.gameHistory, one.player),
    n: target.bid ?? 0,
    best: target.moves,
    opening: state.micro ? microName(move) : robotName(move[0] ?? ""),
  };
  if (target.bid === undefined)
    return mine
      ? t("You didn't bid, but {best} was possible. Start with {opening}.", blanks)
      : t("{name} didn't bid, but {best} was possible. Start with {opening}.", blanks);
  if (target.bid <= target.moves)
    return mine
      ? t("You bid {n}, but your route failed. Start with {opening}.", blanks)
      : t("{name} bid {n}, but the route failed. Start with {opening}.", blanks);
  return mine
    ? t("You bid {n}, but {best} was possible. Start with {opening}.", blanks)
    : t("{name} bid {n}, but {best} was possible. Start with {opening}.", blanks);
}

/* The board is drawn when somebody wants to see it. */
function MissedOne(props: OneProps) {
  const { state, round, routes, best } = props;
  const [open, setOpen] = useState(false);
  const shown: RouteToPlay[] = routes.map((moves) => ({ label: t("shortest"), moves }));
  const name = targetName(state, round.target);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} data-round={round.number}>
      <summary>
        <Picture
          {...(state.micro ? { cell: round.target } : { token: round.target })}
          class="small-token"
          title={name}
        />
        <span>
          <TextWithNames words={missedText(props)} />
        </span>
      </summary>
      {open && state.micro && <MicroRoutes position={round.position} routes={shown} />}
      {open && !state.micro && (
        <Routes position={round.position} routes={shown} count={best[round.number]?.count ?? shown.length} begun />
      )}
    </details>
  );
}

/* A list of puzzles that is a link: as many as one holds. */
async function listAddress(positions: string[]): Promise<string> {
  for (let count = Math.min(positions.length, LIST_MAX.puzzles); ; count = Math.floor(count / 2)) {
    const puzzles = positions.slice(0, count).map((position) => ({ position, note: "" }));
    try {
      return link("list", `${await codeOf({ name: t("Missed targets"), puzzles })}/1`);
    } catch (why) {
      if (count <= 1) throw why;
    }
  }
}

function Practise({ positions }: { positions: string[] }) {
  const [wrong, setWrong] = useState("");
  return (
    <>
      <button
        type="button"
        onClick={() => void listAddress(positions).then(navigate, (why: unknown) => setWrong(String(why)))}
        data-test="practise-missed"
      >
        <Icon name="play" /> {tn("Practise this target", "Practise these {n} targets", positions.length)}
      </button>
      <ErrorText words={wrong} />
    </>
  );
}
