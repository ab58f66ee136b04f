/*
 * Micro Robots alone: what to play with, and the last games.
 */
import { useState } from "preact/hooks";
import { clock } from "../board/Hourglass";
import { randomSeed } from "../wasm/ops";
import { results } from "../storage/soloResults";
import { saveItem, loadItem } from "../storage/settings";
import { ChipField, type Side, SideField } from "../game/BoardFields";
import { RadioGroup } from "../ui/formFields";
import type { ScreenProps } from "../ui/navigation";
import { t, tn } from "../i18n/texts";
import { MicroGame } from "./MicroPractice";
import { RecentGames } from "./RecentGames";

interface Choices {
  game: "micro" | "micro-expert";
  side: Side; // M1
  chip: boolean; // M11: does a chip mark the target?
}

export function Micro({ rest }: ScreenProps) {
  const [choices, setChoices] = useState<Choices>(() => ({
    game: "micro",
    side: "dealt",
    chip: true,
    ...loadItem<Partial<Choices>>("micro", {}),
  }));
  const [rules, setRules] = useState<object>();
  const start = () => {
    saveItem("micro", choices);
    const { game: preset, side, chip } = choices;
    setRules({ preset, side, chip, seed: /^\d+$/.test(rest) ? Number(rest) : randomSeed() });
  };
  if (rules) return <MicroGame rules={rules} onAgain={() => setRules(undefined)} key={JSON.stringify(rules)} />;
  return (
    <div class="setup">
      <h1>{t("Micro Robots practice")}</h1>
      <p>
        {t(
          "The robot moves along its row or column to any cell with the same number or the same colour. Find a " +
            "route to the target, call its number of moves, then show it. Practice ends when you have five chips.",
        )}
      </p>
      <p class="help">{t("Micro Robots is for two or more players. Alone, it's practice without a winner.")}</p>
      <RadioGroup
        label={t("Game")}
        value={choices.game}
        options={[
          ["micro", t("Base game")],
          ["micro-expert", t("Expert variant")],
        ]}
        onChange={(game) => setChoices({ ...choices, game })}
        help={choices.game === "micro-expert" ? t("You roll a second cell, and the route must stop there first.") : ""}
      />
      <SideField value={choices.side} onChange={(side) => setChoices({ ...choices, side })} />
      <ChipField value={choices.chip} onChange={(chip) => setChoices({ ...choices, chip })} />
      <button type="button" class="primary big" onClick={start} data-test="start">
        {t("Start")}
      </button>
      <RecentGames
        games={results().micro}
        result={(game) => tn("{n} round", "{n} rounds", game.rounds)}
        detail={(game) => clock(game.seconds * 1000)}
      />
    </div>
  );
}
