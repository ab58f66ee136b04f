/*
 * A solo game (L1 to L3): token and hourglass are turned at once; a route is found in the mind, "I have it" stops the sand, and
 * the route is shown. If it reaches the target the token stays face up; if it fails the sand runs on. With `touch` robots are
 * moved while the sand runs. The referee decides everything; this shows it.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Hourglass } from "../board/Hourglass";
import { MovePad, type PadTools } from "../board/MovePad";
import { Picture } from "../board/Picture";
import { tokenName } from "../board/names";
import { sound } from "../board/sounds";
import { type Step, listMoves, playRoute } from "../wasm/ops";
import type { EventText, State, EventWithText } from "../wasm/referee";
import { useSolution } from "../wasm/useSolution";
import { type SavedSolo, saveSolo } from "../storage/savedSolo";
import { addSolo } from "../storage/soloResults";
import type { PlayedRound } from "../storage/historyEntry";
import { aloneId } from "../storage/historyStore";
import { recordPlayed } from "../history/record";
import { type Hint, Hinted, Replay } from "../game/Hints";
import { FirstMet } from "../game/FirstEncounter";
import { TargetLine } from "../game/TargetHeader";
import { MoreMoves } from "../game/TransparentMoves";
import { StatusLine, type Said as NowSaid, chooseRobotText, inYourHeadText } from "../game/StatusLine";
import { NumberPad } from "../game/NumberPad";
import { BoardLayout } from "../game/BoardLayout";
import { useKeys } from "../game/keys";
import { type Referee, useLocalGame } from "../game/useLocalGame";
import { useRoute } from "../game/route";
import { eventText } from "../game/eventText";
import { type Selection, useSelection } from "../game/selection";
import { announce } from "../ui/announce";
import { Icon } from "../ui/icons";
import { t, tn } from "../i18n/texts";
import { type SoloHintState, SoloHint, useSoloHint } from "./SoloHint";

/* What the events so far mean for the person who plays. */
interface Heard {
  last?: EventWithText & { ev: "won" }; // the round that is over
  step?: Step | undefined; // for its animation
  made: string[]; // moves since the robots stood on their markers
  tried: string[]; // the route that was shown when the round ended
  failed?: EventText | undefined;
  hinted?: EventText; // a hint was taken: the token counts face down
  up: string[]; // tokens
  rounds: PlayedRound[]; // that are over
  over?: EventWithText & { ev: "over" };
}
const nothing = (up: string[] = [], rounds: PlayedRound[] = []): Heard => ({ up, rounds, made: [], tried: [] });
const HELD = 2000; // ms that the end of the last round is seen before the result
const AT_ONCE = ["failed", "won", "over"]; // interrupt
const SAID = ["drawn", "turn", "moved", "hint", ...AT_ONCE];

const roundOf = ({ made, tried }: Heard, up: boolean, position: string): PlayedRound => {
  const route = made.length > 0 ? made : tried;
  return { position, outcome: up ? "solved" : "wrong", ...(route.length > 0 ? { route: route.join(" ") } : {}) };
};

/* `before`: the board as it was; `puzzle`: as it was when the round began. */
function afterEvent(heard: Heard, event: EventWithText, before: string | undefined, puzzle: string): Heard {
  switch (event.ev) {
    case "drawn":
      return nothing(heard.up, heard.rounds);
    case "turn":
      return { ...heard, made: [], failed: undefined };
    case "moved":
      return {
        ...heard,
        made: [...heard.made, event.move],
        step: before ? playRoute(before, [event.move]).steps[0] : undefined,
        failed: undefined,
      };
    case "reset":
      return { ...heard, made: [], step: undefined };
    case "hint":
      return { ...heard, hinted: event.said };
    case "failed":
      return { ...heard, failed: event.said, tried: heard.made };
    case "won":
      return {
        ...heard,
        last: event,
        tried: heard.made.length > 0 ? heard.made : heard.tried,
        up: event.face === "up" ? [...heard.up, event.target] : heard.up,
        rounds: [...heard.rounds, roundOf(heard, event.face === "up", puzzle)],
      };
    case "over":
      return { ...heard, over: event };
    default:
      return heard;
  }
}

