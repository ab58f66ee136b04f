/*
 * A month of days, as a table that can be read aloud; what stands in a day is said by whoever shows it.
 */
import type { ComponentChildren } from "preact";
import { dayAfter } from "../storage/stats";
import { Icon } from "../ui/icons";
import { currentLanguage, t } from "../i18n/texts";
import "./puzzles.css";

/* What a day looks like: `mark` is a class, `words` are heard. */
export interface Cell {
  mark: string;
  words: string;
}
interface CalendarProps {
  month: string; // 2026-11
  onMonth: (month: string) => void;
  least: string; // the first and the last month that can be leafed to
  most: string;
  today: string;
  cell: (date: string) => Cell;
  day?: (date: string, shown: ComponentChildren) => ComponentChildren; // round the number
}

const at = (date: string): Date => new Date(`${date}T00:00:00Z`);
const said = (date: string, options: Intl.DateTimeFormatOptions): string =>
  at(date).toLocaleDateString(currentLanguage(), { timeZone: "UTC", ...options });
export const dateText = (date: string): string => said(date, { day: "numeric", month: "long", year: "numeric" });

/* The days of a month in weeks from Monday, with undefined where another month is. */
export function weeksOf(month: string): (string | undefined)[][] {
  const first = `${month}-01`;
  const before = (at(first).getUTCDay() + 6) % 7;
  const days: (string | undefined)[] = Array.from({ length: before }, () => undefined);
  for (let date = first; date.startsWith(month); date = dayAfter(date)) days.push(date);
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => days[week * 7 + day]),
  );
}
export const monthAfter = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const count = year * 12 + number - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`;
};

export function Calendar({ month, onMonth, least, most, today, cell, day }: CalendarProps) {
  const weeks = weeksOf(month);
  const whole = weeks[1] ?? []; // a week without gaps, for the names of its days
  return (
    <section class="calendar" aria-label={t("Calendar")}>
      <div class="row">
        <button
          type="button"
          class="quiet icon"
          aria-label={t("Previous month")}
          disabled={month <= least}
          onClick={() => onMonth(monthAfter(month, -1))}
        >
          <Icon name="back" />
        </button>
        <h2>{said(`${month}-01`, { month: "long", year: "numeric" })}</h2>
        <button
          type="button"
          class="quiet icon"
          aria-label={t("Next month")}
          disabled={month >= most}
          onClick={() => onMonth(monthAfter(month, 1))}
        >
          <Icon name="next" />
        </button>
      </div>
      <table>
        <thead>
          <tr>
            {whole.map((date) => (
              <th key={date} scope="col" abbr={date && said(date, { weekday: "long" })}>
                {date && said(date, { weekday: "short" })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, i) => (
            <tr key={i}>
              {week.map((date, n) => (
                <td key={n}>{date && <Day date={date} today={today} cell={cell(date)} day={day} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Day({ date, today, cell, day }: { date: string; cell: Cell } & Pick<CalendarProps, "today" | "day">) {
  const shown = (
    <span class={`day ${cell.mark} ${date === today ? "now" : ""}`} data-date={date}>
      {Number(date.slice(8))}
      {cell.words && <span class="heard"> {cell.words}</span>}
    </span>
  );
  return <>{day ? day(date, shown) : shown}</>;
}
