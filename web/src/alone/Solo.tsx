/*
 * The solo game (L1 to L3): token and hourglass are turned at once; a route found in time keeps the token face up. The
 * referee decides everything; this shows it.
 */
import { useMemo, useRef, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Hourglass } from "../board/Hourglass";
import { Pad } from "../board/Pad";
import { Picture } from "../board/Picture";
import { sound } from "../board/sound";
import { movesWords, tokenName } from "../board/names";
import { describeRobot, stepSentence, noRicochet } from "../board/spoken";
import { type Direction, type Robot, type Step, anySeed, describe, moves, play } from "../carom/ask";
import { useSolution } from "../carom/useSolution";
import { Replay } from "../game/Coach";
import { Goal } from "../game/Goal";
import { MoreMoves } from "../game/MoreMoves";
import { Stage } from "../game/Stage";
import { useKeys } from "../game/keys";
import { type GameEvent, ME, type Referee, type Table, explain, useReferee } from "../game/referee";
import { useRoute } from "../game/route";
import type { ScreenProps } from "../parts/address";
import { Choice } from "../parts/Fields";
import { Icon } from "../parts/icons";
import { announce } from "../parts/announce";
import { addSolo, results } from "../device/results";
import { keep, recall } from "../device/settings";
import { t, tn } from "../texts/texts";
import { FIRST, type Variant, VariantFields, dealOf } from "./variants";
import { Past } from "./Past";

interface Choices extends Variant {
  hourglass: string; // seconds
  turns: "1" | "2";
}

export function Solo({ rest }: ScreenProps) {
  const [choices, set] = useState<Choices>(() => ({
    ...FIRST,
    hourglass: "60",
    turns: "1",
    ...recall<Partial<Choices>>("solo", {}),
  }));
  const [rules, begin] = useState<object | undefined>();
  const start = () => {
    keep("solo", choices);
    begin({
      preset: "solo",
      ...dealOf(choices),
      hourglass: Number(choices.hourglass) * 1000,
      turns: Number(choices.turns),
      seed: /^\d+$/.test(rest) ? Number(rest) : anySeed(),
    });
  };
  if (rules) return <Game rules={rules} key={JSON.stringify(rules)} onAgain={() => begin(undefined)} />;
  return <Setup choices={choices} onChange={set} onStart={start} />;
}

function Setup({
  choices,
  onChange,
  onStart,
}: {
  choices: Choices;
  onChange: (choices: Choices) => void;
  onStart: () => void;
}) {
  return (
    <div class="setup">
      <h1>{t("Solo game")}</h1>
      <p>
        {t(
          "A token is turned and the sand runs. Show a route before it is out, and the token stays face up. " +
            "After 17 tokens you win if more lie face up than face down.",
        )}
      </p>
      <VariantFields value={choices} onChange={(variant) => onChange({ ...choices, ...variant })} />
      <Choice
        label={t("Hourglass")}
        value={choices.hourglass}
        options={[
          ["30", t("30 s")],
          ["60", t("1 min")],
          ["120", t("2 min")],
          ["300", t("5 min")],
        ]}
        onChange={(hourglass) => onChange({ ...choices, hourglass })}
      />
      <Choice
        label={t("The sand runs")}
        value={choices.turns}
        options={[
          ["1", t("once")],
          ["2", t("twice: easier")],
        ]}
        onChange={(turns) => onChange({ ...choices, turns })}
      />
      <button type="button" class="primary big" onClick={onStart} data-test="start">
        {t("Start")}
      </button>
      <Past
        games={results().solo}
        result={(game) => (game.won ? t("won") : t("lost"))}
        detail={(game) => t("{up} up, {down} down", { up: game.up, down: game.down })}
      />
    </div>
  );
}

const positionOf = (table: Table): string => `${table.board}/${table.robots}${table.target ? `/${table.target}` : ""}`;

