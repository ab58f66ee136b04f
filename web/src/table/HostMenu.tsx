/*
 * What the host of a table can do, and what everybody can do about the others: who is here, whose names one does not want to
 * read. What is final is asked for twice.
 */
import { useState } from "preact/hooks";
import type { Player } from "../wasm/referee";
import { isMuted, mute } from "../storage/mutedNames";
import type { RemoteTable } from "../remote/remoteTable";
import type { TableProps } from "../remote/useTable";
import { Dialog } from "../ui/Dialog";
import { ErrorText } from "../ui/ErrorText";
import { isolateBidi, t } from "../i18n/texts";
import { PlayerLabel } from "./PlayerName";
import { botLevel } from "./tableTexts";
import { useActionError } from "./useActionError";

/* Within the table's menu. */
export function HostMenu({ table, view, state, onEnd }: TableProps & { onEnd: () => void }) {
  const { wrong, tried } = useActionError();
  const { locked } = view.host;
  const paused = state.paused !== undefined;
  const on = state.phase !== "lobby" && state.phase !== "over";
  return (
    <section class="menu-group host-menu" aria-label={t("You're the host")} data-test="host-menu">
      <h3 class="show">{t("You're the host")}</h3>
      <div>
        <button type="button" onClick={() => void tried(table.setLocked(!locked))} data-test="lock">
          {locked ? t("Unlock: others can join") : t("Lock: no one else can join")}
        </button>
        {!locked && !state.solo && !view.options.arranged && (
          <button type="button" onClick={() => void tried(table.setListed(!view.host.listed))} data-test="list">
            {view.host.listed ? t("Hide from public tables") : t("Make public: anyone can find it")}
          </button>
        )}
        {on && !state.solo && (
          <button type="button" onClick={() => void tried(table.setPaused(!paused))} data-test="pause">
            {paused ? t("Continue") : t("Pause the game")}
          </button>
        )}
        {on && (
          <button type="button" class="danger" onClick={onEnd} data-test="end">
            {t("End the game")}
          </button>
        )}
      </div>
      <ErrorText words={wrong} />
    </section>
  );
}

export function EndGameDialog({ table, onClose }: { table: RemoteTable; onClose: () => void }) {
  const { wrong, tried } = useActionError();
  const end = async () => {
    if (await tried(table.end())) onClose();
  };
  return (
    <Dialog title={t("End the game?")} onClose={onClose}>
      <p>{t("This ends the game for everyone, with no winner. You can all join the next one.")}</p>
      <ErrorText words={wrong} />
      <div class="row">
        <button type="button" onClick={onClose}>
          {t("Keep playing")}
        </button>
        <button type="button" class="danger" onClick={() => void end()} data-test="end-really">
          {t("End the game")}
        </button>
      </div>
    </Dialog>
  );
}

type Tried = ReturnType<typeof useActionError>["tried"];

/* Removing is final, so the second tap does it. */
function HostActs({ player, table, tried }: { player: Player; table: RemoteTable; tried: Tried }) {
  const [sure, setSure] = useState(false);
  const name = isolateBidi(player.name);
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
        aria-label={`${sure ? t("Sure?") : t("Remove")}: ${name}`}
        onClick={() => (sure ? void tried(table.remove(player.id)) : setSure(true))}
        data-test="remove"
      >
        {sure ? t("Sure?") : t("Remove")}
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
  const name = isolateBidi(player.name);
  return (
    <li class={`row wrap ${muted ? "muted" : ""}`} data-person={player.id}>
      <span class="name">
        <PlayerLabel name={player.name} />
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

export function PeopleDialog({ onClose, ...props }: TableProps & { onClose: () => void }) {
  const { wrong, tried } = useActionError();
  return (
    <Dialog title={t("Players")} onClose={onClose}>
      <ul class="people">
        {props.state.players.map((player) => (
          <Person key={player.id} {...props} player={player} tried={tried} />
        ))}
      </ul>
      <ErrorText words={wrong} />
      <p class="help">{t("Muted players keep playing. You just don't see their names.")}</p>
    </Dialog>
  );
}
