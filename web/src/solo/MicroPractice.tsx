/*
 * Training for Micro Robots (M10: a game is for two and more): roll, look, call a number, show it step by step. The referee
 * of the tables judges; with nobody else at the table a wrong call costs nothing, and the robot goes to the target (M8).
 */
import { useRef, useState } from "preact/hooks";
import { Dice } from "../board/Dice";
import { MicroBoard } from "../board/MicroBoard";
import { MicroSteps } from "../board/MicroSteps";
import { Picture } from "../board/Picture";
import { microName } from "../board/names";
import { sound } from "../board/sounds";
import { describeMicro } from "../board/screenReader";
import { microMoves } from "../wasm/ops";
import type { State, EventWithText } from "../wasm/referee";
import type { Solution } from "../wasm/solver";
import { useSolution } from "../wasm/useSolution";
import { addMicro } from "../storage/soloResults";
import type { PlayedRound } from "../storage/historyEntry";
import { aloneId } from "../storage/historyStore";
import { recordPlayed } from "../history/record";
import { ShareAnimation } from "../game/ShareAnimation";
import { StatusLine, type Said, microRouteText } from "../game/StatusLine";
import { NumberPad } from "../game/NumberPad";
import { solutionText, searchingText } from "../game/solutionText";
import { ChipField } from "../game/BoardFields";
import { TextAlternative } from "../game/BoardLayout";
import { useKeys } from "../game/keys";
import { type Referee, useLocalGame } from "../game/useLocalGame";
import { eventText } from "../game/eventText";
import { useStepRefused } from "../game/useMicroMoveError";
import { announce } from "../ui/announce";
import { Icon } from "../ui/icons";
import { t, tn } from "../i18n/texts";

/* What has happened in this round. */
interface Heard {
  shown: string[]; // cells
  outcome?: Outcome;
  rounds: PlayedRound[]; // that are over
}
type Outcome = EventWithText & { ev: "won" | "failed" };
const SAID = ["drawn", "moved", "won", "failed"];

const roundOf = ({ shown }: Heard, { ev }: Outcome, position: string): PlayedRound => ({
  position,
  outcome: ev === "won" ? "solved" : "wrong",
  ...(shown.length > 0 ? { route: shown.join(" ") } : {}),
});

function afterEvent(heard: Heard, event: EventWithText, position: string): Heard {
  switch (event.ev) {
    case "drawn":
      return { shown: [], rounds: heard.rounds };
    case "moved":
      return { ...heard, shown: [...heard.shown, event.move] };
    case "won":
    case "failed":
      return { ...heard, outcome: event, rounds: [...heard.rounds, roundOf(heard, event, position)] };
    default:
      return heard;
  }
}

function say(event: EventWithText, after: State): void {
  if (!SAID.includes(event.ev)) return;
  const ended = event.ev === "won" || event.ev === "failed";
  announce(eventText(event.said, after), ended ? "assertive" : "polite");
  if (event.ev === "moved") sound("bump");
  if (ended) sound(event.ev === "won" ? "shortest" : "refused");
}

/* Five chips are there: the game is written down. */
function finish({ round, players }: State, rounds: PlayedRound[], ms: number): void {
  const at = Date.now();
  addMicro({ at, rounds: round, chips: players[0]?.score ?? 0, seconds: Math.round(ms / 1000) });
  recordPlayed({ id: aloneId(at), mode: "micro", won: true, score: round, ms, rounds });
}

interface GameProps {
  rules: object;
  onAgain: () => void;
}

export function MicroGame({ rules, onAgain }: GameProps) {
  const heard = useRef<Heard>({ shown: [], rounds: [] });
  const started = useRef(Date.now());
  const referee = useLocalGame(rules, (events, after) => {
    for (const event of events) {
      heard.current = afterEvent(heard.current, event, after.position ?? after.shown);
      say(event, after);
      if (event.ev === "over") finish(after, heard.current.rounds, Date.now() - started.current);
    }
  });
  if (!referee.state) return null;
  return <Round referee={referee} state={referee.state} heard={heard.current} onAgain={onAgain} />;
}

interface RoundProps {
  referee: Referee;
  state: State;
  heard: Heard;
  onAgain: () => void;
}

