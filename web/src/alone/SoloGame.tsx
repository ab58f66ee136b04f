/*
 * A solo game (L1 to L3): token and hourglass are turned at once; a route is found in the mind, its number stops the sand,
 * and when it is shown the token stays face up. With `touch` robots are moved while the sand runs. The referee decides
 * everything; this shows it.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Hourglass } from "../board/Hourglass";
import { Pad, type PadTools } from "../board/Pad";
import { Picture } from "../board/Picture";
import { tokenName } from "../board/names";
import { sound } from "../board/sound";
import { type Step, moves, play } from "../carom/ask";
import type { Said, State, Told } from "../carom/referee";
import { useSolution } from "../carom/useSolution";
import { type Left, keepSolo } from "../device/left";
import { addSolo } from "../device/results";
import { Replay } from "../game/Coach";
import { FirstMet } from "../game/FirstMet";
import { TargetLine } from "../game/TargetLine";
import { MoreMoves } from "../game/MoreMoves";
import { NextStep, type Said as NowSaid, chooseWords, inYourHead } from "../game/NextStep";
import { NumberPad } from "../game/NumberPad";
import { Stage } from "../game/Stage";
import { useKeys } from "../game/keys";
import { type Referee, useReferee } from "../game/referee";
import { useRoute } from "../game/route";
import { saidWords } from "../game/said";
import { type Selection, useSelection } from "../game/selection";
import { announce } from "../parts/announce";
import { Icon } from "../parts/icons";
import { t, tn } from "../texts/texts";
import { type Help, SoloHint, useSoloHint } from "./SoloHint";

/* What the events so far mean for the person who plays. */
interface Heard {
  last?: Told & { ev: "won" }; // the round that is over
  step?: Step | undefined; // for its animation
  made: string[]; // moves since the robots stood on their markers
  tried: string[]; // the route that was shown when the round ended
  failed?: Said | undefined;
  hinted?: Said; // a hint was taken: the token counts face down
  up: string[]; // tokens
  over?: Told & { ev: "over" };
}
const nothing = (up: string[] = []): Heard => ({ up, made: [], tried: [] });
const HELD = 2000; // ms that the end of the last round is seen before the result
const AT_ONCE = ["failed", "won", "over"]; // interrupt
const SAID = ["drawn", "turn", "moved", "hint", ...AT_ONCE];

function afterEvent(heard: Heard, event: Told, before: string | undefined): Heard {
  switch (event.ev) {
    case "drawn":
      return nothing(heard.up);
    case "turn":
      return { ...heard, made: [] };
    case "moved":
      return {
        ...heard,
        made: [...heard.made, event.move],
        step: before ? play(before, [event.move]).steps[0] : undefined,
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
      };
    case "over":
      return { ...heard, over: event };
    default:
      return heard;
  }
}

function say(event: Told, after: State): void {
  if (!SAID.includes(event.ev)) return;
  announce(saidWords(event.said, after), AT_ONCE.includes(event.ev) ? "assertive" : "polite");
  if (event.ev === "won") sound(event.face === "up" ? "won" : "lost");
}

/* The end is written down, and nothing is left to go on with. */
function ended(after: State, won: boolean): void {
  addSolo({ at: Date.now(), up: after.players[0]?.score ?? 0, down: after.down ?? 0, won });
  keepSolo(null);
}

interface SoloGameProps {
  rules: object;
  left: Left | null;
  onEnd: () => void;
}

