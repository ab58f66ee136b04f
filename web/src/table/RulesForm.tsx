/*
 * Everything that can be agreed about a table, each with a line that says what it means. Used when a table is made, and in
 * its lobby.
 */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { type Preset, ruleChoices } from "../wasm/referee";
import { BoardFields, ChipField, SideField } from "../game/BoardFields";
import { RadioGroup, Select, Toggle } from "../ui/formFields";
import { t, tc } from "../i18n/texts";
import {
  type PresetChoice,
  type FullRules,
  type TableSettings,
  choiceOf,
  canUseScratchBoard,
  easyStartText,
  goalText,
  isQuickStart,
  durationText,
  presetRules,
  sentenceOf,
  quickStarts,
} from "./rules";

interface FormProps {
  wish: TableSettings;
  onChange: (wish: TableSettings) => void;
}

const SAND = [15, 30, 45, 60, 90, 120, 180, 300, 600].map((seconds) => seconds * 1000);
const SHOW = [30, 60, 120, 300, 600].map((seconds) => seconds * 1000);
const PATIENCE = [0, 30, 60, 120, 180, 240, 300].map((seconds) => seconds * 1000);

const lengths = (some: number[], more: [string, string][] = []): [string, string][] => [
  ...some.map((ms): [string, string] => [String(ms), durationText(ms)]),
  ...more,
];

