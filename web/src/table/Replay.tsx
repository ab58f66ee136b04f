/*
 * A finished game for those who were not there: who won, and every round with its bids, the routes that were shown, the shortest
 * one, who missed it by one, and who was fastest. The log comes from the server; what it means the referee says.
 */
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Picture } from "../board/Picture";
import { movesText } from "../board/names";
import { type Event, type State, resetTable, applyEvents } from "../wasm/referee";
import { useSolution } from "../wasm/useSolution";
import { ShareAnimation } from "../game/ShareAnimation";
import { type RouteToPlay, RoutePlayer } from "../game/RoutePlayer";
import { solutionText, searchingText } from "../game/solutionText";
import { useRoute } from "../game/route";
import { eventText } from "../game/eventText";
import { type Bid, type Round, type GameHistory, newGameHistory, addEvent, winningRoute } from "../remote/gameHistory";
import { link } from "../ui/navigation";
import { t } from "../i18n/texts";
import { share } from "./Invite";
import { Winners } from "./GameOver";
import { type GameSummary, RoundsTable, seconds, useBest } from "./Rounds";
import { TextWithNames, Names, PlayerLabel } from "./PlayerName";
import { nameOf, targetName } from "./tableTexts";
import "./table.css";

interface Game {
  state: State;
  story: GameHistory;
}

/* The log as the server keeps it, an event a line, handed to the referee as one message. */
function retold(log: string): Game {
  const text = `{"type":"events","game":1,"events":[${log.trim().split("\n").join(",")}]}`;
  const { events } = JSON.parse(text) as { events: Event[] };
  const story = newGameHistory();
  resetTable();
  const happened = applyEvents(text, events, null);
  for (const event of happened.events) addEvent(story, event, happened.drawn);
  return { state: happened.state, story };
}

/* Undefined while it is on its way, null if it cannot be had. */
function useGame(id: string): Game | null | undefined {
  const [game, setGame] = useState<Game | null>();
  useEffect(() => {
    let wanted = true;
    setGame(undefined);
    const read = async () => {
      const answer = await fetch(`/g/${id}/log`);
      return answer.ok ? retold(await answer.text()) : null;
    };
    void read()
      .catch(() => null)
      .then((found) => wanted && setGame(found));
    return () => {
      wanted = false;
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

function Told({ state, story }: Game) {
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

interface ChoiceProps extends Game {
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
        <Routes round={round} routes={routes} count={count} />
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

function Routes({ round, routes, count }: { round: Round; routes: RouteToPlay[]; count: number }) {
  const route = useRoute(round.position);
  return (
    <>
      <div class="replay-board" role="group" aria-label={t("Board")}>
        <Board position={route.played.position} step={route.step} route={route.drawn} markers="" locked />
      </div>
      {routes.length > 0 && <RoutePlayer title={t("Routes")} routes={routes} count={count} route={route} />}
    </>
  );
}

function MicroRoutes({ position, routes }: { position: string; routes: RouteToPlay[] }) {
  return (
    <div class="replay-board">
      <Picture position={position} route={routes[0]?.moves.join(" ") ?? ""} />
      <ul class="micro-routes">
        {routes.slice(0, 5).map(({ label, moves }, i) => (
          <li key={i}>
            <span>
              <TextWithNames words={label ?? ""} /> ({movesText(moves.length)})
            </span>
            <ShareAnimation position={position} moves={moves} />
          </li>
        ))}
      </ul>
    </div>
  );
}
