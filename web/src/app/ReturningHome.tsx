/*
 * The first screen for those who have played before: today's puzzles, what was left open, the rating; below that the ways to play.
 */
import { useEffect, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { kindName } from "../board/names";
import { CircleCard } from "../company/CircleCard";
import { type DayResults, movesOfBest } from "../daily/day";
import { dateText } from "../solve/Calendar";
import { Countdown } from "../solve/Countdown";
import { timeText } from "../solve/TimedPuzzle";
import { KINDS, type Kind, type PlayerStats, dayAfter, lastRatings, streak, today } from "../storage/stats";
import { useStats } from "../storage/useStats";
import { type DailyPuzzle, daily } from "../wasm/daily";
import { LAYER } from "../wasm/ops";
import { Icon } from "../ui/icons";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { currentLanguage, t, tn } from "../i18n/texts";
import { CodeField } from "./CodeField";
import { ContinueCard } from "./ContinueCard";
import { Ways } from "./Ways";
import "./returning.css";

/* The pictures come when nothing else is under way: the module with the puzzles is not small. */
function usePuzzles(date: string): DailyPuzzle[] {
  const [puzzles, setPuzzles] = useState<DailyPuzzle[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => void daily(date).then(setPuzzles, () => {}), 50);
    return () => clearTimeout(timer);
  }, [date]);
  return puzzles;
}

const playText = (kind: Kind): string => {
  switch (kind) {
    case "easy":
      return t("Play the easy one");
    case "medium":
      return t("Play the medium one");
    case "fiendish":
      return t("Play the fiendish one");
    case "micro":
      return t("Play Micro Robots");
  }
};

interface TodayProps {
  date: string;
  all: PlayerStats;
}

function Today({ date, all }: TodayProps) {
  const puzzles = usePuzzles(date);
  const done: DayResults = all.daily[date] ?? {};
  const next = KINDS.find((kind) => !done[kind]);
  return (
    <section class="home-card today" aria-labelledby="today">
      <header>
        <h1 id="today">{t("Today")}</h1>
        <span class="today-date">{dateText(date)}</span>
        <Countdown />
      </header>
      <ul class="today-four" data-test="today">
        {KINDS.map((kind, i) => (
          <li key={kind} class={done[kind] ? "done" : kind === next ? "next" : ""} data-kind={kind}>
            <Link to={link("daily", `${date}/${kind}`)}>
              <span class="today-board">
                <Thumb position={puzzles.find((one) => one.kind === kind)?.position} />
                {done[kind] && (
                  <span class={`today-tick ${done[kind]?.moves === null ? "gave-up" : ""}`} data-place={i}>
                    <Icon name={done[kind]?.moves === null ? "minus" : "check"} />
                  </span>
                )}
              </span>
              <b class="show capital">{kindName(kind)}</b>
              <small class="tabular">
                {done[kind] ? `${movesOfBest(done[kind])} · ${timeText(done[kind].ms)}` : t("Play")}
              </small>
            </Link>
          </li>
        ))}
      </ul>
      <div class="today-go">
        <div class="cta">
          <Picture robot="B" look="S" plain class="peek" />
          <Link
            to={next ? link("daily", `${date}/${next}`) : link("practice")}
            class="button primary big"
            test="play-now"
          >
            {next ? playText(next) : t("Practise some more")} <Icon name="next" />
          </Link>
        </div>
        <Streak all={all} date={date} />
      </div>
    </section>
  );
}

const Thumb = ({ position }: { position: string | undefined }) =>
  position ? <Picture position={position} off={LAYER.coordinates} bare plain /> : <span class="no-board" />;

/* Days in a row, and the days of this week. */
function Streak({ all, date }: TodayProps) {
  const n = streak(all, date);
  const back = (new Date(`${date}T12:00:00`).getDay() + 6) % 7; // since Monday
  const week = Array.from({ length: 7 }, (_, i) => dayAfter(date, i - back));
  const letter = new Intl.DateTimeFormat(currentLanguage(), { weekday: "narrow" });
  const solved = (day: string) =>
    Object.values(all.daily[day] ?? {}).filter((one) => one.moves !== null && !one.late).length;
  return (
    <div class="streak" data-test="streak">
      {n > 0 && (
        <p>
          <b class="show">{n}</b> <span>{tn("day in a row", "days in a row", n)}</span>
        </p>
      )}
      <ol aria-hidden="true">
        {week.map((day) => (
          <li key={day} class={`${solved(day) > 0 ? "on" : ""} ${day === date ? "now" : ""}`}>
            <i>{solved(day) > 0 && <Icon name="check" />}</i>
            {letter.format(new Date(`${day}T12:00:00`))}
          </li>
        ))}
      </ol>
    </div>
  );
}

const RATED_FROM = 5; // results: before that a rating says little, and mostly falls

/* Rating, what the last result changed, and the way it went. */
function RatingCard({ all }: { all: PlayerStats }) {
  return (
    <section class="home-card rating-card" data-test="rating">
      {all.rating.count >= RATED_FROM && <RatingLine all={all} />}
      <p class="row wrap">
        <Link to={link("history")} class="button" test="to-history">
          {t("History")}
        </Link>
        <Link to={link("badges")} class="button" test="to-badges">
          {t("Badges")}
        </Link>
      </p>
    </section>
  );
}

function RatingLine({ all }: { all: PlayerStats }) {
  const line = lastRatings();
  const [last = 0, before = last] = [line.at(-1), line.at(-2)];
  const change = Math.round(last) - Math.round(before);
  const [low, high] = [Math.min(...line), Math.max(...line)];
  const points = line.map((value, i) => {
    const x = 8 + (i * 104) / Math.max(1, line.length - 1);
    return `${x.toFixed(1)} ${(40 - (32 * (value - low)) / Math.max(1, high - low)).toFixed(1)}`;
  });
  return (
    <>
      <h2>{t("Your rating")}</h2>
      <Link to={link("record")} class="rating">
        <b class="show tabular">{Math.round(all.rating.value)}</b>
        {change !== 0 && (
          <span class={`change ${change < 0 ? "less" : ""}`}>{change > 0 ? `+${change}` : `−${-change}`}</span>
        )}
        {points.length > 1 && (
          <svg viewBox="0 0 120 48" aria-hidden="true">
            <path d={`M${points.join("L")}`} />
            <circle cx={points.at(-1)?.split(" ")[0]} cy={points.at(-1)?.split(" ")[1]} r="7" />
          </svg>
        )}
      </Link>
    </>
  );
}

export function ReturningHome() {
  const all = useStats();
  return (
    <>
      <div class="home-grid">
        <section class="home-card tables-card" aria-label={t("Tables")}>
          <ContinueCard />
          <CodeField />
        </section>
        <Today date={today()} all={all} />
        <RatingCard all={all} />
        <CircleCard />
      </div>
      <Ways />
    </>
  );
}