/* The ways offered first: large, one tap each. */
function WayFields({ wish, onChange }: FormProps) {
  const name = useId();
  return (
    <fieldset class="presets quick-starts">
      <legend>{t("How to play")}</legend>
      {quickStarts().map((way) => (
        <label key={way.name} class="preset">
          <input
            type="radio"
            name={name}
            value={way.name}
            checked={isQuickStart(way, wish)}
            onChange={() => onChange(way.wish())}
          />
          <span>
            <b>{way.title}</b>
            <small>{way.sentence}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function PresetFields({ wish, onChange }: FormProps) {
  const name = useId();
  const choose = (preset: Preset) => onChange({ ...wish, rules: presetRules(preset) });
  const chosen = (preset: Preset): boolean => wish.rules.preset === preset;
  /* What is offered above as it is, is not offered again. */
  const above = (preset: Preset): boolean =>
    quickStarts().some((way) => way.name === preset && (!chosen(preset) || isQuickStart(way, wish)));
  return (
    <fieldset class="presets">
      <legend>{t("Game")}</legend>
      {ruleChoices()
        .presets.filter(({ preset }) => !above(preset))
        .map(({ preset, title, sentence }) => (
          <label key={preset} class="preset">
            <input type="radio" name={name} value={preset} checked={chosen(preset)} onChange={() => choose(preset)} />
            <span>
              <b>{t(title)}</b>
              <small>{chosen(preset) ? sentenceOf(wish.rules, true) : t(sentence)}</small>
            </span>
          </label>
        ))}
    </fieldset>
  );
}

/* A select with its line. */
function Pick({ help, ...select }: Parameters<typeof Select>[0] & { help: string }) {
  return (
    <div class="pick">
      <Select {...select} />
      <p class="help">{help}</p>
    </div>
  );
}

interface RuleFieldsProps {
  rules: FullRules;
  choice: PresetChoice;
  set: (part: Partial<FullRules>) => void;
}

function BiddingFields({ rules, choice, set }: RuleFieldsProps) {
  const { micro } = choice;
  return (
    <>
      <RadioGroup
        label={t("To win, show")}
        value={rules.claim}
        options={[
          ["exact", t("exactly the number bid")],
          ["at-most", t("at most the number bid")],
        ]}
        onChange={(claim) => set({ claim })}
        help={t("Rulebooks differ: some want exactly that number, some accept fewer.")}
      />
      {choice.rules.includes("tie") && (
        <RadioGroup
          label={t("Equal bids")}
          value={rules.tie}
          options={[
            ["first", t("earlier bid first")],
            ["fewest", t("fewer tokens first")],
          ]}
          onChange={(tie) => set({ tie })}
          help={t("Who shows first when two players bid the same.")}
        />
      )}
      {choice.rules.includes("goal") && (
        <Pick
          label={micro ? t("Chips to win") : t("Tokens to win")}
          value={String(rules.goal ?? "")}
          options={goals(micro)}
          onChange={(goal) => set({ goal: goal === "" ? null : Number(goal) })}
          help={
            micro
              ? t("The rulebook says 5.")
              : t("Rulebook: 8 for 2 players, 6 for 3, 5 for 4. With more players, until all are won.")
          }
        />
      )}
    </>
  );
}

function RaceFields({ rules, set }: RuleFieldsProps) {
  return (
    <Pick
      label={t("Targets in a race")}
      value={String(rules.goal ?? "")}
      options={goals(true)}
      onChange={(goal) => set({ goal: Number(goal) })}
      help={t("The race ends after this many targets. Most points wins.")}
    />
  );
}

const goals = (micro: boolean): [string, string][] => [
  ...(micro ? [] : [["", goalText(null)] as [string, string]]),
  ...Array.from({ length: micro ? 12 : 16 }, (_, i): [string, string] => [String(i + 1), String(i + 1)]),
  ["0", goalText(0)],
];

function TimeFields({ rules, choice, set }: RuleFieldsProps) {
  const has = (rule: keyof FullRules): boolean => choice.rules.includes(rule);
  return (
    <>
      {has("hourglass") && (
        <Pick
          label={t("Hourglass")}
          value={String(rules.hourglass)}
          options={lengths(SAND, choice.solo ? [] : [["0", tc("hourglass", "none")]])}
          onChange={(ms) => set({ hourglass: Number(ms) })}
          help={
            choice.solo
              ? t("Time to find and show a route.")
              : choice.race
                ? t("Time for the others after the first route. None: until everyone is done.")
                : t("Time for bids after the first one. None: until everyone taps “No more bids”.")
          }
        />
      )}
      {has("turns") && (
        <RadioGroup
          label={t("The hourglass runs")}
          value={String(rules.turns)}
          options={[
            ["1", t("once")],
            ["2", t("twice")],
          ]}
          onChange={(turns) => set({ turns: Number(turns) })}
          help={t("Twice is easier.")}
        />
      )}
      {has("patience") && rules.hourglass > 0 && (
        <Pick
          label={t("Patience")}
          value={String(rules.patience)}
          options={lengths(PATIENCE)}
          onChange={(ms) => set({ patience: Number(ms) })}
          help={t("If nobody bids for this long, anyone can turn the hourglass.")}
        />
      )}
      {has("demonstration") && (
        <Pick
          label={t("Time to show a route")}
          value={String(rules.demonstration)}
          options={lengths(SHOW, [["0", t("no limit")]])}
          onChange={(ms) => set({ demonstration: Number(ms) })}
          help={t("The rulebooks set no limit. If time runs out, the attempt fails.")}
        />
      )}
    </>
  );
}

/* The children are options that only some forms have. */
export function RulesForm({ wish, onChange, children }: FormProps & { children?: ComponentChildren }) {
  const { rules } = wish;
  const choice = choiceOf(rules.preset);
  const set = (part: Partial<FullRules>) => onChange({ ...wish, rules: { ...rules, ...part } });
  return (
    <div class="rules-form">
      <WayFields wish={wish} onChange={onChange} />
      <details class="more-rules" data-test="editions">
        <summary>{t("Other games and editions")}</summary>
        <PresetFields wish={wish} onChange={onChange} />
      </details>
      <details class="more-rules" data-test="options">
        <summary>{t("All options")}</summary>
        <div>
          {choice.rules.includes("edition") && <BoardFields value={rules} onChange={set} />}
          {choice.race && <RaceFields rules={rules} choice={choice} set={set} />}
          {choice.rules.includes("claim") && <BiddingFields rules={rules} choice={choice} set={set} />}
          <TimeFields rules={rules} choice={choice} set={set} />
          {choice.rules.includes("easy_start") && (
            <Toggle
              label={t("Easy start")}
              help={easyStartText()}
              value={rules.easy_start}
              onChange={(easy_start) => set({ easy_start })}
            />
          )}
          {choice.rules.includes("touch") && (
            <Toggle
              label={t("Move the robots while searching")}
              help={t("Easier: in the rulebook you find the route in your head, then show it.")}
              value={rules.touch}
              onChange={(touch) => set({ touch })}
            />
          )}
          {choice.rules.includes("side") && <SideField value={rules.side} onChange={(side) => set({ side })} />}
          {choice.rules.includes("chip") && <ChipField value={rules.chip} onChange={(chip) => set({ chip })} />}
          <FairnessFields wish={wish} choice={choice} onChange={onChange} />
          {children}
        </div>
      </details>
    </div>
  );
}

function FairnessFields({ wish, choice, onChange }: FormProps & { choice: PresetChoice }) {
  const { rules, options } = wish;
  return (
    <>
      {canUseScratchBoard(choice) && (
        <Toggle
          label={t("Scratch board")}
          help={t(
            "Everyone can try moves before bidding and bid a planned route with one tap. The rulebook says no: " +
              "robots move only in your head.",
          )}
          value={options.plan}
          onChange={(plan) => onChange({ ...wish, options: { ...options, plan } })}
        />
      )}
      {choice.rules.includes("handicap") && (
        <Toggle
          label={t("Head starts")}
          help={t("Newcomers can take a number that's subtracted from their bids when bids are compared.")}
          value={rules.handicap}
          onChange={(handicap) => onChange({ ...wish, rules: { ...rules, handicap } })}
        />
      )}
      {!choice.solo && (
        <Toggle
          label={t("Credit for slow connections")}
          help={t(
            "A bid counts from when it leaves your device, up to a quarter of a second before it reaches the " +
              "server. Off: from when it arrives.",
          )}
          value={options.credit}
          onChange={(credit) => onChange({ ...wish, options: { ...options, credit } })}
        />
      )}
    </>
  );
}
