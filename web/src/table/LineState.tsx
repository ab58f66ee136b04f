/*
 * The line to the server, shown only when there is something to know about it: calm, and without taking the table away.
 */
import { useEffect, useState } from "preact/hooks";
import { announce } from "../parts/announce";
import { t } from "../texts/texts";
import { UNREACHABLE, refusalWords } from "../line/refusals";
import type { RemoteTable, View } from "../line/remote";
import { useWrong } from "./useWrong";

const SHOWN = 3000; // how long "back" stays
const QUIET = 700; // a line that is back within this was never lost to anybody

/* The clocks stand. The host lets them run again; should the host be away, anybody does. */
function Paused({ table, view }: { table: RemoteTable; view: View }) {
  const { wrong, tried } = useWrong();
  const away = view.you !== null && view.presence.away.includes(view.host.host ?? "");
  return (
    <div class="line-state paused" data-test="paused">
      <b>{t("The game is paused.")}</b>
      {(table.isHost || away) && (
        <button type="button" onClick={() => void tried(table.hold(false))} data-test="resume">
          {t("Go on")}
        </button>
      )}
      {wrong && <span role="alert">{wrong}</span>}
    </div>
  );
}

export function LineState({ table, view }: { table: RemoteTable; view: View }) {
  const { status, back, you } = view;
  const lost = status.is === "lost" || (status.is === "connecting" && status.again);
  const why = status.is === "lost" ? (status.why ?? UNREACHABLE) : null;
  const [words, say] = useState("");
  const [returned, greet] = useState("");
  useEffect(() => {
    if (why) say(refusalWords(why));
  }, [why?.why]);
  useEffect(() => {
    if (!lost) return;
    const timer = setTimeout(() => announce(refusalWords(why ?? UNREACHABLE), "assertive"), QUIET);
    return () => clearTimeout(timer);
  }, [lost, why?.why]);
  useEffect(() => {
    if (back === 0) return;
    const words = you ? t("Back in your seat.") : t("Back at the table.");
    greet(words);
    announce(words);
    const timer = setTimeout(() => greet(""), SHOWN);
    return () => clearTimeout(timer);
  }, [back]);
  if (lost) {
    return (
      <div class="line-state lost" data-test="line">
        <span class="pulse" aria-hidden="true" />
        <span>{words}</span>
        <button type="button" class="quiet" onClick={() => table.client.nudge()}>
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
