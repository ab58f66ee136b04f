/*
 * Before the game: the link for the others, who is here, bots, what is agreed, and the start.
 */
import { useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { isNewcomer } from "../storage/progress";
import { Dialog } from "../ui/Dialog";
import { Select } from "../ui/formFields";
import { Icon } from "../ui/icons";
import { ErrorText } from "../ui/ErrorText";
import { displayName } from "../storage/mutedNames";
import { t } from "../i18n/texts";
import { StatusLine } from "../game/StatusLine";
import { Invite } from "./Invite";
import { leftText, useCountdown } from "./NextRace";
import { Reactions } from "./Reactions";
import { OwnSetup } from "./OwnSetup";
import { Players } from "./Players";
import { RulesForm } from "./RulesForm";
import { RulesSummary } from "./RulesSummary";
import type { State } from "../wasm/referee";
import type { TableProps } from "../remote/useTable";
import { type FullRules, customText, presetRules, toRequest } from "./rules";
import { useActionError } from "./useActionError";

export function Lobby(props: TableProps) {
  const { table, view, state } = props;
  const [changing, setChanging] = useState(false);
  const { wrong, tried } = useActionError();
  const seated = table.me !== undefined;
  const { starts } = view.options; // a public race: the server starts it
  const alone = state.players.length < 2 || !table.isAllowed("start");
  return (
    <div class={`lobby ${alone ? "" : "ready"}`}>
      <section class="card invite-card" aria-label={t("Invite")}>
        <h2>{t("Send this to your friends")}</h2>
        <Invite view={view} first={alone} />
        {isNewcomer() && <NewHere />}
      </section>
      <div class="card players-card">
        <Players {...props} />
        <Reactions {...props} />
        {seated && !state.solo && starts === undefined && <AddBot onAdd={(level) => void tried(table.addBot(level))} />}
        {starts !== undefined && <RaceStart starts={starts} now={() => table.client.now()} />}
        <StatusLine words={whatNow(props)} />
        {table.isAllowed("start") && starts === undefined && (
          <Start state={state} quiet={alone} onStart={(first) => void tried(table.start(first))} />
        )}
        {seated && state.players.length < 2 && !state.solo && starts === undefined && (
          <p class="help">
            {state.micro
              ? t("Micro Robots is for two or more players. Alone, it's practice without a winner.")
              : t("Start now, add a bot, or wait. People can still join later.")}
          </p>
        )}
        <ErrorText words={wrong} />
      </div>
      <section class="card agreed-card" aria-label={t("Table rules")}>
        <h2>{t("Table rules")}</h2>
        {view.options.arranged && <p class="arranged">{customText()}</p>}
        <RulesSummary state={state} view={view} />
        {seated && view.options.arranged && !state.micro && <OwnSetup {...props} />}
        {seated && starts === undefined && (
          <button type="button" class="quiet" onClick={() => setChanging(true)} data-test="change-rules">
            <Icon name="sliders" /> {t("Change")}
          </button>
        )}
      </section>
      {changing && <ChangeRules {...props} onClose={() => setChanging(false)} />}
    </div>
  );
}

function whatNow({ table, view }: TableProps): string {
  if (table.me === undefined) return t("Sit down to play, or just watch.");
  if (view.options.starts !== undefined) return t("The race starts by itself. Bots take the free seats.");
  return table.isAllowed("start")
    ? t("Is everyone here? Start the game!")
    : t("The game begins when someone starts it.");
}

/* How long until the server starts a public race. */
function RaceStart({ starts, now }: { starts: number; now: () => number }) {
  const left = useCountdown(() => starts - now());
  return (
    <p class="race-start" data-test="race-start">
      {t("The race starts in")}{" "}
      <b class="show tabular" role="timer">
        {leftText(left)}
      </b>
    </p>
  );
}

interface StartProps {
  state: State;
  quiet: boolean; // something else is to be done first
  onStart: (first: string | undefined) => void;
}

/* With the question who begins, where it is one (M3). */
function Start({ state, quiet, onStart }: StartProps) {
  const [first, setFirst] = useState("");
  const seated = state.players.some(({ id }) => id === first) ? first : "";
  return (
    <>
      {state.micro && <FirstPlayer state={state} value={seated} onChange={setFirst} />}
      <button
        type="button"
        class={quiet ? "big" : "primary big"}
        onClick={() => onStart(seated || undefined)}
        data-test="start"
      >
        {t("Start game")} <Icon name="play" />
      </button>
    </>
  );
}

interface FirstPlayerProps {
  state: State;
  value: string;
  onChange: (first: string) => void;
}

function FirstPlayer({ state, value, onChange }: FirstPlayerProps) {
  const name = displayName(state.players[0]?.name ?? "");
  const players = state.players.map((one): [string, string] => [one.id, displayName(one.name)]);
  return (
    <div class="pick" data-test="first-player">
      <Select
        label={t("Who rolls first?")}
        value={value}
        options={[["", t("nobody chosen")], ...players]}
        onChange={onChange}
      />
      <p class="help">
        {t("The rulebook says the youngest. If nobody chooses, the first to sit down rolls: {name}.", { name })}
      </p>
    </div>
  );
}

/* While others are awaited there is time to learn. */
const NewHere = () => (
  <a class="new-here" href="/#/learn" data-test="new-here">
    <Picture robot="Y" look="S" plain />
    <span>
      <b>{t("New here?")}</b> {t("Try the two-minute lesson. We'll keep your seat.")}
    </span>
  </a>
);

/* What can be expected of a bot; docs/reference/bots.md has the figures. */
function botText(level: number): string {
  if (level === 1) return t("Sees routes of up to four moves with one robot, so it often finds nothing.");
  if (level === 2) return t("Sees routes of up to ten moves and finds one in about half the rounds.");
  if (level === 3) return t("Finds a route most of the time, but rarely the shortest one if it's long.");
  if (level <= 6) return t("Nearly always finds a route, and the shortest about half the time.");
  if (level <= 9) return t("Usually finds the shortest route, but slips up now and then.");
  return t("Nearly always finds the shortest route, in about ten seconds.");
}

const LEVELS = Array.from({ length: 10 }, (_, i) => i + 1);

function AddBot({ onAdd }: { onAdd: (level: number) => void }) {
  const [level, setLevel] = useState("4");
  const words = (one: number) =>
    one === 1 ? t("{n}: beginner", { n: one }) : one === 10 ? t("{n}: finds everything", { n: one }) : String(one);
  return (
    <div class="row wrap add-bot">
      <Select
        label={t("Bot level")}
        value={level}
        options={LEVELS.map((one) => [String(one), words(one)])}
        onChange={setLevel}
      />
      <button type="button" onClick={() => onAdd(Number(level))} data-test="add-bot">
        <Icon name="plus" /> {t("Add bot")}
      </button>
      <small class="help" data-test="bot-words">
        {botText(Number(level))}
      </small>
    </div>
  );
}

/* Changing what is agreed lays the table anew; those who sit there stay. */
export function ChangeRules({ table, view, state, onClose }: TableProps & { onClose: () => void }) {
  const start = { ...presetRules(state.rules.preset), ...withoutSetup(state.rules as FullRules) };
  const [wish, setWish] = useState({ rules: start, options: view.options });
  const { wrong, tried } = useActionError();
  const apply = async () => {
    const options = { ...wish.options, listed: view.host.listed === true }; // which may have changed since
    if (await tried(table.startNextGame(toRequest(wish.rules), options))) onClose();
  };
  return (
    <Dialog title={t("Table rules")} onClose={onClose} wide>
      <RulesForm wish={wish} onChange={setWish} />
      <ErrorText words={wrong} />
      <button type="button" class="primary" onClick={() => void apply()} data-test="apply-rules">
        {t("Apply")}
      </button>
    </Dialog>
  );
}
function withoutSetup(rules: FullRules & { tokens?: unknown; dice?: unknown }): FullRules {
  const { tokens: _tokens, dice: _dice, ...rest } = rules;
  return { ...rest, goal: rest.goal ?? null };
}
