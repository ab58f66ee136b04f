/*
 * The solo game: which boards, how much sand, and the last games.
 */
import { useState } from "preact/hooks";
import { anySeed } from "../carom/ask";
import { results } from "../device/results";
import { keep, recall } from "../device/settings";
import { BoardFields, FIRST, type Variant, dealOf } from "../game/BoardFields";
import { Choice, Switch } from "../parts/Fields";
import type { ScreenProps } from "../parts/address";
import { spoken, t } from "../texts/texts";
import { Past } from "./Past";
import { SoloGame } from "./SoloGame";

interface Choices extends Variant {
  hourglass: string; // seconds
  turns: "1" | "2";
  touch: boolean; // robots may be moved while searching
}

/* R13: the Italian book is content with fewer moves than said. */
const bookClaim = (): string => (spoken() === "it" ? "at-most" : "exact");

export function Solo({ rest }: ScreenProps) {
  const [choices, set] = useState<Choices>(() => ({
    ...FIRST,
    hourglass: "60",
    turns: "1",
    touch: false,
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
      touch: choices.touch,
      claim: bookClaim(),
      seed: /^\d+$/.test(rest) ? Number(rest) : anySeed(),
    });
  };
  if (rules) return <SoloGame rules={rules} key={JSON.stringify(rules)} onAgain={() => begin(undefined)} />;
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
