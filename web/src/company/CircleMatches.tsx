/*
 * The matches of a circle: those that run, those that are over, and a new one.
 */
import { useState } from "preact/hooks";
import { refusalText } from "../remote/apiErrors";
import { ErrorText } from "../ui/ErrorText";
import { RadioGroup, Select } from "../ui/formFields";
import { Icon } from "../ui/icons";
import { Link } from "../ui/Link";
import { navigate } from "../ui/navigation";
import { t, tn } from "../i18n/texts";
import { isError } from "./api";
import { dayText, daysToSunday, endOfDay, endText } from "./matchTexts";
import { type ListedMatch, createMatch, matchPath } from "./matches";
import "./match.css";

const TARGETS = ["5", "10", "15", "20"] as const;
const DAYS = [1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 28];

export function CircleMatches({ code, matches }: { code: string; matches: ListedMatch[] }) {
  return (
    <section class="matches" aria-labelledby="matches">
      <h2 id="matches">{t("Matches")}</h2>
      {matches.length > 0 && (
        <ul data-test="matches">
          {matches.map((one) => (
            <li key={one.match}>
              <Link to={matchPath({ circle: code, match: one.match })} class="shelf">
                <b>{tn("{n} target", "{n} targets", one.targets)}</b>
                <small>{one.over ? t("ended") : t("until {time}", { time: endText(one.ends) })}</small>
                <span class="tabular">{t("{n} of {all} played", { n: one.played, all: one.targets })}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <NewMatch code={code} />
    </section>
  );
}

function NewMatch({ code }: { code: string }) {
  const [targets, setTargets] = useState<(typeof TARGETS)[number]>("10");
  const [days, setDays] = useState(daysToSunday());
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const create = (event: Event) => {
    event.preventDefault();
    setBusy(true);
    void createMatch(code, Number(targets), endOfDay(days)).then((made) => {
      setBusy(false);
      if (isError(made)) setWrong(refusalText(made));
      else navigate(matchPath({ circle: code, match: made.match }));
    });
  };
  return (
    <details class="new-match">
      <summary data-test="new-match">{t("Start a match")}</summary>
      <form class="circle-form" onSubmit={create}>
        <p class="help">
          {t(
            "Everyone solves the same targets in their own time, with one try each. You see how the others did once you've played.",
          )}
        </p>
        <RadioGroup label={t("Targets")} value={targets} options={TARGETS.map((n) => [n, n])} onChange={setTargets} />
        <Select
          label={t("Last day")}
          value={String(days)}
          options={DAYS.map((n) => [String(n), dayText(endOfDay(n))])}
          onChange={(value) => setDays(Number(value))}
        />
        <ErrorText words={wrong} />
        <button type="submit" class="primary" disabled={busy} data-test="create-match">
          {t("Start the match")} <Icon name="next" />
        </button>
      </form>
    </details>
  );
}
