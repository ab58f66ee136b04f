/*
 * The solo game: which boards, how much sand, and the last games. One that was left goes on at once.
 */
import { useState } from "preact/hooks";
import { randomSeed } from "../wasm/ops";
import { type SavedSolo, saveSolo, loadSolo } from "../storage/savedSolo";
import { results } from "../storage/soloResults";
import { saveItem, loadItem } from "../storage/settings";
import { BoardFields, DEFAULT_BOARD_CHOICE, type BoardChoice, dealOf } from "../game/BoardFields";
import { RadioGroup, Toggle } from "../ui/formFields";
import type { ScreenProps } from "../ui/navigation";
import { t } from "../i18n/texts";
import { RecentGames } from "./RecentGames";
import { SoloGame } from "./SoloGame";

interface Choices extends BoardChoice {
  hourglass: string; // seconds
  turns: "1" | "2";
  touch: boolean; // robots may be moved while searching
}

/* The game that was left, unless the address asks for another one. */
function goingOn(rest: string): SavedSolo | null {
  const left = loadSolo();
  const { seed } = (left?.rules ?? {}) as { seed?: number };
  if (!left || (rest !== "" && rest !== String(seed))) return null;
  return { ...left, rules: { reading: 2, ...left.rules } };
}

export function Solo({ rest }: ScreenProps) {
  const [choices, setChoices] = useState<Choices>(() => ({
    ...DEFAULT_BOARD_CHOICE,
    hourglass: "60",
    turns: "1",
    touch: false,
    ...loadItem<Partial<Choices>>("solo", {}),
  }));
  const [left, setLeft] = useState(() => goingOn(rest));
  const [rules, setRules] = useState<object | undefined>(left?.rules);
  const start = () => {
    saveItem("solo", choices);
    setRules({
      preset: "solo",
      ...dealOf(choices),
      hourglass: Number(choices.hourglass) * 1000,
      turns: Number(choices.turns),
      touch: choices.touch,
      reading: 4, // kept with the game: one that was left goes on by the rules it began with
      seed: /^\d+$/.test(rest) ? Number(rest) : randomSeed(),
    });
  };
  const end = () => {
    saveSolo(null);
    setLeft(null);
    setRules(undefined);
  };
  if (rules) return <SoloGame rules={rules} left={left} key={JSON.stringify(rules)} onEnd={end} />;
  return <Setup choices={choices} onChange={setChoices} onStart={start} />;
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
          "Each round turns over a token and starts the hourglass. Find a route in your head and tap “I have " +
            "it”: the hourglass stops, and you show the route. If it reaches the target, the token stays face up. " +
            "If not, the hourglass runs on; when time's up, the token goes face down. After 17 tokens, you win if " +
            "more are face up than face down.",
        )}
      </p>
      <BoardFields value={choices} onChange={(part) => onChange({ ...choices, ...part })} />
      <RadioGroup
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
      <RadioGroup
        label={t("The hourglass runs")}
        value={choices.turns}
        options={[
          ["1", t("once")],
          ["2", t("twice (easier)")],
        ]}
        onChange={(turns) => onChange({ ...choices, turns })}
      />
      <Toggle
        label={t("Move the robots while searching")}
        help={t("Easier: in the rulebook you find the route in your head, then show it.")}
        value={choices.touch}
        onChange={(touch) => onChange({ ...choices, touch })}
      />
      <button type="button" class="primary big" onClick={onStart} data-test="start">
        {t("Start")}
      </button>
      <RecentGames
        games={results().solo}
        result={(game) => (game.won ? t("won") : t("lost"))}
        detail={(game) => t("{up} up, {down} down", { up: game.up, down: game.down })}
      />
    </div>
  );
}
