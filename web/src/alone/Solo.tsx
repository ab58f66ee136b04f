/*
 * The solo game: which boards, how much sand, and the last games. One that was left goes on at once.
 */
import { useState } from "preact/hooks";
import { anySeed } from "../carom/ask";
import { type Left, keepSolo, soloLeft } from "../device/left";
import { results } from "../device/results";
import { keep, recall } from "../device/settings";
import { BoardFields, FIRST, type Variant, dealOf } from "../game/BoardFields";
import { bookClaim } from "../game/book";
import { Choice, Switch } from "../parts/Fields";
import type { ScreenProps } from "../parts/address";
import { t } from "../texts/texts";
import { Past } from "./Past";
import { SoloGame } from "./SoloGame";

interface Choices extends Variant {
  hourglass: string; // seconds
  turns: "1" | "2";
  touch: boolean; // robots may be moved while searching
}

/* The game that was left, unless the address asks for another one. */
function goingOn(rest: string): Left | null {
  const left = soloLeft();
  const { seed } = (left?.rules ?? {}) as { seed?: number };
  return rest === "" || rest === String(seed) ? left : null;
}

export function Solo({ rest }: ScreenProps) {
  const [choices, set] = useState<Choices>(() => ({
    ...FIRST,
    hourglass: "60",
    turns: "1",
    touch: false,
    ...recall<Partial<Choices>>("solo", {}),
  }));
  const [left, setLeft] = useState(() => goingOn(rest));
  const [rules, begin] = useState<object | undefined>(left?.rules);
  const start = () => {
    keep("solo", choices);
    begin({
      preset: "solo",
      ...dealOf(choices),
      hourglass: Number(choices.hourglass) * 1000,
      turns: Number(choices.turns),
      touch: choices.touch,
      claim: bookClaim(),
      seed: /^\d+$/.test(rest) ? Number(rest) : anySeed(),
    });
  };
  const end = () => {
    keepSolo(null);
    setLeft(null);
    begin(undefined);
  };
  if (rules) return <SoloGame rules={rules} left={left} key={JSON.stringify(rules)} onEnd={end} />;
  return <Setup choices={choices} onChange={set} onStart={start} />;
}

interface SetupProps {
  choices: Choices;
  onChange: (choices: Choices) => void;
  onStart: () => void;
}

function Setup({ choices, onChange, onStart }: SetupProps) {
  return (
    <div class="setup">
      <h1>{t("Solo game")}</h1>
      <p>
        {t(
          "A token is turned and the sand runs. Find a route in your mind and say its number of moves: that stops the " +
            "sand. Show it, and the token stays face up; if the sand is out or the route fails, it lies face down. " +
            "After 17 tokens you win if more lie face up than face down.",
        )}
      </p>
      <BoardFields value={choices} onChange={(part) => onChange({ ...choices, ...part })} />
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
      <Switch
        label={t("Move the robots while searching")}
        help={t("Easier: the book wants the route found in the mind, and then shown.")}
        value={choices.touch}
        onChange={(touch) => onChange({ ...choices, touch })}
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
