/*
 * The page of one table, /t/CODE: whatever the game's phase, it is shown here, and the line to the server is kept up. With
 * ?display it is the big screen in the middle, without any controls.
 */
import { useEffect } from "preact/hooks";
import type { ScreenProps } from "../ui/navigation";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { t } from "../i18n/texts";
import { Display } from "./Display";
import { Join } from "./Join";
import { ConnectionStatus } from "./ConnectionStatus";
import { Lobby } from "./Lobby";
import { GameOver } from "./GameOver";
import { RoundView } from "./RoundView";
import { MANY_PLAYERS } from "./Players";
import "./lobby.css";
import "./table.css";
import "./display.css";
import { TopBar } from "./TopBar";
import type { ApiError } from "../remote/protocol";
import { tableCodeOf } from "../remote/protocol";
import { NO_CODE, refusalText } from "../remote/apiErrors";
import { type TableProps, useTable } from "../remote/useTable";
import { Names } from "./PlayerName";
import { useJustEnded } from "./useShownPosition";
import { useAnnouncements } from "./announceEvents";
import { useTableHistory } from "./useTableHistory";

export function Table({ rest }: ScreenProps) {
  const code = tableCodeOf(rest);
  const display = new URLSearchParams(location.search).has("display");
  if (!code) return <NoTable why={NO_CODE} />;
  return <OneTable code={code} display={display} key={`${code}${display}`} />;
}

function NoTable({ why }: { why: ApiError }) {
  return (
    <div class="no-table">
      <h1>{refusalText(why)}</h1>
      {["removed", "locked", "table-closed"].includes(why.why) ? (
        <p>{t("Ask the host, or create your own table.")}</p>
      ) : (
        <p>{t("Check the link, or create your own table.")}</p>
      )}
      <p class="row wrap">
        <Link to={link("new")} class="button primary">
          {t("Create a table")}
        </Link>
        <Link to="/" class="button">
          {t("Home")}
        </Link>
      </p>
    </div>
  );
}

function OneTable({ code, display }: { code: string; display: boolean }) {
  const { table, view } = useTable(code, display);
  useAnnouncements(table);
  useTableHistory(view);
  const justOver = useJustEnded(table) && view.state?.phase === "over";
  useEffect(() => {
    document.title = `${code} · carom`;
    document.documentElement.classList.toggle("big-screen", display);
    return () => document.documentElement.classList.remove("big-screen");
  }, [code, display]);
  const { state, status } = view;
  /* A game begins at the top of the page, wherever the button that began it was. */
  const waiting = !state || state.phase === "lobby" || state.phase === "over";
  useEffect(() => void (waiting || scrollTo(0, 0)), [waiting]);
  if (status.is === "closed") return <NoTable why={status.why} />;
  if (!state) {
    return (
      <div class="coming">
        <h1 class="heard">{t("Table {code}", { code })}</h1>
        <ConnectionStatus table={table} view={view} />
        {status.is !== "lost" && <p>{t("Joining the table…")}</p>}
      </div>
    );
  }
  return (
    <Names.Provider value={Object.values(view.gameHistory.names)}>
      <Phases table={table} view={view} state={state} display={display} justOver={justOver} />
    </Names.Provider>
  );
}

interface PhasesProps extends TableProps {
  display: boolean;
  justOver: boolean;
}

function Phases({ display, justOver, ...props }: PhasesProps) {
  const { table, view, state } = props;
  const marks = [
    display && "display",
    view.you ? "seated" : "watching",
    state.players.length > MANY_PLAYERS && "crowd",
    (view.options.plan || state.race) && "planned",
    state.paused !== undefined && "paused",
  ].filter(Boolean);
  return (
    <div
      class={["table", `phase-${justOver ? "between" : state.phase}`, ...marks].join(" ")}
      data-test="table"
      data-phase={state.phase}
      data-seq={state.seq}
    >
      <h1 class="heard">{t("Table {code}", { code: view.code })}</h1>
      <ConnectionStatus table={table} view={view} />
      {display ? (
        <Display {...props} />
      ) : (
        <>
          <TopBar {...props} />
          {table.isAllowed("join") && <Join table={table} view={view} />}
          {state.phase === "lobby" ? (
            <Lobby {...props} />
          ) : state.phase === "over" && !justOver ? (
            <GameOver {...props} />
          ) : (
            <RoundView {...props} state={justOver ? { ...state, phase: "between" } : state} />
          )}
        </>
      )}
    </div>
  );
}
