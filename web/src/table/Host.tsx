/*
 * What the host of a table can do, and what everybody can do about the others: who is here, whose names one does not want to
 * read. What is final is asked for twice.
 */
import { useState } from "preact/hooks";
import type { Player } from "../carom/referee";
import { isMuted, mute } from "../device/muted";
import type { RemoteTable } from "../line/remote";
import type { TableProps } from "../line/useTable";
import { Dialog } from "../parts/Dialog";
import { Wrong } from "../parts/Wrong";
import { isolated, t } from "../texts/texts";
import { Who } from "./Named";
import { botLevel } from "./names";
import { useWrong } from "./useWrong";

/* Within the table's menu. */
export function HostMenu({ table, view, state, onEnd }: TableProps & { onEnd: () => void }) {
  const { wrong, tried } = useWrong();
  const { locked } = view.host;
  const paused = state.paused !== undefined;
  const on = state.phase !== "lobby" && state.phase !== "over";
  return (
    <section class="menu host-menu" aria-label={t("You are the host")} data-test="host-menu">
      <p class="help">{t("You are the host")}</p>
      <button type="button" onClick={() => void tried(table.lock(!locked))} data-test="lock">
        {locked ? t("Unlock the table") : t("Lock the table: nobody else comes in")}
      </button>
      {!locked && !state.solo && !view.options.arranged && (
        <button type="button" onClick={() => void tried(table.list(!view.host.listed))} data-test="list">
          {view.host.listed ? t("Do not list the table any more") : t("List the table: anybody may find it")}
        </button>
      )}
      {on && !state.solo && (
        <button type="button" onClick={() => void tried(table.hold(!paused))} data-test="pause">
          {paused ? t("Go on") : t("Pause the game")}
        </button>
      )}
      {on && (
        <button type="button" class="danger" onClick={onEnd} data-test="end">
          {t("End the game")}
        </button>
      )}
      <Wrong words={wrong} />
    </section>
  );
}

export function End({ table, onClose }: { table: RemoteTable; onClose: () => void }) {
  const { wrong, tried } = useWrong();
  const end = async () => {
    if (await tried(table.end())) onClose();
  };
  return (
    <Dialog title={t("End the game?")} onClose={onClose}>
      <p>{t("It is over for everybody, and nobody has won. All of you can sit down at the next one.")}</p>
      <Wrong words={wrong} />
      <div class="row">
        <button type="button" onClick={onClose}>
          {t("Play on")}
        </button>
        <button type="button" class="danger" onClick={() => void end()} data-test="end-really">
          {t("End the game")}
        </button>
      </div>
    </Dialog>
  );
}

type Tried = ReturnType<typeof useWrong>["tried"];

/* Removing is final, so the second tap does it. */
function HostActs({ player, table, tried }: { player: Player; table: RemoteTable; tried: Tried }) {
  const [sure, ask] = useState(false);
  const name = isolated(player.name);
  return (
    <>
      {botLevel(player.id) === 0 && (
        <button
          type="button"
          class="quiet"
          aria-label={`${t("Make host")}: ${name}`}
          onClick={() => void tried(table.makeHost(player.id))}
          data-test="make-host"
        >
          {t("Make host")}
        </button>
      )}
      <button
        type="button"
        class={sure ? "danger" : "quiet"}
        aria-label={`${sure ? t("Really?") : t("Remove")}: ${name}`}
        onClick={() => (sure ? void tried(table.remove(player.id)) : ask(true))}
        data-test="remove"
      >
        {sure ? t("Really?") : t("Remove")}
      </button>
    </>
  );
}

function Person({ player, table, view, tried }: TableProps & { player: Player; tried: Tried }) {
  const [, again] = useState(0);
  const muted = isMuted(player.name);
  const toggle = () => {
    mute(player.name, !muted);
    again((n) => n + 1);
    table.refresh();
  };
  const name = isolated(player.name);
  return (
    <li class={`row wrap ${muted ? "muted" : ""}`} data-person={player.id}>
      <span class="name">
        <Who name={player.name} />
        {view.host.host === player.id && <small class="badge">{t("host")}</small>}
      </span>
      {player.id !== view.you && (
        <>
          <button
            type="button"
            class="quiet"
            aria-pressed={muted}
            aria-label={`${muted ? t("Muted") : t("Mute")}: ${name}`}
            onClick={toggle}
            data-test="mute"
          >
            {muted ? t("Muted") : t("Mute")}
          </button>
          {table.isHost && <HostActs player={player} table={table} tried={tried} />}
        </>
      )}
    </li>
  );
}

export function People({ onClose, ...props }: TableProps & { onClose: () => void }) {
  const { wrong, tried } = useWrong();
  return (
    <Dialog title={t("Players")} onClose={onClose}>
      <ul class="people">
        {props.state.players.map((player) => (
          <Person key={player.id} {...props} player={player} tried={tried} />
        ))}
      </ul>
      <Wrong words={wrong} />
      <p class="help">{t("Who is muted plays on; only you no longer see the name.")}</p>
    </Dialog>
  );
}
