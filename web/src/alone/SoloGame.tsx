/*
 * A solo game (L1 to L3): token and hourglass are turned at once; a route is found in the mind, its number stops the sand,
 * and when it is shown the token stays face up. With `touch` robots are moved while the sand runs. The referee decides
 * everything; this shows it.
 */
import { useRef, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Hourglass } from "../board/Hourglass";
import { Pad, type PadTools } from "../board/Pad";
import { Picture } from "../board/Picture";
import { tokenName } from "../board/names";
import { sound } from "../board/sound";
import { type Step, moves, play } from "../carom/ask";
import type { Said, State, Told } from "../carom/referee";
import { useSolution } from "../carom/useSolution";
import { addSolo } from "../device/results";
import { Replay } from "../game/Coach";
import { TargetLine } from "../game/TargetLine";
import { MoreMoves } from "../game/MoreMoves";
import { NumberPad } from "../game/NumberPad";
import { Stage } from "../game/Stage";
import { useKeys } from "../game/keys";
import { type Referee, useReferee } from "../game/referee";
import { useRoute } from "../game/route";
import { saidWords } from "../game/said";
import { useSelection } from "../game/selection";
import { announce } from "../parts/announce";
import { Icon } from "../parts/icons";
import { t, tn } from "../texts/texts";

/* What the events so far mean for the person who plays. */
interface Heard {
  last?: Told & { ev: "won" }; // the round that is over
  step?: Step | undefined; // for its animation
  failed?: Said | undefined;
  up: string[]; // tokens
  over?: Told & { ev: "over" };
}
const AT_ONCE = ["failed", "won", "over"]; // interrupt
const SAID = ["drawn", "turn", "moved", ...AT_ONCE];

function afterEvent(heard: Heard, event: Told, before: string | undefined): Heard {
  switch (event.ev) {
    case "drawn":
      return { up: heard.up };
    case "moved":
      return { ...heard, step: before ? play(before, [event.move]).steps[0] : undefined, failed: undefined };
    case "reset":
      return { ...heard, step: undefined };
    case "failed":
      return { ...heard, failed: event.said };
    case "won":
      return { ...heard, last: event, up: event.face === "up" ? [...heard.up, event.target] : heard.up };
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

export function SoloGame({ rules, onAgain }: { rules: object; onAgain: () => void }) {
  const heard = useRef<Heard>({ up: [] });
  const before = useRef<string>();
  const referee = useReferee(rules, (events, after) => {
    for (const event of events) {
      heard.current = afterEvent(heard.current, event, before.current);
      say(event, after);
      if (event.ev === "over")
        addSolo({
          at: Date.now(),
          up: after.players[0]?.score ?? 0,
          down: after.down ?? 0,
          won: event.winners.length > 0,
        });
    }
    before.current = after.shown;
  });
  const { state } = referee;
  if (!state) return null;
  before.current = state.shown;
  if (state.phase === "over") return <Over state={state} onAgain={onAgain} heard={heard.current} />;
  return <Round referee={referee} state={state} heard={heard.current} key={state.round} />;
}

interface RoundProps {
  referee: Referee;
  state: State;
  heard: Heard;
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

function Round({ referee, state, heard }: RoundProps) {
  const moving = referee.can("move");
  const naming = referee.can("bid"); // the number of a route in the mind
  const on = moving || naming;
  const puzzle = state.position ?? state.shown;
  const tried = useTried(referee, moving && state.phase === "searching");
  const selection = useSelection(puzzle, state.shown, (one) => moving && tried.move(one));
  const { selected, pick, keys } = selection;
  const next = () => void (referee.can("next") && referee.send({ do: "next" }));
  useKeys({
    ...keys,
    onUndo: tried.undo,
    onRedo: tried.redo,
    onReset: tried.reset,
    letters: { ...keys.letters, n: next },
  });
  const board = (
    <Board
      position={state.shown}
      markers={state.markers ?? ""}
      step={heard.step}
      selected={selected}
      onSelect={pick}
      onMove={tried.move}
      locked={!moving}
    />
  );
  return (
    <Stage
      title={t("Solo game")}
      position={state.shown}
      status={
        <>
          <TargetLine
            position={puzzle}
            count={moving ? (state.count ?? 0) : undefined}
            note={heard.failed ? saidWords(heard.failed, state) : shownWords(state)}
          />
          <Sand state={state} now={referee.now} />
        </>
      }
      board={on ? board : <Afterwards position={puzzle} />}
      controls={
        naming ? (
          <Naming onBid={(moves) => void referee.send({ do: "bid", moves })} />
        ) : moving ? (
          <Moving referee={referee} state={state} selection={selection} tools={tried} />
        ) : (
          <Between heard={heard} state={state} onNext={next} />
        )
      }
    >
      {selected === "T" && moving && <MoreMoves options={moves(state.shown, "T").moves} onMove={tried.move} />}
      <Tally state={state} up={heard.up} />
    </Stage>
  );
}

function Sand({ state, now }: { state: State; now: () => number }) {
  const stopped = state.phase !== "searching";
  return <Hourglass until={state.until} length={state.rules.hourglass} now={now} stopped={stopped} />;
}

const shownWords = (state: State): string | undefined =>
  state.phase === "showing"
    ? t("Show it: {n} of {moves}", { n: state.count ?? 0, moves: state.moves ?? 0 })
    : undefined;

interface MovingProps {
  referee: Referee;
  state: State;
  selection: ReturnType<typeof useSelection>;
  tools: PadTools;
}

/* Robots under the thumb: to show the route, or with `touch` to look for one, with moves taken back. */
function Moving({ referee, state, selection: { robots, selected, pick, direct }, tools }: MovingProps) {
  const showing = state.phase === "showing";
  return (
    <Pad robots={robots} selected={selected} onSelect={pick} onDirection={direct} tools={showing ? undefined : tools}>
      {showing && (
        <button type="button" onClick={() => referee.send({ do: "pass" })} data-test="pass">
          {t("Give up")}
        </button>
      )}
    </Pad>
  );
}

/* L1: found in the mind. The number stops the sand. */
function Naming({ onBid }: { onBid: (moves: number) => void }) {
  return (
    <div data-test="naming">
      <p class="ask">{t("Have you found a route? Its number of moves stops the sand.")}</p>
      <NumberPad label={t("I have it")} onBid={onBid} />
    </div>
  );
}

/* After a round: the board from its beginning, with every shortest route to replay. */
function Afterwards({ position }: { position: string }) {
  const route = useRoute(position);
  const looking = useSolution(position);
  return (
    <>
      <Board position={route.played.position} markers={position.split("/")[1] ?? ""} step={route.step} locked />
      <Replay looking={looking} route={route} />
    </>
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
      <button type="button" class="primary big" onClick={onNext} data-test="next">
        {t("Next token")} <Icon name="next" />
      </button>
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

function Over({ state, heard, onAgain }: { state: State; heard: Heard; onAgain: () => void }) {
  const { up, down } = scoreOf(state);
  return (
    <div class="setup over" data-test="over">
      <h1>{heard.over?.winners.length ? t("You have won.") : t("You have lost.")}</h1>
      <p class="score">
        <b>{up}</b> : <b>{down}</b>
      </p>
      <p>{t("{up} up, {down} down", { up, down })}</p>
      {heard.last && <p class="help">{t("The last token: {token}.", { token: tokenName(heard.last.target) })}</p>}
      <button type="button" class="primary big" onClick={onAgain}>
        {t("Play again")}
      </button>
    </div>
  );
}