function say(event: EventWithText, after: State): void {
  if (!SAID.includes(event.ev)) return;
  announce(eventText(event.said, after), AT_ONCE.includes(event.ev) ? "assertive" : "polite");
  if (event.ev === "won") sound(event.face === "up" ? "token" : "refused");
}

/* The end is written down, and nothing is left to go on with. */
function ended(after: State, won: boolean, rounds: PlayedRound[]): void {
  const score = after.players[0]?.score ?? 0;
  const at = Date.now();
  addSolo({ at, up: score, down: after.down ?? 0, won });
  recordPlayed({ id: aloneId(at), mode: "solo", won, score, rounds });
  saveSolo(null);
}

interface SoloGameProps {
  rules: object;
  left: SavedSolo | null;
  onEnd: () => void;
}

export function SoloGame({ rules, left, onEnd }: SoloGameProps) {
  const heard = useRef<Heard>(nothing());
  const before = useRef<string>();
  const over = useRef(false);
  const [held, setHeld] = useState(false); // the last round is still looked at
  const hear = (events: EventWithText[], after: State, past: boolean) => {
    for (const event of events) {
      heard.current = afterEvent(heard.current, event, before.current, after.position ?? after.shown);
      if (!past) say(event, after);
      if (event.ev === "over") {
        over.current = true;
        if (past) continue;
        ended(after, event.winners.length > 0, heard.current.rounds);
        setHeld(true);
        setTimeout(() => setHeld(false), HELD);
      }
    }
    before.current = after.shown;
  };
  const onKeep = (game: SavedSolo) => void (!over.current && saveSolo(game));
  const referee = useLocalGame(rules, hear, { left, onKeep });
  const { state } = referee;
  if (!state) return null;
  before.current = state.shown;
  if (state.phase === "over" && !held) return <Over state={state} onEnd={onEnd} heard={heard.current} />;
  return <Round referee={referee} state={state} heard={heard.current} key={state.round} onEnd={onEnd} />;
}

interface RoundProps {
  referee: Referee;
  state: State;
  heard: Heard;
  onEnd: () => void;
}

/* The route tried so far. The referee knows only "back to the markers"; undo goes back and makes the moves before again. */
function useTried(referee: Referee, on: boolean): PadTools & { move: (move: string) => void } {
  const [{ made, undone }, set] = useState<{ made: string[]; undone: string[] }>({ made: [], undone: [] });
  const { send } = referee;
  const move = (one: string, rest: string[] = []) => {
    const events = send({ do: "move", move: one });
    if (events.some(({ ev }) => ev === "reset")) set({ made: [], undone: [] });
    else if (events.some(({ ev }) => ev === "moved")) set({ made: [...made, one], undone: rest });
  };
  const back = (kept: string[], rest: string[]) => {
    if (made.length === 0 || !on) return;
    send({ do: "pass" });
    for (const one of kept) send({ do: "move", move: one });
    set({ made: kept, undone: rest });
  };
  const [next, ...rest] = undone;
  return {
    move,
    undo: () => back(made.slice(0, -1), [...made.slice(-1), ...undone]),
    redo: () => void (next && on && move(next, rest)),
    reset: () => back([], []),
    canUndo: made.length > 0 && on,
    canRedo: undone.length > 0 && on,
  };
}

function Round(props: RoundProps) {
  const { referee } = props;
  return referee.can("move") || referee.can("bid") ? <Searching {...props} /> : <Afterwards {...props} />;
}

/* What can be done now. */
function nowSaid(
  { referee, state, heard }: RoundProps,
  { refused }: Selection,
  touched: boolean,
  hint?: Hint,
): NowSaid {
  if (refused) return { words: refused.words, wrong: true };
  if (hint) return { words: hint.words, move: hint.moves.at(-1) };
  if (heard.failed) return { words: eventText(heard.failed, state), wrong: true };
  if (state.phase === "showing") return { words: showText(state) };
  if (referee.can("move")) return { words: chooseRobotText() };
  if (touched) return { words: inYourHeadText(), wrong: true };
  if (heard.hinted) return { words: eventText(heard.hinted, state) };
  return { words: t("Find a route in your head, then tap “I have it” to stop the hourglass.") };
}

