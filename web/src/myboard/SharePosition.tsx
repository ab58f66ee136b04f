/*
 * A position's address to send, its text and its DriftingDroids game ID; and any of these to paste.
 */
import { useState } from "preact/hooks";
import { InputError, readBoard, convertPosition } from "../wasm/ops";
import { link } from "../ui/navigation";
import { announce } from "../ui/announce";
import { inputErrorText } from "../board/screenReader";
import { t } from "../i18n/texts";
import { type OwnProps, hasTarget } from "./position";

function droids(position: string): string | undefined {
  try {
    return convertPosition(position, "droids");
  } catch (why) {
    if (why instanceof InputError) return undefined;
    throw why;
  }
}

function Copy({ label, text }: { label: string; text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      announce(t("Copied."));
    } catch {
      announce(t("Couldn't copy. Select the text instead."));
    }
  };
  return (
    <label class="copy">
      <span>{label}</span>
      <span class="row">
        <input type="text" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={copy}>
          {t("Copy")}
        </button>
      </span>
    </label>
  );
}

/* An address of this page, a position, a game ID or a drawing. */
const understand = (words: string): string =>
  convertPosition(words.trim().replace(/^.*#\/(?:own|practice)\//, ""), "carom");

export function SharePosition({ position, onChange }: OwnProps) {
  const [words, setWords] = useState("");
  const [wrong, setWrong] = useState<string>();
  const id = droids(position);
  const lossy = id !== undefined && Object.keys(readBoard(position).barriers).length > 0;
  const paste = (event: Event) => {
    event.preventDefault();
    try {
      onChange(understand(words));
    } catch (why) {
      setWrong(inputErrorText(why));
      announce(inputErrorText(why), "assertive");
    }
  };
  return (
    <>
      <form class="paste" onSubmit={paste}>
        <label>
          <span>{t("Paste a position, a link, a drawing or a DriftingDroids game ID")}</span>
          <textarea
            rows={3}
            spellcheck={false}
            value={words}
            data-test="paste"
            onInput={(event) => (setWords(event.currentTarget.value), setWrong(undefined))}
          />
        </label>
        {wrong && <p class="wrong">{wrong}</p>}
        <button type="submit" class="primary" disabled={words.trim() === ""} data-test="paste-go">
          {t("Load")}
        </button>
      </form>
      <Copy label={t("Link")} text={`${location.origin}${link("own", position)}`} />
      {hasTarget(position) && (
        <Copy label={t("Challenge others")} text={`${location.origin}${link("challenge", position)}`} />
      )}
      <Copy label={t("Position")} text={position} />
      {id && <Copy label={t("DriftingDroids game ID")} text={id} />}
      {lossy && <p class="help">{t("DriftingDroids has no barriers, so they're left out.")}</p>}
    </>
  );
}
