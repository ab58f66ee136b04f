/*
 * Sitting down: a nickname, remembered on this device, and one button.
 */
import { useEffect, useState } from "preact/hooks";
import { Select } from "../parts/Fields";
import { change, current } from "../device/settings";
import { Wrong } from "../parts/Wrong";
import { t, tc } from "../texts/texts";
import { type Joining, takeJoin } from "../device/joining";
import type { Refusal } from "../line/protocol";
import { refusalWords } from "../line/refusals";
import type { RemoteTable, View } from "../line/remote";

export function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <label class="name-field">
      <span>{t("Your name")}</span>
      <input
        type="text"
        autocomplete="nickname"
        maxLength={32}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
        data-test="name"
      />
    </label>
  );
}

const HEAD_STARTS = 5;

/* A number that is subtracted when bids are compared. */
export function HeadStart({ value, onChange }: { value: string; onChange: (head: string) => void }) {
  return (
    <Select
      label={t("Head start")}
      value={value}
      options={Array.from({ length: HEAD_STARTS + 1 }, (_, i) => [
        String(i),
        i === 0 ? tc("head start", "none") : String(i),
      ])}
      onChange={onChange}
    />
  );
}

/* What whoever made the table wants besides a seat. */
async function asWished(table: RemoteTable, { bot, bots = [], start }: Joining): Promise<Refusal | null> {
  for (const level of bot === undefined ? bots : [bot]) {
    const refusal = await table.addBot(level);
    if (refusal) return refusal;
  }
  return start ? table.start() : null;
}

/* A stranger whose name somebody has already gets a number. */
async function sitDown(table: RemoteTable, name: string, head: number, stranger: boolean): Promise<Refusal | null> {
  const refusal = await table.join(name, head);
  if (!stranger || refusal?.why !== "name-taken") return refusal;
  return table.join(`${name} ${2 + Math.floor(Math.random() * 98)}`, head);
}

export function Join({ table, view }: { table: RemoteTable; view: View }) {
  const [name, setName] = useState(current().name);
  const [head, setHead] = useState("0");
  const [wrong, say] = useState("");
  const sit = async (wish?: Joining) => {
    const called = name.trim() || (wish ? t("Player") : "");
    const handicap = wish?.head ?? Number(head);
    const refusal =
      (await sitDown(table, called, handicap, wish?.stranger === true)) ?? (await asWished(table, wish ?? {}));
    if (refusal) return say(refusalWords(refusal));
    if (name.trim()) change({ name: name.trim() });
    say("");
  };
  const ready = view.status.is === "on" && view.state !== null;
  useEffect(() => {
    const wish = ready ? takeJoin(view.code) : undefined;
    if (wish) void sit(wish);
  }, [ready]);
  const on = view.state && view.state.phase !== "lobby";
  return (
    <form class="join-table" onSubmit={(event) => (event.preventDefault(), void sit())}>
      <h2>{on ? t("You are watching") : t("Sit down")}</h2>
      <div class="row wrap">
        <NameField value={name} onChange={setName} />
        {view.state?.rules.handicap && <HeadStart value={head} onChange={setHead} />}
        <button type="submit" class="primary" disabled={!ready} data-test="join">
          {t("Take a seat")}
        </button>
      </div>
      <Wrong words={wrong} />
    </form>
  );
}