const showText = ({ count: n = 0, moves }: State): string =>
  moves === undefined ? t("Show your route.") : t("Show it: {n} of {moves}", { n, moves });

function Searching(props: RoundProps) {
  const { referee, state, heard } = props;
  const moving = referee.can("move");
  const naming = referee.can("bid"); // the number of a route in the mind
  const puzzle = state.position ?? state.shown;
  const tried = useTried(referee, moving && state.phase === "searching");
  const selection = useSelection(puzzle, state.shown, (one) => moving && tried.move(one));
  const [touched, setTouched] = useState(false);
  const { selected, pick, keys, refused } = selection;
  const robots = moving ? keys : { robots: [], letters: keys.letters };
  const help = useSoloHint(referee, puzzle, state.count ?? 0);
  const { hint } = help;
  const announceRoute = (moves?: number) => void (naming && referee.send({ do: "bid", moves }));
  const letters = { ...keys.letters, h: () => help.more?.(), i: () => announceRoute() }; // I have it
  useKeys({ ...robots, letters, onUndo: tried.undo, onRedo: tried.redo, onReset: tried.reset });
  return (
    <BoardLayout
      title={t("Solo game")}
      position={state.shown}
      status={
        <>
          <TargetLine position={puzzle} count={state.count ?? 0} />
          <Sand state={state} now={referee.now} />
        </>
      }
      step={<StatusLine {...nowSaid(props, selection, touched, hint)} />}
      board={
        <Hinted hint={hint}>
          <Board
            position={state.shown}
            markers={state.markers ?? ""}
            step={heard.step}
            selected={moving ? selected : undefined}
            refused={refused}
            route={hint && hint.moves.length > 0 ? { from: puzzle, moves: hint.moves } : undefined}
            onSelect={pick}
            onMove={selection.move}
            onTouch={() => setTouched(true)}
            locked={!moving}
          />
        </Hinted>
      }
      controls={
        naming ? (
          <Naming onBid={announceRoute} help={help} />
        ) : (
          <Moving referee={referee} state={state} selection={selection} tools={tried} help={help} />
        )
      }
    >
      <SoloHint help={help} />
      {selected === "T" && moving && <MoreMoves options={listMoves(state.shown, "T").moves} onMove={selection.move} />}
      <Tally state={state} up={heard.up} />
      <GiveUp onEnd={props.onEnd} />
    </BoardLayout>
  );
}

/* A game that goes on by itself can also be ended. */
function GiveUp({ onEnd }: { onEnd: () => void }) {
  const [sure, setSure] = useState(false);
  return (
    <p>
      <button type="button" class="quiet" onClick={sure ? onEnd : () => setSure(true)} data-test="end-solo">
        {sure ? t("End this game? Nothing will be saved.") : t("End this game")}
      </button>
    </p>
  );
}

function Sand({ state, now }: { state: State; now: () => number }) {
  const stopped = state.phase !== "searching";
  return <Hourglass until={state.until} length={state.rules.hourglass} now={now} stopped={stopped} />;
}

interface MovingProps {
  referee: Referee;
  state: State;
  selection: Selection;
  tools: PadTools;
  help: SoloHintState;
}

/* Robots under the thumb: to show the route, or with `touch` to look for one, with moves taken back. */
function Moving({ referee, state, selection: { robots, selected, pick, direct }, tools, help }: MovingProps) {
  const showing = state.phase === "showing";
  return (
    <MovePad
      robots={robots}
      selected={selected}
      onSelect={pick}
      onDirection={direct}
      tools={showing ? undefined : tools}
      onHint={help.more}
    >
      {showing && (
        <button type="button" onClick={() => referee.send({ do: "pass" })} data-test="pass">
          {t("Give up")}
        </button>
      )}
    </MovePad>
  );
}