/* What the last events mean for the person who plays. */
function useVoice() {
  const [last, set] = useState<{ token: string; face: "up" | "down" }>();
  const [step, setStep] = useState<Step>();
  const [note, setNote] = useState<string>();
  const won = useRef<string[]>([]);
  const hear = (events: GameEvent[], before: string | undefined) => {
    explain(events);
    for (const event of events) {
      if (event.ev === "moved" && event.move && before) {
        const made = play(before, [event.move]).steps[0];
        setStep(made);
        setNote(undefined);
        if (made) announce(`${stepSentence(made)}. ${movesWords(event.count ?? 0)}`);
      }
      if (event.ev === "reset") setStep(undefined);
      if (event.ev === "failed" && event.why === "no-ricochet") {
        setNote(noRicochet());
        announce(noRicochet(), "assertive");
      }
      if (event.ev === "won" && event.target) {
        set({ token: event.target, face: event.face ?? "up" });
        if (event.face === "up") won.current = [...won.current, event.target];
        sound(event.face === "up" ? "won" : "lost");
        announce(
          event.face === "up"
            ? t("Found! The token stays face up.")
            : t("Too late, the sand is out. The token is turned face down."),
          "assertive",
        );
      }
      if (event.ev === "drawn") {
        set(undefined);
        setStep(undefined);
        setNote(undefined);
      }
      if (event.ev === "over") announce(event.winners?.length ? t("You have won.") : t("You have lost."), "assertive");
    }
  };
  return { last, step, note, hear, won: won.current };
}

function Game({ rules, onAgain }: { rules: object; onAgain: () => void }) {
  const voice = useVoice();
  const before = useRef<string>();
  const referee = useReferee(rules, (events) => {
    voice.hear(events, before.current);
    const over = events.find((event) => event.ev === "over");
    if (over) finish(over);
  });
  const finish = (over: GameEvent) => {
    const up = latest.current?.players[0]?.score ?? 0;
    const down = latest.current?.down ?? 0;
    addSolo({ at: Date.now(), up, down, won: (over.winners?.length ?? 0) > 0 });
  };
  const latest = useRef<Table>();
  latest.current = referee.table;
  const { table } = referee;
  if (!table) return null;
  before.current = positionOf(table);
  if (table.phase === "over") return <Over table={table} onAgain={onAgain} last={voice.last} />;
  return <Round referee={referee} table={table} voice={voice} key={table.round} />;
}