function Round({ referee, state, heard, onAgain }: RoundProps) {
  const { can } = referee;
  const { solution } = useSolution(state.position);
  const [hints, setHints] = useState({ round: 0, shown: 0 });
  const hinted = hints.round === state.round ? hints.shown : 0;
  const more = () => setHints({ round: state.round, shown: hinted + 1 });
  const next = () => void (can("next") && referee.send({ do: "next" }));
  useKeys({ robots: [], letters: { h: more, n: next } });
  const here = heard.shown.at(-1) ?? state.start ?? state.robots ?? "";
  const options = can("move") ? microMoves(state.shown, here).steps : [];
  const step = (face: string) => referee.send({ do: "move", move: face });
  const { refused, refuse } = useStepRefused(state.shown, here);
  const bidding = can("bid");
  return (
    <div class="stage">
      <h1 class="heard">{t("Micro Robots practice")}</h1>
      <Status state={state} />
      <div class="stage-board" role="group" aria-label={t("Board")}>
        <MicroBoard
          position={state.shown}
          at={here}
          chip={state.rules.chip !== false}
          options={options}
          onStep={step}
          onRefused={refuse}
          route={{ from: state.position ?? state.shown, moves: heard.shown }}
        />
      </div>
      <div class="stage-controls">
        {bidding && <Calling referee={referee} onHint={more} />}
        {can("move") && <Showing referee={referee} state={state} options={options} onStep={step} refused={refused} />}
        {can("next") && <Rolling referee={referee} heard={heard} state={state} onNext={next} />}
        {state.phase === "over" && <Over heard={heard} state={state} onAgain={onAgain} />}
      </div>
      <div class="stage-more">
        {bidding && <Hints solution={solution} shown={hinted} />}
        {!bidding && !can("move") && <Shortest solution={solution} />}
        <TextAlternative lines={() => describeMicro(state.shown)} />
      </div>
    </div>
  );
}

function Status({ state }: { state: State }) {
  const chips = state.players[0]?.score ?? 0;
  return (
    <div class="stage-status micro-status">
      <Dice {...state} />
      <p class="chips" role="img" aria-label={t("Chips: {n} of {goal}", { n: chips, goal: state.goal })}>
        {Array.from({ length: state.goal }, (_, i) => (
          <span key={i} class={i < chips ? "chip-won" : "chip-open"} />
        ))}
      </p>
    </div>
  );
}

function Calling({ referee, onHint }: { referee: Referee; onHint: () => void }) {
  return (
    <>
      <p class="ask">{t("How many moves?")}</p>
      <NumberPad label={t("Call")} onBid={(moves) => referee.send({ do: "bid", moves })} />
      <div class="tools">
        {referee.can("skip") && (
          <button type="button" onClick={() => referee.send({ do: "skip" })}>
            <Icon name="dice" /> {t("Roll another target")}
          </button>
        )}
        <button type="button" onClick={onHint} data-test="hint">
          <Icon name="hint" /> {t("Hint")}
        </button>
      </div>
    </>
  );
}

interface ShowingProps {
  referee: Referee;
  state: State;
  options: string[];
  onStep: (face: string) => void;
  refused: Said | undefined;
}

function Showing({ referee, state, options, onStep, refused }: ShowingProps) {
  return (
    <>
      <p class="ask">
        {t("Show it: {n} of {moves}", { n: state.count ?? 0, moves: state.moves ?? 0 })}{" "}
        <span class="count" data-test="count">
          {state.count ?? 0}
        </span>
      </p>
      <StatusLine {...(refused ?? { words: microRouteText(false) })} />
      <MicroSteps options={options} onStep={onStep} />
      <div class="tools">
        <button type="button" onClick={() => referee.send({ do: "pass" })}>
          {t("Give up")}
        </button>
      </div>
    </>
  );
}

function Verdict({ heard: { outcome }, state }: { heard: Heard; state: State }) {
  if (!outcome) return null;
  return (
    <p class={`verdict ${outcome.ev === "won" ? "best" : ""}`} data-test="verdict">
      <b>{eventText(outcome.said, state)}</b>
    </p>
  );
}

interface RollingProps {
  referee: Referee;
  heard: Heard;
  state: State;
  onNext: () => void;
}

function Rolling({ referee, heard, state, onNext }: RollingProps) {
  return (
    <div class="between">
      <Verdict heard={heard} state={state} />
      <ChipField value={state.rules.chip !== false} onChange={(chip) => referee.send({ do: "chip", chip })} />
      <button type="button" class="primary big" onClick={onNext} data-test="next">
        <Icon name="dice" /> {t("Roll")}
      </button>
    </div>
  );
}

function Over({ heard, state, onAgain }: { heard: Heard; state: State; onAgain: () => void }) {
  return (
    <div class="between">
      <Verdict heard={heard} state={state} />
      <p class="score" data-test="over">
        {tn("Five chips in {n} round.", "Five chips in {n} rounds.", state.round)}
      </p>
      <button type="button" class="primary big" onClick={onAgain}>
        {t("Play again")}
      </button>
    </div>
  );
}

/* A little more each time: first how many moves, then the way cell by cell. */
function Hints({ solution, shown }: { solution: Solution | undefined; shown: number }) {
  if (shown === 0) return null;
  const route = solution?.route ?? [];
  const lines = [
    solution ? solutionText(solution) : searchingText(),
    ...route.map((face, i) => t("Step {n}: {cell}.", { n: i + 1, cell: microName(face) })),
  ];
  return (
    <ol class="hints" data-test="hints">
      {lines.slice(0, shown).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  );
}

function Shortest({ solution }: { solution: Solution | undefined }) {
  if (!solution) return null;
  return (
    <p class="shortest">
      {solutionText(solution)}
      <span class="row wrap">
        {solution.route?.map((face) => (
          <Picture key={face} cell={face} class="small-cell" title={microName(face)} />
        ))}
      </span>
      <ShareAnimation position={solution.position} moves={solution.route ?? []} />
    </p>
  );
}
