/*
 * The way to a table whose code somebody was told.
 */
import { useState } from "preact/hooks";
import { cleanCode } from "../ui/tableCode";
import { t } from "../i18n/texts";

export function CodeField({ focus = false }: { focus?: boolean }) {
  const [code, setCode] = useState("");
  const join = (event: Event) => {
    event.preventDefault();
    const clean = cleanCode(code);
    if (clean) location.assign(`/t/${clean}`);
  };
  return (
    <form class="join" onSubmit={join}>
      <label>
        <span class="heard">{t("Table code")}</span>
        <input
          type="text"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder={t("Code")}
          value={code}
          ref={(field) => void (focus && field?.focus())}
          onInput={(event) => setCode(event.currentTarget.value)}
          data-test="code-field"
        />
      </label>
      <button type="submit" disabled={code.trim() === ""} data-test="join-code">
        {t("Join")}
      </button>
    </form>
  );
}
