/*
 * Stats, history, kept boards and badges as a code or a file for another device, and what comes from one; and the way to delete
 * everything.
 */
import { useState } from "preact/hooks";
import { boardOf } from "../history/KeepBoard";
import { keptBadges, saveBadges } from "../history/keptBadges";
import { clearHistory, importHistory, loadHistory } from "../storage/historyStore";
import { keptBoards } from "../storage/keptBoards";
import { knownDeviceId } from "../storage/device";
import { saveItem } from "../storage/settings";
import { BadCode } from "../storage/shareCode";
import { loadStats, saveStats, nothing, today } from "../storage/stats";
import {
  BadRecord,
  type Exported,
  FILE_BYTES,
  mergeExported,
  recordCode,
  recordFile,
  recordOf,
} from "../storage/statsTransfer";
import { readPosition } from "../wasm/ops";
import { announce } from "../ui/announce";
import { t } from "../i18n/texts";

const everything = async (): Promise<Exported> => ({
  stats: loadStats(),
  history: await loadHistory(),
  boards: keptBoards(),
  badges: keptBadges(),
});

function isReadable(position: string): boolean {
  try {
    return readPosition(position) !== undefined;
  } catch {
    return false;
  }
}
/* Positions that come from outside are read once, here: without one an entry cannot be shown. */
function withReadable({ history, boards, ...more }: Exported): Exported {
  const entries = history
    .filter(({ position }) => position === undefined || isReadable(position))
    .map((entry) =>
      entry.rounds ? { ...entry, rounds: entry.rounds.filter(({ position }) => isReadable(position)) } : entry,
    );
  return { ...more, history: entries, boards: boards.filter((board) => isReadable(board) && boardOf(board) === board) };
}

async function takeIn(other: Exported): Promise<void> {
  const { stats, history, boards, badges } = mergeExported(await everything(), withReadable(other));
  await importHistory(history);
  saveItem("boards", boards);
  saveBadges(badges);
  saveStats(stats);
}

async function deleteEverything(): Promise<void> {
  await clearHistory();
  saveItem("boards", []);
  saveItem("ratings", []);
  saveItem("results", {}); // of games alone
  saveItem("unsent", []); // what was not sent yet is not sent any more
  saveBadges({});
  saveStats(nothing());
}

export function Take() {
  const [code, setCode] = useState("");
  const copy = async () => {
    const made = await recordCode(await everything());
    setCode(made);
    await navigator.clipboard.writeText(made).then(
      () => announce(t("Copied.")),
      () => announce(t("Couldn't copy. Select the text instead.")),
    );
  };
  const save = async () => {
    const file = recordFile(await everything());
    const address = URL.createObjectURL(new Blob([file], { type: "application/json" }));
    const anchor = document.createElement("a");
    anchor.href = address;
    anchor.download = `carom-${today()}.json`;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return (
    <section class="share">
      <h2>{t("Copy to another device")}</h2>
      <div class="row wrap">
        <button type="button" onClick={() => void copy()} data-test="export-code">
          {t("Copy as code")}
        </button>
        <button type="button" onClick={() => void save()} data-test="export-file">
          {t("Save as file")}
        </button>
      </div>
      {code && (
        <textarea
          readOnly
          rows={4}
          value={code}
          aria-label={t("Your stats as code")}
          data-test="code"
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </section>
  );
}

function wrongText(why: unknown): string {
  if (why instanceof BadRecord)
    switch (why.wrong) {
      case "newer":
        return t("These stats come from a newer version of carom. Reload the page, then try again.");
      case "too-long":
        return t("This is too long to be stats from carom.");
      case "no-record":
        return t("This isn't a carom stats code or file.");
    }
  if (why instanceof BadCode && why.wrong === "letters") return t("This isn't a carom stats code or file.");
  return t("These stats are incomplete or damaged.");
}

export function Give() {
  const [words, setWords] = useState("");
  const [said, setSaid] = useState({ good: false, words: "" });
  const tell = (good: boolean, line: string) => {
    setSaid({ good, words: line });
    announce(line, good ? "polite" : "assertive");
  };
  const take = (text: string) =>
    recordOf(text).then(
      async (other) => {
        await takeIn(other);
        setWords("");
        tell(true, t("Imported. Puzzles solved on both devices count once."));
      },
      (why: unknown) => tell(false, wrongText(why)),
    );
  const open = async (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    if (file)
      await (file.size > FILE_BYTES ? tell(false, wrongText(new BadRecord("too-long"))) : take(await file.text()));
    input.value = "";
  };
  return (
    <section class="share paste">
      <h2>{t("Import from another device")}</h2>
      <label>
        <span>{t("Code")}</span>
        <textarea
          rows={3}
          spellcheck={false}
          value={words}
          data-test="import"
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      <div class="row wrap">
        <button type="button" disabled={words.trim() === ""} onClick={() => void take(words)} data-test="import-go">
          {t("Import")}
        </button>
        <label class="button file">
          {t("From file")}
          <input
            type="file"
            accept=".json,application/json"
            class="heard"
            onChange={(event) => void open(event)}
            data-test="import-file"
          />
        </label>
      </div>
      {said.words && (
        <p class={said.good ? "help" : "wrong"} data-test="imported">
          {said.words}
        </p>
      )}
    </section>
  );
}

export function Forget() {
  const [sure, setSure] = useState(false);
  return (
    <p>
      <button
        type="button"
        class="quiet"
        data-test="forget"
        onClick={() => (sure ? void deleteEverything().then(() => setSure(false)) : setSure(true))}
      >
        {sure ? t("Delete everything here?") : t("Delete my stats")}
      </button>
    </p>
  );
}

/* What was sent to the server can only be erased there, by the number of this device. */
export function OnServer() {
  const number = knownDeviceId();
  if (number === undefined) return null;
  return (
    <details class="on-server" data-test="on-server">
      <summary>{t("Your results on the server")}</summary>
      <p class="help">
        {t(
          "The server keeps your results of the daily puzzles, without your name. " +
            "To have them erased, send this number to the person who runs the server. Don't show it to anyone else.",
        )}
      </p>
      <code>{number}</code>
    </details>
  );
}
