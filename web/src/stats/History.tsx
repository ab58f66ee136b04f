/*
 * Everything that was played on this device: the last two weeks as a calendar, the entries below it, boards that were kept; further
 * back by month. An entry leads to its own page.
 */
import { useEffect, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { KeptBoard } from "../history/KeepBoard";
import { Named } from "../history/Named";
import { troubleText } from "../history/BadgeMoment";
import { useHistory } from "../history/useHistory";
import { Calendar, dateText } from "../solve/Calendar";
import { type HistoryEntry, HISTORY_MAX } from "../storage/historyEntry";
import { historyTrouble } from "../storage/historyStore";
import { keepBoard, keptBoards } from "../storage/keptBoards";
import { dayAfter, today } from "../storage/stats";
import { LAYER } from "../wasm/ops";
import { Icon } from "../ui/icons";
import { Link } from "../ui/Link";
import { type ScreenProps, link } from "../ui/navigation";
import { currentLanguage, t, tn } from "../i18n/texts";
import { EntryPage } from "./EntryPage";
import { clockText, entryResult, entryTitle } from "./entryTexts";
import { positionsOf } from "./positions";
import { Sections } from "./Sections";

const ENTRY = "entry/";

export function History({ rest }: ScreenProps) {
  const all = useHistory();
  if (!all) return <p class="setup help">{t("One moment…")}</p>;
  if (rest.startsWith(ENTRY))
    return <EntryPage entry={all.find(({ id }) => id === rest.slice(ENTRY.length))} key={rest} />;
  const date = /^\d{4}-\d\d-\d\d$/.test(rest) ? rest : undefined;
  const newest = all.toReversed();
  return (
    <div class="setup daily-day history">
      <h1>{t("History")}</h1>
      <Sections now="history" />
      {historyTrouble() && (
        <p class="wrong" data-test="trouble">
          {troubleText()}
        </p>
      )}
      <TwoWeeks all={all} chosen={date} />
      <Entries entries={date ? newest.filter((one) => one.date === date) : newest} date={date} key={date} />
      <Boards />
      <Earlier all={all} chosen={date} />
      <p class="help">{t("This device keeps your last {n} results.", { n: HISTORY_MAX })}</p>
    </div>
  );
}

const counts = (all: HistoryEntry[]): Map<string, number> => {
  const found = new Map<string, number>();
  for (const { date } of all) found.set(date, (found.get(date) ?? 0) + 1);
  return found;
};
const playedText = (n: number): string => (n > 0 ? tn("{n} entry", "{n} entries", n) : "");
const dayOf = (date: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString(currentLanguage(), { timeZone: "UTC", ...options });

interface DaysProps {
  all: HistoryEntry[];
  chosen: string | undefined;
}

/* This week and the one before, from Monday: last Tuesday is always among them. */
function TwoWeeks({ all, chosen }: DaysProps) {
  const now = today();
  const back = (new Date(`${now}T12:00:00Z`).getUTCDay() + 6) % 7;
  const days = Array.from({ length: 14 }, (_, i) => dayAfter(now, i - back - 7));
  const played = counts(all);
  return (
    <ol class="two-weeks" aria-label={t("The last two weeks")} data-test="two-weeks">
      {days.map((date) => {
        const n = played.get(date) ?? 0;
        const inside = (
          <>
            <small>{dayOf(date, { weekday: "short" })}</small>
            <b class="tabular">{Number(date.slice(8))}</b>
            <span class="heard">{playedText(n)}</span>
          </>
        );
        const marks = `${n > 0 ? "played" : ""} ${date === now ? "now" : ""}`;
        return (
          <li key={date} class={marks} data-date={date}>
            {n > 0 ? (
              <Link to={link("history", date === chosen ? "" : date)} current={date === chosen}>
                {inside}
              </Link>
            ) : (
              <span>{inside}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Earlier({ all, chosen }: DaysProps) {
  const [month, setMonth] = useState((chosen ?? today()).slice(0, 7));
  const played = counts(all);
  const first = all[0]?.date ?? today();
  return (
    <details class="earlier">
      <summary>{t("By month")}</summary>
      <Calendar
        month={month}
        onMonth={setMonth}
        least={first.slice(0, 7)}
        most={today().slice(0, 7)}
        today={today()}
        cell={(date) => ({ mark: played.has(date) ? "some" : "", words: playedText(played.get(date) ?? 0) })}
        day={(date, shown) =>
          played.has(date) ? (
            <Link to={link("history", date)} current={date === chosen}>
              {shown}
            </Link>
          ) : (
            shown
          )
        }
      />
    </details>
  );
}

const PAGE = 20;

function Entries({ entries, date }: { entries: HistoryEntry[]; date: string | undefined }) {
  const [shown, setShown] = useState(PAGE);
  const page = entries.slice(0, shown);
  if (entries.length === 0)
    return (
      <p data-test="no-entries">
        {date
          ? t("You didn't play on this device that day.")
          : t("Nothing yet. Everything you play on this device shows up here.")}
      </p>
    );
  return (
    <section class="entries" aria-label={t("Entries")} data-test="entries">
      {page.map((entry, i) => (
        <div key={entry.id}>
          {entry.date !== page[i - 1]?.date && <h2>{dateText(entry.date)}</h2>}
          <Entry entry={entry} />
        </div>
      ))}
      {entries.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE)} data-test="more-entries">
          {t("Show more")}
        </button>
      )}
    </section>
  );
}

/* The position of an entry: its own, or that of the first round. */
function usePosition(entry: HistoryEntry): string | undefined {
  const [position, setPosition] = useState(entry.position ?? entry.rounds?.[0]?.position);
  useEffect(() => {
    if (position === undefined) void positionsOf(entry).then(([first]) => setPosition(first?.position));
  }, [entry.id]);
  return position;
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const position = usePosition(entry);
  const alone = !entry.rounds || entry.rounds.length === 0;
  return (
    <Link to={link("history", ENTRY + entry.id)} class="entry" test={`entry-${entry.id}`}>
      <span class="entry-board">{position && <Picture position={position} off={LAYER.coordinates} bare plain />}</span>
      <span class="entry-words">
        <b class="capital">{entryTitle(entry)}</b>
        {position && alone && <Named position={position} />}
        <span class="entry-result tabular">{entryResult(entry)}</span>
      </span>
      <time class="tabular" dateTime={new Date(entry.at).toISOString()}>
        {clockText(entry)}
      </time>
    </Link>
  );
}

function Boards() {
  const [boards, setBoards] = useState(keptBoards);
  if (boards.length === 0) return null;
  const remove = (board: string) => {
    keepBoard(board, false);
    setBoards(keptBoards());
  };
  return (
    <section class="kept-boards" aria-labelledby="kept-boards">
      <h2 id="kept-boards">{t("Saved boards")}</h2>
      <ul data-test="kept-boards">
        {boards.map((board) => (
          <li key={board} class="kept-board">
            <Picture position={board} off={LAYER.coordinates} bare plain />
            <KeptBoard board={board} onRemove={() => remove(board)} />
          </li>
        ))}
      </ul>
      <p class="help">
        <Icon name="next" /> {t("Tap a board to practise on it.")}
      </p>
    </section>
  );
}
