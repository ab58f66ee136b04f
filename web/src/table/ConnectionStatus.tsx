/*
 * The line to the server, shown only when there is something to know about it: calm, and without taking the table away.
 */
import { useEffect, useState } from "preact/hooks";
import { announce } from "../ui/announce";
import { t } from "../i18n/texts";
import { UNREACHABLE, refusalText } from "../remote/apiErrors";
import type { RemoteTable, View } from "../remote/remoteTable";
import { useActionError } from "./useActionError";

const SHOWN = 3000; // how long "back" stays
const QUIET = 700; // a line that is back within this was never lost to anybody

/* The clocks stand. The host lets them run again; should the host be away, anybody does. */
function Paused({ table, view }: { table: RemoteTable; view: View }) {
  const { wrong, tried } = useActionError();
  const away = view.you !== null && view.presence.away.includes(view.host.host ?? "");
  return (
    <div class="line-state paused" data-test="paused">
      <b>{t("The game is paused.")}</b>
      {(table.isHost || away) && (
        <button type="button" onClick={() => void tried(table.setPaused(false))} data-test="resume">
          {t("Continue")}
        </button>
      )}
      {wrong && <span role="alert">{wrong}</span>}
    </div>
  );
}

export function ConnectionStatus({ table, view }: { table: RemoteTable; view: View }) {
  const { status, reconnects: back, you } = view;
  const lost = status.is === "lost" || (status.is === "connecting" && status.again);
  const why = status.is === "lost" ? (status.why ?? UNREACHABLE) : null;
  const [words, setWords] = useState("");
  const [returned, setReturned] = useState("");
  useEffect(() => {
    if (why) setWords(refusalText(why));
  }, [why?.why]);
  useEffect(() => {
    if (!lost) return;
    const timer = setTimeout(() => announce(refusalText(why ?? UNREACHABLE), "assertive"), QUIET);
    return () => clearTimeout(timer);
  }, [lost, why?.why]);
  useEffect(() => {
    if (back === 0) return;
    const words = you ? t("Back in your seat.") : t("Back at the table.");
    setReturned(words);
    announce(words);
    const timer = setTimeout(() => setReturned(""), SHOWN);
    return () => clearTimeout(timer);
  }, [back]);
  if (lost) {
    return (
      <div class="line-state lost" data-test="line">
        <span class="pulse" aria-hidden="true" />
        <span>{words}</span>
        <button type="button" class="quiet" onClick={() => table.client.checkAlive()}>
          {t("Try now")}
        </button>
      </div>
    );
  }
  if (view.state?.paused !== undefined) return <Paused table={table} view={view} />;
  if (returned && status.is === "on")
    return (
      <div class="line-state back" data-test="line">
        {returned}
      </div>
    );
  return null;
}
