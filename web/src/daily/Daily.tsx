/*
 * The puzzles of the day: four of them, the same for everybody, from the date alone. A page for each day with its results, the days
 * in a row and a calendar that is the archive; and a puzzle of it.
 */
import { useEffect, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { kindName } from "../board/names";
import { LAYER, readPosition, targetOf } from "../wasm/ops";
import { type DailyPuzzle, daily } from "../wasm/daily";
import { warmUp } from "../wasm/solver";
import {
  type Done,
  type PlayerStats,
  KINDS,
  type Kind,
  addDaily,
  dayAfter,
  loadStats,
  longestStreak,
  streak,
} from "../storage/stats";
import { Link } from "../ui/Link";
import { type ScreenProps, link } from "../ui/navigation";
import { Icon } from "../ui/icons";
import { DailyFigures } from "../company/DailyFigures";
import { addResult } from "../company/dailyResults";
import { recordPuzzle } from "../history/record";
import { Calendar, dateText } from "../solve/Calendar";
import { Share } from "../solve/Share";
import { TimedPuzzle, timeText } from "../solve/TimedPuzzle";
import { useStats } from "../storage/useStats";
import { t, tn } from "../i18n/texts";
import { type DayResults, FIRST_DAY, movesOfBest, parseDay, difficultyOf, lastDay, shareText, today } from "./day";

/* Undefined while they are found; null if they could not be. */
function usePuzzles(date: string | undefined): DailyPuzzle[] | null | undefined {
  const [found, setFound] = useState<{ date: string; puzzles: DailyPuzzle[] | null }>();
  useEffect(() => {
    if (!date) return;
    let stale = false;
    const tell = (puzzles: DailyPuzzle[] | null) => void (stale || setFound({ date, puzzles }));
    daily(date).then(tell, () => tell(null));
    return () => {
      stale = true;
    };
  }, [date]);
  return found && found.date === date ? found.puzzles : undefined;
}

/* The date now: midnight may come while the page is open. */
function useToday(): string {
  const [date, setDate] = useState(today());
  useEffect(() => {
    const look = () => setDate(today());
    const timer = setInterval(look, 20_000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return date;
}

export function Daily({ rest }: ScreenProps) {
  const now = useToday();
  const asked = parseDay(rest);
  const date = "date" in asked ? asked.date : undefined;
  const puzzles = usePuzzles(date);
  const all = useStats();
  useEffect(warmUp, []);
  if ("wrong" in asked) return <Wrong why={asked.wrong} found={asked.found} />;
  const puzzle = puzzles?.find((one) => one.kind === asked.kind);
  if (asked.kind && puzzle && puzzles)
    return <One date={asked.date} kind={asked.kind} puzzle={puzzle} puzzles={puzzles} key={rest} />;
  return <Overview date={asked.date} now={now} all={all} puzzles={puzzles} />;
}

function Wrong({ why, found }: { why: "no-day" | "ahead" | "before"; found: string }) {
  const words = {
    "no-day": t("{found} isn't a date. Write it like 2026-11-16.", { found }),
    ahead: t("The puzzles for {date} aren't out yet.", why === "ahead" ? { date: dateText(found) } : {}),
    before: t("The archive starts on {date}.", { date: dateText(FIRST_DAY) }),
  };
  return (
    <div class="setup">
      <h1>{t("Daily puzzles")}</h1>
      <p class="wrong" data-test="wrong">
        {words[why]}
      </p>
      <Link to={link("daily")} class="button primary">
        {t("Today's puzzles")}
      </Link>
    </div>
  );
}

interface OverviewProps {
  date: string;
  now: string;
  all: PlayerStats;
  puzzles: DailyPuzzle[] | null | undefined;
}

function Overview({ date, now, all, puzzles }: OverviewProps) {
  const [month, setMonth] = useState(date.slice(0, 7));
  useEffect(() => setMonth(date.slice(0, 7)), [date]);
  const done = all.daily[date] ?? {};
  return (
    <div class="setup daily-day">
      <h1>{t("Daily puzzles")}</h1>
      <DayLine date={date} now={now} />
      {date > now && (
        <p class="help" data-test="early">
          {t(
            "These puzzles aren't out where you live yet. Further east it's already tomorrow, so a link from there works.",
          )}
        </p>
      )}
      {puzzles === null && <p class="wrong">{t("Couldn't load the puzzles. Reload the page to try again.")}</p>}
      <ul class="daily-cards" data-test="puzzles">
        {KINDS.map((kind) => (
          <Card
            key={kind}
            date={date}
            kind={kind}
            done={done[kind]}
            puzzle={puzzles?.find((one) => one.kind === kind)}
          />
        ))}
      </ul>
      {puzzles && Object.keys(done).length > 0 && <ShareDay date={date} done={done} puzzles={puzzles} />}
      <Row all={all} now={now} />
      <Calendar
        month={month}
        onMonth={setMonth}
        least={FIRST_DAY.slice(0, 7)}
        most={lastDay().slice(0, 7)}
        today={now}
        cell={(day) => cellOf(all.daily[day])}
        day={(day, shown) =>
          day < FIRST_DAY || day > lastDay() ? (
            shown
          ) : (
            <Link to={link("daily", day)} current={day === date}>
              {shown}
            </Link>
          )
        }
      />
      <p class="help">
        {t(
          "New puzzles come at midnight, your time. You can play past days, but they don't count towards your streak.",
        )}
      </p>
    </div>
  );
}

function DayLine({ date, now }: { date: string; now: string }) {
  const before = dayAfter(date, -1);
  const after = dayAfter(date);
  return (
    <p class="row day-line">
      {before >= FIRST_DAY && (
        <Link to={link("daily", before)} class="button quiet icon">
          <Icon name="back" />
          <span class="heard">{t("Previous day")}</span>
        </Link>
      )}
      <time dateTime={date} data-test="date">
        {date === now ? t("Today, {date}", { date: dateText(date) }) : dateText(date)}
      </time>
      {after <= lastDay() && (
        <Link to={link("daily", after)} class="button quiet icon">
          <Icon name="next" />
          <span class="heard">{t("Next day")}</span>
        </Link>
      )}
    </p>
  );
}

/* How a day of the calendar looks: all four, some, none; and whether a shortest route was found each time. */
function cellOf(done: DayResults = {}): { mark: string; words: string } {
  const ends = Object.values(done);
  const solved = ends.filter((one) => one.moves !== null).length;
  if (ends.length === 0) return { mark: "", words: "" };
  const mark = solved === 0 ? "tried" : solved === KINDS.length ? "full" : "some";
  return { mark, words: tn("{n} solved", "{n} solved", solved) };
}

interface CardProps {
  date: string;
  kind: Kind;
  done: Done | undefined;
  puzzle: DailyPuzzle | undefined;
}

function Card({ date, kind, done, puzzle }: CardProps) {
  return (
    <li data-test={`puzzle-${kind}`} data-position={puzzle?.position ?? ""}>
      <Link to={link("daily", `${date}/${kind}`)} class="daily-card">
        <span class="daily-thumb">{puzzle && <Picture position={puzzle.position} off={LAYER.coordinates} bare />}</span>
        <b>{kindName(kind)}</b>
        <span class="tabular">
          {done ? `${movesOfBest(done)} · ${timeText(done.ms)}` : puzzle ? t("Play") : t("One moment…")}
        </span>
      </Link>
    </li>
  );
}

/* The robot that a puzzle is about: "*" for the vortex, of Micro Robots the see-through one. */
function robotOf(position: string): string {
  const known = readPosition(position);
  return known.game === "micro" ? "T" : (targetOf(known)?.robot ?? "*");
}

function ShareDay({ date, done, puzzles }: { date: string; done: DayResults; puzzles: DailyPuzzle[] }) {
  const words = shareText(date, done, (kind) => robotOf(puzzles.find((one) => one.kind === kind)?.position ?? ""));
  return <Share label={t("Your result")} words={words} address={`${location.origin}/daily/${date}`} />;
}

function Row({ all, now }: { all: PlayerStats; now: string }) {
  const row = streak(all, now);
  const longest = longestStreak(all);
  if (longest === 0) return null;
  return (
    <dl class="figures" data-test="streak">
      <div>
        <dt>{t("Daily streak")}</dt>
        <dd>{row}</dd>
      </div>
      <div>
        <dt>{t("Longest daily streak")}</dt>
        <dd>{longest}</dd>
      </div>
    </dl>
  );
}

/* A puzzle of the day. Begun before midnight, it counts for the day it was begun on. */
interface OneProps {
  date: string;
  kind: Kind;
  puzzle: DailyPuzzle;
  puzzles: DailyPuzzle[]; // of the same day
}

function One({ date, kind, puzzle, puzzles }: OneProps) {
  const [begun] = useState(today());
  const [done, setDone] = useState<Done | undefined>(() => loadStats().daily[date]?.[kind]);
  const later = KINDS[KINDS.indexOf(kind) + 1];
  const row = streak(useStats());
  return (
    <TimedPuzzle
      title={`${t("Daily puzzles")}: ${kindName(kind)}`}
      name={`daily ${date} ${kind}`}
      position={puzzle.position}
      best={puzzle.moves}
      ended={done}
      onEnd={(ended) => {
        const { moves, ms, route } = ended;
        const result = { moves, best: puzzle.moves, ms };
        if (route) addResult({ date, kind, route, ms });
        setDone(result);
        const change = addDaily(date, kind, result, difficultyOf(kind, puzzle.moves), begun);
        recordPuzzle(
          { ...ended, best: puzzle.moves },
          {
            id: `daily-${date}-${kind}`,
            mode: "daily",
            position: puzzle.position,
            day: date,
            kind,
            late: date < begun,
          },
          true,
        );
        return change;
      }}
      praise={row > 1 && date === begun ? tn("{n} day in a row!", "{n} days in a row!", row) : undefined}
      next={
        <div class="tools">
          {later && (
            <Link to={link("daily", `${date}/${later}`)} class="button primary big">
              <span class="capital">{kindName(later)}</span> <Icon name="next" />
            </Link>
          )}
          <Link to={link("daily", date)} class="button">
            {t("All puzzles of this day")}
          </Link>
        </div>
      }
    >
      {done && <ShareDay date={date} done={loadStats().daily[date] ?? {}} puzzles={puzzles} />}
      {done && <DailyFigures date={date} kind={kind} position={puzzle.position} moves={done.moves} />}
    </TimedPuzzle>
  );
}
