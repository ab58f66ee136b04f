/*
 * Sitting down: a nickname, remembered on this device, and one button.
 */
import { useEffect, useState } from "preact/hooks";
import { Select } from "../parts/Fields";
import { change, current } from "../device/settings";
import { t, tc } from "../texts/texts";
import { takeJoin } from "../device/joining";
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

export function Join({ table, view }: { table: RemoteTable; view: View }) {
  const [name, setName] = useState(current().name);
  const [head, setHead] = useState("0");
  const [wrong, say] = useState("");
  const sit = async () => {
    const refusal = await table.join(name.trim(), Number(head));
    if (refusal) return say(refusalWords(refusal));
    change({ name: name.trim() });
    say("");
  };
  const ready = view.status.is === "on" && view.state !== null;
  useEffect(() => {
    if (ready && takeJoin(view.code)) void sit();
  }, [ready]);
  const on = view.state && view.state.phase !== "lobby";
  return (
    <form class="join-table" onSubmit={(event) => (event.preventDefault(), void sit())}>
      <h2>{on ? t("You are watching") : t("Sit down")}</h2>
      <div class="row wrap">
        <NameField value={name} onChange={setName} />
        {view.state?.rules.handicap && (
          <Select
            label={t("Head start")}
            value={head}
            options={Array.from({ length: HEAD_STARTS + 1 }, (_, i) => [
              String(i),
              i === 0 ? tc("head start", "none") : String(i),
            ])}
            onChange={setHead}
          />
        )}
        <button type="submit" class="primary" disabled={!ready} data-test="join">
          {t("Take a seat")}
        </button>
      </div>
      {wrong && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}
