/*
 * Micro Robots alone: roll, look, call a number, show it step by step. The referee of the tables judges; with nobody else at
 * the table a wrong call only costs a chip.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { MicroBoard } from "../board/MicroBoard";
import { Picture } from "../board/Picture";
import { clock } from "../board/Hourglass";
import { microName, movesWords } from "../board/names";
import { describeMicro } from "../board/spoken";
import { anySeed, steps } from "../carom/ask";
import { useSolution } from "../carom/useSolution";
import { useKeys } from "../game/keys";
import { NumberPad } from "../game/NumberPad";
import { InWords } from "../game/Stage";
import { type GameEvent, ME, type Table, explain, useReferee } from "../game/referee";
import type { ScreenProps } from "../parts/address";
import { Choice, Switch } from "../parts/Fields";
import { Icon } from "../parts/icons";
import { announce } from "../parts/announce";
import { sound } from "../board/sound";
import { addMicro, results } from "../device/results";
import { keep, recall } from "../device/settings";
import { t, tn } from "../texts/texts";
import { Past } from "./Past";

interface Choices {
  game: "micro" | "micro-expert";
  chip: boolean; // M11: does a chip mark the target?
}

export function Micro({ rest }: ScreenProps) {
  const [choices, set] = useState<Choices>(() => ({
    game: "micro",
    chip: true,
    ...recall<Partial<Choices>>("micro", {}),
  }));
  const [rules, begin] = useState<object>();
  const start = () => {
    keep("micro", choices);
    begin({ preset: choices.game, seed: /^\d+$/.test(rest) ? Number(rest) : anySeed() });
  };
  if (rules)
    return <Game rules={rules} chip={choices.chip} onAgain={() => begin(undefined)} key={JSON.stringify(rules)} />;
  return (
    <div class="setup">
      <h1>{t("Micro Robots")}</h1>
      <p>
        {t(
          "The robot goes along its row or column to any cell with the same number or the same colour. Find a " +
            "way to the target, call its number of moves, then show it. Five chips win.",
        )}
      </p>
      <Choice
        label={t("Game")}
        value={choices.game}
        options={[
          ["micro", t("Base game")],
          ["micro-expert", t("Expert variant")],
        ]}
        onChange={(game) => set({ ...choices, game })}
        help={choices.game === "micro-expert" ? t("A second cell is rolled: the route must stop there first.") : ""}
      />
      <Switch
        label={t("A chip marks the target")}
        help={t("Switch it off to read the target from the dice alone.")}
        value={choices.chip}
        onChange={(chip) => set({ ...choices, chip })}
      />
      <button type="button" class="primary big" onClick={start} data-test="start">
        {t("Start")}
      </button>
      <Past
        games={results().micro}
        result={(game) => tn("{n} round", "{n} rounds", game.rounds)}
        detail={(game) => clock(game.seconds * 1000)}
      />
    </div>
  );
}

/* The dice that were rolled for a cell. */
function Dice({ face, label }: { face: string; label: string }) {
  return (
    <div class="dice" key={face} role="img" aria-label={`${label}: ${microName(face)}`}>
      <span class="die-label">{label}</span>
      <span class="die" aria-hidden="true">
        {face[0]}
      </span>
      <span class={`die die-${face[1]}`} aria-hidden="true">
        {face[1]}
      </span>
    </div>
  );
}

const roundPosition = (table: Table): string =>
  `${table.board}/${[table.start, table.via, table.target].filter(Boolean).join(">")}`;

