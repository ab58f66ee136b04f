/*
 * Sitting down: a nickname, remembered on this device, and one button.
 */
import { useEffect, useState } from "preact/hooks";
import { Select } from "../ui/formFields";
import { changeSettings, currentSettings } from "../storage/settings";
import { playfulName } from "../storage/playfulName";
import { ErrorText } from "../ui/ErrorText";
import { t, tc } from "../i18n/texts";
import { type Joining, takePendingJoin } from "../storage/pendingJoin";
import type { ApiError } from "../remote/protocol";
import { refusalText } from "../remote/apiErrors";
import type { RemoteTable, View } from "../remote/remoteTable";

export function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <label class="name-field">
      <span>{t("Your name")}</span>
      <input
        type="text"
        autocomplete="nickname"
        maxLength={32}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
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
async function asWished(table: RemoteTable, { bot, bots = [], start }: Joining): Promise<ApiError | null> {
  for (const level of bot === undefined ? bots : [bot]) {
    const refusal = await table.addBot(level);
    if (refusal) return refusal;
  }
  return start ? table.start() : null;
}

/* A stranger whose name somebody has already gets a number. */
async function sitDown(table: RemoteTable, name: string, head: number, stranger: boolean): Promise<ApiError | null> {
  const refusal = await table.join(name, head);
  if (!stranger || refusal?.why !== "name-taken") return refusal;
  return table.join(`${name} ${2 + Math.floor(Math.random() * 98)}`, head);
}

export function Join({ table, view }: { table: RemoteTable; view: View }) {
  const [name, setName] = useState(currentSettings().name || playfulName());
  const [head, setHead] = useState("0");
  const [wrong, setWrong] = useState("");
  const sit = async (wish?: Joining) => {
    const called = name.trim() || (wish ? playfulName() : "");
    const handicap = wish?.head ?? Number(head);
    const refusal =
      (await sitDown(table, called, handicap, wish?.stranger === true)) ?? (await asWished(table, wish ?? {}));
    if (refusal) return setWrong(refusalText(refusal));
    if (name.trim()) changeSettings({ name: name.trim() });
    setWrong("");
  };
  const ready = view.status.is === "on" && view.state !== null;
  useEffect(() => {
    const wish = ready ? takePendingJoin(view.code) : undefined;
    if (wish) void sit(wish);
  }, [ready]);
  const on = view.state && view.state.phase !== "lobby";
  return (
    <form class="join-table" onSubmit={(event) => (event.preventDefault(), void sit())}>
      <h2>{on ? t("You're watching") : t("Sit down")}</h2>
      <div class="row wrap">
        <NameField value={name} onChange={setName} />
        {view.state?.rules.handicap && <HeadStart value={head} onChange={setHead} />}
        <button type="submit" class="primary" disabled={!ready} data-test="join">
          {t("Take a seat")}
        </button>
      </div>
      <ErrorText words={wrong} />
    </form>
  );
}
