/*
 * A finished game for those who were not there: who won, and every round with its bids, the routes that were shown, the shortest
 * one, who missed it by one, and who was fastest. The log comes from the server; what it means the referee says.
 */
import { useEffect, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { type Event, type State, RefereeTable } from "../wasm/referee";
import { reviewTable } from "../wasm/review";
import { useSolution } from "../wasm/useSolution";
import type { RouteToPlay } from "../game/RoutePlayer";
import { solutionText, searchingText } from "../game/solutionText";
import { eventText } from "../game/eventText";
import { type Bid, type Round, type GameHistory, newGameHistory, addEvents, winningRoute } from "../remote/gameHistory";
import { link } from "../ui/navigation";
import { t } from "../i18n/texts";
import { share } from "./Invite";
import { Winners } from "./GameOver";
import { GameReview } from "./Review";
import { MicroRoutes, Routes } from "./RoundRoutes";
import { type GameSummary, RoundsTable, seconds, useBest } from "./Rounds";
import { TextWithNames, Names, PlayerLabel } from "./PlayerName";
import { nameOf, targetName } from "./tableTexts";
import "./table.css";

interface Game {
  state: State;
  story: GameHistory;
  referee: RefereeTable;
}

const PART = 100; // events that the module is handed at once

/* The log as the server keeps it, an event a line, handed to the referee in parts. The referee stays for the review. */
function retold(log: string, referee: RefereeTable): Game | null {
  const lines = log.trim().split("\n");
  let story = newGameHistory();
  let state: State | null = null;
  for (let at = 0; at < lines.length; at += PART) {
    const text = `{"type":"events","game":1,"events":[${lines.slice(at, at + PART).join(",")}]}`;
    const { events } = JSON.parse(text) as { events: Event[] };
    const happened = referee.applyEvents(text, events, null);
    story = addEvents(story, happened.events, happened.drawn);
    state = happened.state;
  }
  return state && { state, story, referee };
}

/* Undefined while it is on its way, null if it cannot be had. */
function useGame(id: string): Game | null | undefined {
  const [game, setGame] = useState<Game | null>();
  useEffect(() => {
    let wanted = true;
    const referee = new RefereeTable();
    setGame(undefined);
    const read = async () => {
      const answer = await fetch(`/g/${id}/log`);
      return answer.ok ? retold(await answer.text(), referee) : null;
    };
    void read()
      .catch(() => null)
      .then((found) => wanted && setGame(found));
    return () => {
      wanted = false;
      referee.close();
    };
  }, [id]);
  return game;
}

export function Replay({ rest }: { rest: string }) {
  const game = useGame(rest);
  if (game === undefined) return <p class="help page-words">{t("Loading the game…")}</p>;
  if (game === null)
    return (
      <div class="page-words" data-test="no-game">
        <p class="wrong">{t("There's no finished game at this address, or it's gone.")}</p>
        <a class="button" href={link("")}>
          {t("Home")}
        </a>
      </div>
    );
  return (
    <Names.Provider value={Object.values(game.story.names)}>
      <Told {...game} />
    </Names.Provider>
  );
}

/* Who bid first in the least time after a target was drawn, of those whose bid was shown to be right. */
function fastest({ rounds }: GameHistory): { round: Round; bid: Bid } | undefined {
  const finds = rounds.flatMap((round) => {
    const won = winningRoute(round);
    const bid = won && round.bids.find((one) => one.by === won.by && one.moves === won.moves);
    return bid ? [{ round, bid }] : [];
  });
  return finds.sort((a, b) => a.bid.at - a.round.drawnAt - (b.bid.at - b.round.drawnAt))[0];
}

function Told({ state, story, referee }: Game) {
  const props = { state, view: { gameHistory: story, results: {}, you: null } };
  const best = useBest(props, true);
  const [chosen, setChosen] = useState(0);
  const [copied, setCopied] = useState(false);
  const round = story.rounds[chosen];
  const quick = fastest(story);
  return (
    <div class="replay-page" data-test="replay-page">
      <header class="replay-head">
        <h1>{t("Finished game")}</h1>
        <Winners {...props} />
        <Scores {...props} />
        {quick && (
          <p class="help" data-test="fastest">
            <TextWithNames
              words={t("Fastest bid: {name}, round {round}, after {seconds} s.", {
                name: nameOf(story, quick.bid.by),
                round: quick.round.number,
                seconds: seconds(quick.bid.at - quick.round.drawnAt),
              })}
            />
          </p>
        )}
        <button type="button" onClick={() => void share("", location.href).then(setCopied)}>
          {copied ? t("Link copied.") : t("Share link")}
        </button>
      </header>
      <GameReview {...props} best={best} review={(known, player) => reviewTable(referee, known, player)} />
      {story.rounds.length > 0 && <Choice story={story} state={state} chosen={chosen} onChoose={setChosen} />}
      {round && <OneRound key={round.number} {...props} round={round} />}
      <section class="story">
        <h2>{t("Round by round")}</h2>
        <RoundsTable {...props} best={best} />
      </section>
    </div>
  );
}

function Scores({ state, view }: GameSummary) {
  const players = Object.keys(view.gameHistory.names).map((id) => ({
    id,
    score: state.players.find((player) => player.id === id)?.score,
  }));
  return (
    <ul class="replay-scores">
      {players.map(({ id, score }) => (
        <li key={id}>
          <PlayerLabel name={nameOf(view.gameHistory, id)} /> {score !== undefined && <b class="tabular">{score}</b>}
        </li>
      ))}
    </ul>
  );
}

interface ChoiceProps extends Omit<Game, "referee"> {
  chosen: number;
  onChoose: (round: number) => void;
}

function Choice({ story, state, chosen, onChoose }: ChoiceProps) {
  return (
    <nav class="row wrap replay-rounds" aria-label={t("Round by round")}>
      {story.rounds.map((round, i) => (
        <button
          key={round.number}
          type="button"
          class="quiet"
          aria-pressed={i === chosen}
          aria-label={t("Round {n}", { n: round.number })}
          title={targetName(state, round.target)}
          onClick={() => onChoose(i)}
        >
          {round.number} <Picture {...(state.micro ? { cell: round.target } : { token: round.target })} />
        </button>
      ))}
    </nav>
  );
}

/* A bid, and how far it was from the shortest route. */
function BidLine({
  bid,
  round,
  story,
  best,
}: {
  bid: Bid;
  round: Round;
  story: GameHistory;
  best: number | null | undefined;
}) {
  const over = typeof best === "number" ? bid.moves - best : undefined;
  const words = over === 0 ? t("the shortest") : over === 1 ? t("one move over") : "";
  return (
    <li>
      <TextWithNames
        words={t("{name} {n} after {seconds} s", {
          name: nameOf(story, bid.by),
          n: bid.moves,
          seconds: seconds(bid.at - round.drawnAt),
        })}
      />
      {words && <small class="badge">{words}</small>}
    </li>
  );
}

function OneRound({ state, view, round }: GameSummary & { round: Round }) {
  const { solution } = useSolution(round.position);
  const shown: RouteToPlay[] = round.tries
    .filter((one) => one.route.length > 0)
    .map((one) => ({ label: nameOf(view.gameHistory, one.by), moves: one.route }));
  const shortest = solution?.routes ?? (solution?.route ? [solution.route] : []);
  const routes = [...shown, ...shortest.map((moves) => ({ label: t("shortest"), moves }))];
  const count = shown.length + (solution?.count ?? shortest.length); // not all of very many are listed
  return (
    <section class="replay-round" aria-label={t("Round {n}", { n: round.number })} data-test="replay-round">
      {state.micro ? (
        <MicroRoutes position={round.position} routes={routes} />
      ) : (
        <Routes position={round.position} routes={routes} count={count} />
      )}
      <div class="replay-words">
        {round.ended.map((said, i) => (
          <p key={i}>
            <b>
              <TextWithNames words={eventText(said, state)} />
            </b>
          </p>
        ))}
        {round.tries
          .flatMap((one) => (one.failed ? [eventText(one.failed, state)] : []))
          .map((words, i) => (
            <p key={i} class="help">
              <TextWithNames words={words} />
            </p>
          ))}
        <p class="best">{solution ? solutionText(solution) : searchingText()}</p>
        <ul class="replay-bids">
          {round.bids.map((bid, i) => (
            <BidLine key={i} bid={bid} round={round} story={view.gameHistory} best={solution?.moves} />
          ))}
        </ul>
      </div>
    </section>
  );
}