function Game({ rules, chip, onAgain }: { rules: object; chip: boolean; onAgain: () => void }) {
  const [outcome, setOutcome] = useState<{ won: boolean; words: string }>();
  const [shown, setShown] = useState<string[]>([]);
  const started = useRef(Date.now());
  const hear = (events: GameEvent[]) => {
    explain(events);
    for (const event of events) {
      if (event.ev === "drawn") {
        setOutcome(undefined);
        setShown([]);
        const via = event.via ? `, ${t("by way of {cell}", { cell: microName(event.via) })}` : "";
        announce(
          t("From {start} to {target}", {
            start: microName(event.start ?? ""),
            target: microName(event.target ?? ""),
          }) + via,
        );
      }
      if (event.ev === "moved" && event.to) {
        setShown((before) => [...before, event.move ?? ""]);
        sound("stop");
        announce(`${microName(event.move ?? "")}. ${movesWords(event.count ?? 0)}`);
      }
      if (event.ev === "won") finish(true, t("Right! A chip for you."));
      if (event.ev === "failed") finish(false, failure(event.why));
    }
  };
  const finish = (won: boolean, words: string) => {
    setOutcome({ won, words });
    sound(won ? "won" : "lost");
    announce(words, "assertive");
  };
  const referee = useReferee(rules, hear);
  const { table } = referee;
  const position = table?.target ? roundPosition(table) : undefined;
  const held = useRef<string>();
  if (position) held.current = position;
  const over = table?.phase === "over";
  useEffect(() => {
    if (over && table)
      addMicro({
        at: Date.now(),
        rounds: table.round,
        chips: table.players[0]?.score ?? 0,
        seconds: Math.round((Date.now() - started.current) / 1000),
      });
  }, [over]);
  const looking = useSolution(held.current);
  const [hints, hint] = useState({ position: "", shown: 0 });
  const bidding = table?.phase === "bidding";
  const showing = table?.phase === "showing";
  const shownHints = hints.position === held.current ? hints.shown : 0;
  const moreHints = () => hint({ position: held.current ?? "", shown: shownHints + 1 });
  const next = () => referee.send({ do: "next", by: ME });
  useKeys({ robots: [], letters: { h: moreHints, n: () => (table?.phase === "between" ? next() : undefined) } });
  if (!table || !held.current) return null;
  const here = shown[shown.length - 1] ?? table.start ?? table.robots ?? "";
  const options = steps(held.current, here);
  const step = (face: string) => referee.send({ do: "move", by: ME, move: face });
  const me = table.players[0];
  const route = looking.solution?.route ?? [];
  return (
    <div class="stage">
      <h1 class="heard">{t("Micro Robots")}</h1>
      <div class="stage-status micro-status">
        <div class="row">
          {table.via && <Dice face={table.via} label={t("First")} key={`via${table.via}`} />}
          {table.target ? (
            <Dice face={table.target} label={t("Target")} key={`to${table.round}${table.target}`} />
          ) : null}
        </div>
        <p class="chips" role="img" aria-label={t("Chips: {n} of {goal}", { n: me?.score ?? 0, goal: table.goal })}>
          {Array.from({ length: table.goal || 5 }, (_, i) => (
            <span key={i} class={i < (me?.score ?? 0) ? "chip-won" : "chip-open"} />
          ))}
        </p>
      </div>
      <div class="stage-board" role="group" aria-label={t("Board")}>
        <MicroBoard
          position={held.current}
          at={here}
          chip={chip}
          options={showing ? options.steps : []}
          onStep={step}
          trail={shown}
        />
      </div>
      <div class="stage-controls">
        {bidding && (
          <>
            <p class="ask">{t("How many moves?")}</p>
            <NumberPad label={t("Call")} onBid={(moves) => referee.send({ do: "bid", by: ME, moves })} />
            <div class="tools">
              <button type="button" onClick={() => referee.send({ do: "skip", by: ME })}>
                <Icon name="dice" /> {t("Roll another target")}
              </button>
              <button type="button" onClick={moreHints} data-test="hint">
                <Icon name="hint" /> {t("Hint")}
              </button>
            </div>
          </>
        )}
        {showing && (
          <>
            <p class="ask">
              {t("Show it: {n} of {moves}", { n: table.count ?? 0, moves: table.moves ?? 0 })}{" "}
              <span class="count" data-test="count">
                {table.count ?? 0}
              </span>
            </p>
            <div class="row wrap" role="group" aria-label={t("Where to?")}>
              {options.steps.map((face) => (
                <button
                  key={face}
                  type="button"
                  class="cell-button"
                  aria-label={microName(face)}
                  data-cell={face}
                  onClick={() => step(face)}
                >
                  <Picture cell={face} />
                </button>
              ))}
            </div>
            <div class="tools">
              <button type="button" onClick={() => referee.send({ do: "pass", by: ME })}>
                {t("Give up")}
              </button>
            </div>
          </>
        )}
        {(table.phase === "between" || over) && (
          <div class="between">
            {outcome && (
              <p class={`verdict ${outcome.won ? "best" : ""}`} data-test="verdict">
                <b>{outcome.words}</b>
              </p>
            )}
            {over ? (
              <>
                <p class="score" data-test="over">
                  {t("Five chips in {rounds}.", { rounds: tn("{n} round", "{n} rounds", table.round) })}
                </p>
                <button type="button" class="primary big" onClick={onAgain}>
                  {t("Play again")}
                </button>
              </>
            ) : (
              <button type="button" class="primary big" onClick={next} data-test="next">
                <Icon name="dice" /> {t("Roll")}
              </button>
            )}
          </div>
        )}
      </div>
      <div class="stage-more">
        {bidding && shownHints > 0 && (
          <ol class="hints" data-test="hints">
            {[
              tn("The shortest way takes {n} move.", "The shortest way takes {n} moves.", looking.solution?.moves ?? 0),
              ...route.map((face, i) => t("Step {n}: {cell}.", { n: i + 1, cell: microName(face) })),
            ]
              .slice(0, shownHints)
              .map((line) => (
                <li key={line}>{line}</li>
              ))}
          </ol>
        )}
        {(table.phase === "between" || over) && route.length > 0 && (
          <p class="shortest">
            {tn("The shortest way takes {n} move.", "The shortest way takes {n} moves.", route.length)}
            <span class="row wrap">
              {route.map((face) => (
                <Picture key={face} cell={face} class="small-cell" title={microName(face)} />
              ))}
            </span>
          </p>
        )}
        <InWords lines={() => describeMicro(held.current ?? "")} />
      </div>
    </div>
  );
}

function failure(why: string | undefined): string {
  switch (why) {
    case "passed":
      return t("Given up. On to the next target.");
    case "late":
      return t("Too late.");
    default:
      return t("Not reached with the number you called.");
  }
}
