/*
 * Open tables: those that everybody may find. "Play with others" leads to one with room, or to a new one with bots, which make room
 * for people; the list is for those who would rather choose, or watch.
 */
import { useEffect, useState } from "preact/hooks";
import { savePendingJoin } from "../storage/pendingJoin";
import { displayName } from "../storage/mutedNames";
import { playfulName } from "../storage/playfulName";
import { changeSettings, currentSettings } from "../storage/settings";
import { fetchJson } from "../remote/connection";
import type { Shape } from "../remote/messages";
import { type ApiError, TABLE_LINK, type TableLink } from "../remote/protocol";
import { fits } from "../remote/shapes";
import { UNREACHABLE, refusalText } from "../remote/apiErrors";
import { Icon } from "../ui/icons";
import { type ScreenProps, navigate } from "../ui/navigation";
import { ErrorText } from "../ui/ErrorText";
import { listText, t, tn } from "../i18n/texts";
import { NameField } from "./Join";
import { NextRace, timeOfDay } from "./NextRace";
import { PlayerLabel } from "./PlayerName";
import { choiceOf } from "./rules";
import "./table.css";
import "./open.css";

interface Listed {
  code: string;
  preset: string;
  phase: string;
  round: number;
  people: number;
  bots: number;
  watching: number;
  room: boolean;
  starts?: number; // a public race that has not begun
  players: string[];
}
interface Page {
  tables: Listed[];
  total: number;
  next: string | null;
}
const PAGE: Shape = { tables: "objects", total: "number", next: "string0" };
const LISTED: Shape = {
  code: "string",
  preset: "string",
  phase: "string",
  round: "number",
  people: "number",
  bots: "number",
  watching: "number",
  room: "boolean",
  starts: "number?",
  players: "strings",
};
const BOTS = [3, 5]; // who waits at a table that nobody has come to yet
const AGAIN = 5000;

/* Leads to others, or to a table where they will come; what went wrong is a sentence. */
async function together(): Promise<string> {
  const answer = (await fetchJson<TableLink>("/api/together", TABLE_LINK, {})) ?? UNREACHABLE;
  if (!("code" in answer)) return refusalText(answer);
  savePendingJoin(answer.code, answer.game === undefined ? { stranger: true } : { stranger: true, bots: BOTS });
  navigate(answer.link);
  return "";
}

/* The first leaves of the list, 20 tables each, or why they cannot be had. */
async function listed(leaves: number): Promise<Page | ApiError> {
  let all: Page = { tables: [], total: 0, next: null };
  for (let i = 0; i < leaves && (i === 0 || all.next !== null); i++) {
    const after = all.next === null ? "" : `&after=${all.next}`;
    const answer = (await fetchJson<Page>(`/api/tables?n=20${after}`, PAGE)) ?? UNREACHABLE;
    if (!("tables" in answer)) return answer;
    if (!answer.tables.every((table) => fits(table, LISTED))) return UNREACHABLE;
    all = { ...answer, tables: [...all.tables, ...answer.tables] };
  }
  return all;
}

/* The list as far as somebody has leafed, looked at again now and then while they look at it. */
function useListed(): { page: Page | null; more: () => void; wrong: string } {
  const [page, setPage] = useState<Page | null>(null);
  const [leaves, setLeaves] = useState(1);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    let stale = false;
    const look = async () => {
      const answer = await listed(leaves);
      if (stale) return;
      setWrong("tables" in answer ? "" : refusalText(answer));
      if ("tables" in answer) setPage(answer);
    };
    void look();
    const timer = setInterval(() => void (document.hidden || look()), AGAIN);
    return () => {
      stale = true;
      clearInterval(timer);
    };
  }, [leaves]);
  return { page, more: () => setLeaves(leaves + 1), wrong };
}

export function PublicTables({ rest }: ScreenProps) {
  const [name, setName] = useState(currentSettings().name || playfulName());
  const [wrong, setWrong] = useState("");
  const play = async () => {
    changeSettings({ name: name.trim() });
    setWrong(await together());
  };
  useEffect(() => {
    if (rest === "play") void together().then(setWrong);
  }, []);
  if (rest === "play" && !wrong) return <p>{t("Looking for players…")}</p>;
  return (
    <div class="open-tables">
      <h1>{t("Play with others")}</h1>
      <p class="lead">{t("We'll find you a table. If nobody is there, bots keep you company. No account needed.")}</p>
      <div class="row wrap">
        <NameField value={name} onChange={setName} />
        <button type="button" class="primary big" onClick={() => void play()} data-test="together">
          {t("Play")} <Icon name="next" />
        </button>
      </div>
      <ErrorText words={wrong} />
      <NextRace name={name} />
      <List />
    </div>
  );
}

function List() {
  const { page, more, wrong } = useListed();
  return (
    <section aria-label={t("Public tables")}>
      <h2>{t("Public tables")}</h2>
      {wrong && <p class="help">{wrong}</p>}
      {page && page.total === 0 && <p class="help">{t("No public tables right now.")}</p>}
      <ul class="listed" data-test="listed">
        {page?.tables.map((table) => (
          <One key={table.code} table={table} />
        ))}
      </ul>
      {page?.next && (
        <button type="button" onClick={more}>
          {t("More tables")}
        </button>
      )}
    </section>
  );
}

const isLobby = ({ phase }: Listed): boolean => phase === "lobby";

function One({ table }: { table: Listed }) {
  const { code, preset, round, people, bots, watching, room, starts, players } = table;
  const sit = () => {
    savePendingJoin(code, { stranger: true });
    navigate(`/t/${code}`);
  };
  const names = listText(players.map(displayName));
  return (
    <li data-code={code}>
      <span class="about">
        <b>{t(choiceOf(preset).title)}</b>
        <span class="row wrap">
          {players.map((name, i) => (
            <PlayerLabel key={i} name={displayName(name)} />
          ))}
        </span>
        <small>
          {[
            tn("{n} person", "{n} people", people),
            bots > 0 && tn("{n} bot", "{n} bots", bots),
            watching > 0 && tn("{n} watching", "{n} watching", watching),
            starts !== undefined
              ? t("starts at {time}", { time: timeOfDay(starts) })
              : isLobby(table)
                ? t("not started")
                : t("Round {n}", { n: round }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </span>
      <span class="row">
        {room && (
          <button type="button" onClick={sit} aria-label={`${t("Play")}: ${names}`}>
            {t("Play")}
          </button>
        )}
        <button
          type="button"
          onClick={() => navigate(`/t/${code}`)}
          aria-label={`${t("Watch")}: ${names}`}
          data-test="watch"
        >
          {t("Watch")}
        </button>
      </span>
    </li>
  );
}
