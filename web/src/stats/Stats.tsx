/*
 * What one has done alone: solved puzzles, how many by a shortest route, a rating, a calendar, bests; and all of it as a code or a file for
 * another device. There is no account: it is on this device and nowhere else.
 */
import { useState } from "preact/hooks";
import { BadCode } from "../storage/shareCode";
import {
  type Day,
  type PlayerStats,
  loadStats,
  saveStats,
  longestStreak,
  nothing,
  streak,
  today,
} from "../storage/stats";
import { BadRecord, recordCode, recordFile, recordOf, mergeStats } from "../storage/statsTransfer";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { announce } from "../ui/announce";
import { Calendar } from "../solve/Calendar";
import { useStats } from "../storage/useStats";
import { currentLanguage, t, tn } from "../i18n/texts";

export function Stats() {
  const all = useStats();
  const [month, setMonth] = useState(today().slice(0, 7));
  const first = Object.keys(all.days).toSorted()[0] ?? today();
  return (
    <div class="setup daily-day">
      <h1>{t("Your stats")}</h1>
      <p class="help">{t("No account: your stats are saved on this device only.")}</p>
      <Figures all={all} />
      <Bests all={all} />
      <Calendar
        month={month}
        onMonth={setMonth}
        least={first.slice(0, 7)}
        most={today().slice(0, 7)}
        today={today()}
        cell={(date) => cellOf(all.days[date])}
      />
      <Take />
      <Give />
      <Forget />
    </div>
  );
}

function cellOf(day: Day | undefined): { mark: string; words: string } {
  if (!day || day.tried === 0) return { mark: "", words: "" };
  const mark = day.solved === 0 ? "tried" : day.optimal === day.tried ? "full" : "some";
  return { mark, words: tn("{n} solved", "{n} solved", day.solved) };
}

const sum = (all: PlayerStats, what: keyof Day): number => Object.values(all.days).reduce((n, day) => n + day[what], 0);

function Figures({ all }: { all: PlayerStats }) {
  const solved = sum(all, "solved");
  const share = solved > 0 ? sum(all, "optimal") / solved : 0;
  const percent = share.toLocaleString(currentLanguage(), { style: "percent", maximumFractionDigits: 0 });
  const figures: [string, string | number][] = [
    [t("Puzzles solved"), solved.toLocaleString(currentLanguage())],
    [t("Shortest route found"), solved > 0 ? percent : "–"],
    [t("Rating"), all.rating.count > 0 ? Math.round(all.rating.value).toLocaleString(currentLanguage()) : "–"],
    [t("Daily streak"), streak(all)],
    [t("Longest daily streak"), longestStreak(all)],
  ];
  return (
    <dl class="figures" data-test="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Bests({ all }: { all: PlayerStats }) {
  const names: [string, string, string][] = [
    ["rush", "rush", t("Rush")],
    ["rush-micro", "rush", `${t("Rush")} · ${t("Micro Robots")}`],
    ["streak", "streak", t("Streak")],
    ["streak-micro", "streak", `${t("Streak")} · ${t("Micro Robots")}`],
  ];
  const known = names.filter(([name]) => all.bests[name]);
  if (known.length === 0) return null;
  return (
    <section>
      <h2>{t("Personal bests")}</h2>
      <table class="bests" data-test="bests">
        <thead>
          <tr>
            <th scope="col">{t("Game")}</th>
            <th scope="col">{t("Best today")}</th>
            <th scope="col">{t("Best ever")}</th>
          </tr>
        </thead>
        <tbody>
          {known.map(([name, screen, words]) => (
            <tr key={name}>
              <th scope="row">
                <Link to={link(screen)}>{words}</Link>
              </th>
              <td>{all.bests[name]?.day === today() ? all.bests[name]?.today : "–"}</td>
              <td>{all.bests[name]?.ever}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Take() {
  const [code, setCode] = useState("");
  const copy = async () => {
    const made = await recordCode(loadStats());
    setCode(made);
    await navigator.clipboard.writeText(made).then(
      () => announce(t("Copied.")),
      () => announce(t("Couldn't copy. Select the text instead.")),
    );
  };
  const save = () => {
    const address = URL.createObjectURL(new Blob([recordFile(loadStats())], { type: "application/json" }));
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
        <button type="button" onClick={save} data-test="export-file">
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

function Give() {
  const [words, setWords] = useState("");
  const [said, setSaid] = useState({ good: false, words: "" });
  const tell = (good: boolean, line: string) => {
    setSaid({ good, words: line });
    announce(line, good ? "polite" : "assertive");
  };
  const take = (text: string) =>
    recordOf(text).then(
      (other) => {
        saveStats(mergeStats(loadStats(), other));
        setWords("");
        tell(true, t("Imported. Puzzles solved on both devices count once."));
      },
      (why: unknown) => tell(false, wrongText(why)),
    );
  const open = async (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    if (file)
      await (file.size > 4_000_000 ? tell(false, wrongText(new BadRecord("too-long"))) : take(await file.text()));
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

function Forget() {
  const [sure, setSure] = useState(false);
  return (
    <p>
      <button
        type="button"
        class="quiet"
        data-test="forget"
        onClick={() => (sure ? (saveStats(nothing()), setSure(false)) : setSure(true))}
      >
        {sure ? t("Delete everything here?") : t("Delete my stats")}
      </button>
    </p>
  );
}