export function SoloGame({ rules, left, onEnd }: SoloGameProps) {
  const heard = useRef<Heard>(nothing());
  const before = useRef<string>();
  const over = useRef(false);
  const [held, hold] = useState(false); // the last round is still looked at
  const hear = (events: Told[], after: State, past: boolean) => {
    for (const event of events) {
      heard.current = afterEvent(heard.current, event, before.current);
      if (!past) say(event, after);
      if (event.ev === "over") {
        over.current = true;
        if (past) continue;
        ended(after, event.winners.length > 0);
        hold(true);
        setTimeout(() => hold(false), HELD);
      }
    }
    before.current = after.shown;
  };
  const onKeep = (game: Left) => void (!over.current && keepSolo(game));
  const referee = useReferee(rules, hear, { left, onKeep });
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
function nowSaid({ referee, state, heard }: RoundProps, { refused }: Selection, touched: boolean): NowSaid {
  if (refused) return { words: refused.words, wrong: true };
  if (heard.failed) return { words: saidWords(heard.failed, state), wrong: true };
  if (state.phase === "showing")
    return { words: t("Show it: {n} of {moves}", { n: state.count ?? 0, moves: state.moves ?? 0 }) };
  if (referee.can("move")) return { words: chooseWords() };
  if (touched) return { words: inYourHead(), wrong: true };
  if (heard.hinted) return { words: saidWords(heard.hinted, state) };
  return { words: t("Have you found a route? Its number of moves stops the sand.") };
}

function Searching(props: RoundProps) {
  const { referee, state, heard } = props;
  const moving = referee.can("move");
  const naming = referee.can("bid"); // the number of a route in the mind
  const puzzle = state.position ?? state.shown;
  const tried = useTried(referee, moving && state.phase === "searching");
  const selection = useSelection(puzzle, state.shown, (one) => moving && tried.move(one));
  const [touched, touch] = useState(false);
  const { selected, pick, keys, refused } = selection;
  const robots = moving ? keys : { robots: [], letters: keys.letters }; // digits are for the number
  const help = useSoloHint(referee, puzzle);
  const letters = { ...keys.letters, h: () => help.more?.() };
  useKeys({ ...robots, letters, onUndo: tried.undo, onRedo: tried.redo, onReset: tried.reset });
  return (
    <Stage
      title={t("Solo game")}
      position={state.shown}
      status={
        <>
          <TargetLine position={puzzle} count={state.count ?? 0} />
          <Sand state={state} now={referee.now} />
        </>
      }
      step={<NextStep {...nowSaid(props, selection, touched)} />}
      board={
        <Board
          position={state.shown}
          markers={state.markers ?? ""}
          step={heard.step}
          selected={moving ? selected : undefined}
          refused={refused}
          onSelect={pick}
          onMove={selection.move}
          onTouch={() => touch(true)}
          locked={!moving}
        />
      }
      controls={
        naming ? (
          <Naming onBid={(moves) => void referee.send({ do: "bid", moves })} help={help} />
        ) : (
          <Moving referee={referee} state={state} selection={selection} tools={tried} help={help} />
        )
      }
    >
      <SoloHint help={help} />
      <FirstMet position={state.shown} />
      {selected === "T" && moving && <MoreMoves options={moves(state.shown, "T").moves} onMove={selection.move} />}
      <Tally state={state} up={heard.up} />
      <GiveUp onEnd={props.onEnd} />
    </Stage>
  );
}

/* A game that goes on by itself can also be ended. */
function GiveUp({ onEnd }: { onEnd: () => void }) {
  const [sure, ask] = useState(false);
  return (
    <p>
      <button type="button" class="quiet" onClick={sure ? onEnd : () => ask(true)} data-test="end-solo">
        {sure ? t("Really? Nothing of it is kept.") : t("End this game")}
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
  help: Help;
}

/* Robots under the thumb: to show the route, or with `touch` to look for one, with moves taken back. */
function Moving({ referee, state, selection: { robots, selected, pick, direct }, tools, help }: MovingProps) {
  const showing = state.phase === "showing";
  return (
    <Pad
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
    </Pad>
  );
}

/* L1: found in the mind. The number stops the sand. */
function Naming({ onBid, help }: { onBid: (moves: number) => void; help: Help }) {
  return (
    <div data-test="naming">
      <NumberPad label={t("I have it")} onBid={onBid} />
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
    <Stage
      title={t("Solo game")}
      position={route.played.position}
      status={
        <>
          <TargetLine position={position} count={route.moves.length} />
          <Sand state={state} now={referee.now} />
        </>
      }
      step={<NextStep words={t("Look at the routes, or turn the next token.")} />}
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
      <Replay looking={looking} route={route} />
      <Tally state={state} up={heard.up} />
      <GiveUp onEnd={onEnd} />
    </Stage>
  );
}

function Between({ heard: { last, failed }, state, onNext }: { heard: Heard; state: State; onNext: () => void }) {
  return (
    <div class="between">
      {last && (
        <p class={`verdict ${last.face === "up" ? "best" : ""}`} data-test="verdict">
          <b>{saidWords(last.said, state)}</b>
          {failed && <small>{saidWords(failed, state)}</small>}
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
      <h1>{heard.over?.winners.length ? t("You have won.") : t("You have lost.")}</h1>
      <p class="score">
        <b>{up}</b> : <b>{down}</b>
      </p>
      <p>{t("{up} up, {down} down", { up, down })}</p>
      {heard.last && <p class="help">{t("The last token: {token}.", { token: tokenName(heard.last.target) })}</p>}
      <button type="button" class="primary big" onClick={onEnd}>
        {t("Play again")}
      </button>
    </div>
  );
}