/* L1: found in the mind. Saying so stops the sand; a number said with it is a limit. */
function Naming({ onBid, help }: { onBid: (moves?: number) => void; help: SoloHintState }) {
  return (
    <div data-test="naming">
      <button type="button" class="primary big" onClick={() => onBid()} data-test="have-it">
        {t("I have it")}
      </button>
      <details class="plan-number">
        <summary>{t("Give the number of moves first")}</summary>
        <NumberPad label={t("I have it")} onBid={onBid} shy />
      </details>
      {help.more && (
        <button type="button" class="quiet" onClick={help.more} data-test="hint">
          <Icon name="hint" /> {t("Hint")}
        </button>
      )}
    </div>
  );
}

/* After a round: what was shown stays on the board, drawn; beside it the result and every shortest route to replay. */
function Afterwards({ referee, state, heard, onEnd }: RoundProps) {
  const position = state.position ?? state.shown;
  const { tried } = heard;
  const route = useRoute(position);
  const looking = useSolution(position);
  useEffect(() => void (tried.length > 0 && route.show(tried, tried)), []);
  const next = () => void (referee.can("next") && referee.send({ do: "next" }));
  useKeys({ robots: [], letters: { n: next } });
  return (
    <BoardLayout
      title={t("Solo game")}
      position={route.played.position}
      status={
        <>
          <TargetLine position={position} count={route.moves.length} />
          <Sand state={state} now={referee.now} />
        </>
      }
      step={<StatusLine words={t("Look at the routes, or turn over the next token.")} />}
      board={
        <Board
          position={route.played.position}
          markers={position.split("/")[1] ?? ""}
          step={route.step ?? heard.step}
          route={route.drawn}
          locked
        />
      }
      controls={<Between heard={heard} state={state} onNext={next} />}
    >
      <FirstMet position={position} />
      <Replay looking={looking} route={route} />
      <Tally state={state} up={heard.up} />
      <GiveUp onEnd={onEnd} />
    </BoardLayout>
  );
}

function Between({ heard: { last, failed }, state, onNext }: { heard: Heard; state: State; onNext: () => void }) {
  return (
    <div class="between">
      {last && (
        <p class={`verdict ${last.face === "up" ? "best" : ""}`} data-test="verdict">
          <b>{eventText(last.said, state)}</b>
          {failed && <small>{eventText(failed, state)}</small>}
        </p>
      )}
      {state.phase !== "over" && (
        <button type="button" class="primary big" onClick={onNext} data-test="next">
          {t("Next token")} <Icon name="next" />
        </button>
      )}
      <p class="help">{tn("{n} token left", "{n} tokens left", state.left)}</p>
    </div>
  );
}

const scoreOf = (state: State) => ({ up: state.players[0]?.score ?? 0, down: state.down ?? 0 });

function Tally({ state, up }: { state: State; up: string[] }) {
  return (
    <section class="tally" aria-label={t("Tokens")}>
      <h2>{t("{up} up, {down} down", scoreOf(state))}</h2>
      <div class="tokens" aria-hidden="true">
        {up.map((token) => (
          <Picture key={token} token={token} class="small-token" />
        ))}
        {Array.from({ length: scoreOf(state).down }, (_, i) => (
          <span key={i} class="face-down" />
        ))}
      </div>
    </section>
  );
}

function Over({ state, heard, onEnd }: { state: State; heard: Heard; onEnd: () => void }) {
  const { up, down } = scoreOf(state);
  return (
    <div class="setup over" data-test="over">
      <h1>{heard.over?.winners.length ? t("You win!") : t("You lose.")}</h1>
      <p class="score">
        <b>{up}</b> : <b>{down}</b>
      </p>
      <p>{t("{up} up, {down} down", { up, down })}</p>
      {heard.last && <p class="help">{t("Last token: {token}.", { token: tokenName(heard.last.target) })}</p>}
      <button type="button" class="primary big" onClick={onEnd}>
        {t("Play again")}
      </button>
    </div>
  );
}