function Round({ referee, table, voice }: { referee: Referee; table: Table; voice: ReturnType<typeof useVoice> }) {
  const searching = table.phase === "searching";
  const position = positionOf(table);
  const known = useMemo(() => describe(position), [position]);
  const robots = Object.keys(known.robots ?? {}) as Robot[];
  const first = useRef(`${table.board}/${table.markers}/${table.target}`);
  const target = describe(first.current).target;
  const [selected, select] = useState<Robot | undefined>(
    typeof target === "object" && target.robot !== "*" ? target.robot : robots[0],
  );
  const [tried, setTried] = useState<{ moves: string[]; later: string[] }>({ moves: [], later: [] });

  const move = (one: string) => {
    const events = referee.send({ do: "move", by: ME, move: one });
    if (events.some((event) => event.ev === "reset")) setTried({ moves: [], later: [] });
    else if (events.some((event) => event.ev === "moved")) setTried({ moves: [...tried.moves, one], later: [] });
  };
  /* The referee knows only "back to the markers"; undo goes back and makes the moves before again. */
  const undo = () => {
    if (tried.moves.length === 0 || !searching) return;
    const rest = tried.moves.slice(0, -1);
    referee.send({ do: "pass", by: ME });
    for (const one of rest) referee.send({ do: "move", by: ME, move: one });
    setTried({ moves: rest, later: [tried.moves[tried.moves.length - 1] ?? "", ...tried.later] });
  };
  const redo = () => {
    const [next, ...later] = tried.later;
    if (!next || !searching) return;
    referee.send({ do: "move", by: ME, move: next });
    setTried({ moves: [...tried.moves, next], later });
  };
  const reset = () => {
    if (tried.moves.length === 0 || !searching) return;
    referee.send({ do: "pass", by: ME });
    setTried({ moves: [], later: [] });
  };
  const next = () => referee.send({ do: "next", by: ME });
  const pick = (robot: Robot) => {
    select(robot);
    announce(describeRobot(position, robot).split(";")[0] ?? "");
  };
  const direction = (to: Direction, through = false) =>
    searching && selected && move(selected + to + (through ? "!" : ""));
  useKeys({
    robots,
    onRobot: pick,
    onDirection: direction,
    onUndo: undo,
    onRedo: redo,
    onReset: reset,
    letters: { d: () => selected && announce(describeRobot(position, selected)), n: () => !searching && next() },
  });
  const tools = {
    undo,
    redo,
    reset,
    canUndo: tried.moves.length > 0 && searching,
    canRedo: tried.later.length > 0 && searching,
  };
  return (
    <Stage
      title={t("Solo game")}
      position={position}
      status={
        <>
          <Goal position={first.current} count={searching ? (table.count ?? 0) : undefined} note={voice.note} />
          <Hourglass until={table.until} length={table.rules.hourglass} now={referee.now} stopped={!searching} />
        </>
      }
      board={
        searching ? (
          <Board
            position={position}
            markers={table.markers ?? ""}
            step={voice.step}
            selected={selected}
            onSelect={pick}
            onMove={move}
          />
        ) : (
          <Afterwards position={first.current} />
        )
      }
      controls={
        searching ? (
          <Pad robots={robots} selected={selected} onSelect={pick} onDirection={(to) => direction(to)} tools={tools} />
        ) : (
          <Between last={voice.last} left={table.left} onNext={next} />
        )
      }
    >
      {selected === "T" && searching && <MoreMoves options={moves(position, "T").moves} onMove={move} />}
      <Tally table={table} won={voice.won} />
    </Stage>
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

function Between({
  last,
  left,
  onNext,
}: {
  last: { token: string; face: "up" | "down" } | undefined;
  left: number;
  onNext: () => void;
}) {
  return (
    <div class="between">
      {last && (
        <p class={`verdict ${last.face === "up" ? "best" : ""}`} data-test="verdict">
          <b>{last.face === "up" ? t("Found! The token stays face up.") : t("Too late, the sand is out.")}</b>
        </p>
      )}
      <button type="button" class="primary big" onClick={onNext} data-test="next">
        {t("Next token")} <Icon name="next" />
      </button>
      <p class="help">{tn("{n} token left", "{n} tokens left", left)}</p>
    </div>
  );
}

function Tally({ table, won }: { table: Table; won: string[] }) {
  const up = table.players[0]?.score ?? 0;
  const down = table.down ?? 0;
  return (
    <section class="tally" aria-label={t("Tokens")}>
      <h2>{t("{up} up, {down} down", { up, down })}</h2>
      <div class="tokens" aria-hidden="true">
        {won.map((token) => (
          <Picture key={token} token={token} class="small-token" />
        ))}
        {Array.from({ length: down }, (_, i) => (
          <span key={i} class="face-down" />
        ))}
      </div>
    </section>
  );
}

function Over({
  table,
  onAgain,
  last,
}: {
  table: Table;
  onAgain: () => void;
  last: { token: string; face: "up" | "down" } | undefined;
}) {
  const up = table.players[0]?.score ?? 0;
  const down = table.down ?? 0;
  return (
    <div class="setup over" data-test="over">
      <h1>{up > down ? t("You have won.") : t("You have lost.")}</h1>
      <p class="score">
        <b>{up}</b> : <b>{down}</b>
      </p>
      <p>{t("{up} up, {down} down", { up, down })}</p>
      {last && <p class="help">{t("The last token: {token}.", { token: tokenName(last.token) })}</p>}
      <button type="button" class="primary big" onClick={onAgain}>
        {t("Play again")}
      </button>
    </div>
  );
}
