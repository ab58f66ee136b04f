/*
 * What one has done alone: solved puzzles, how many by a shortest route, a rating and its curve, a calendar, bests; and all of it as
 * a code or a file for another device (Transfer.tsx). There is no account: it is on this device and nowhere else.
 */
import { useState } from "preact/hooks";
import { useHistory } from "../history/useHistory";
import { type Day, type PlayerStats, longestStreak, streak, today } from "../storage/stats";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { Calendar } from "../solve/Calendar";
import { useStats } from "../storage/useStats";
import { currentLanguage, t, tn } from "../i18n/texts";
import { RatingCurve } from "./RatingCurve";
import { Sections } from "./Sections";
import { Forget, Give, OnServer, Take } from "./Transfer";

export function Stats() {
  const all = useStats();
  const history = useHistory() ?? [];
  const [month, setMonth] = useState(today().slice(0, 7));
  const first = Object.keys(all.days).toSorted()[0] ?? today();
  return (
    <div class="setup daily-day">
      <h1>{t("Your stats")}</h1>
      <Sections now="record" />
      <p class="help">{t("No account: your stats are saved on this device only.")}</p>
      <Figures all={all} />
      <RatingCurve history={history} />
      <Bests all={all} />
      <Calendar
        month={month}
        onMonth={setMonth}
        least={first.slice(0, 7)}
        most={today().slice(0, 7)}
        today={today()}
        cell={(date) => cellOf(all.days[date])}
        day={(date, shown) =>
          history.some((entry) => entry.date === date) ? <Link to={link("history", date)}>{shown}</Link> : shown
        }
      />
      <Take />
      <Give />
      <Forget />
      <OnServer />
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
