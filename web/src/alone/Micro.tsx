/*
 * Micro Robots alone: what to play with, and the last games.
 */
import { useState } from "preact/hooks";
import { clock } from "../board/Hourglass";
import { anySeed } from "../carom/ask";
import { results } from "../device/results";
import { keep, recall } from "../device/settings";
import { Choice, Switch } from "../parts/Fields";
import type { ScreenProps } from "../parts/address";
import { t, tn } from "../texts/texts";
import { MicroGame } from "./MicroGame";
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
    return <MicroGame rules={rules} chip={choices.chip} onAgain={() => begin(undefined)} key={JSON.stringify(rules)} />;
  return (
    <div class="setup">
      <h1>{t("Micro Robots: training")}</h1>
      <p>
        {t(
          "The robot goes along its row or column to any cell with the same number or the same colour. Find a " +
            "way to the target, call its number of moves, then show it. Training ends with five chips.",
        )}
      </p>
      <p class="help">{t("Micro Robots is a game for two and more. Alone it is training, without a winner.")}</p>
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
