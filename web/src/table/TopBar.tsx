/*
 * The table's own line at the top: its code (tap to invite), who is here, the sand, and a menu for what is rarely needed.
 */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Hourglass } from "../board/Hourglass";
import { Dialog } from "../ui/Dialog";
import { SettingsDialog } from "../ui/Settings";
import { SoundSwitch } from "../ui/SoundSwitch";
import { Icon } from "../ui/icons";
import { ErrorText } from "../ui/ErrorText";
import { TableCode } from "../ui/tableCode";
import { t, tn } from "../i18n/texts";
import { Invite } from "./Invite";
import type { TableProps } from "../remote/useTable";
import { LogLink } from "./LogDownload";
import { RulesSummary } from "./RulesSummary";
import type { RemoteTable, View } from "../remote/remoteTable";
import { refusalText } from "../remote/apiErrors";
import { Reactions, RecentReactions } from "./Reactions";
import { customText } from "./rules";
import { EndGameDialog, HostMenu, PeopleDialog } from "./HostMenu";

/* The sand, or how long showing may still take. Until the sand runs it stands there, ready to be turned. */
export function Sand({ table, view, state }: TableProps) {
  const ready = state.phase === "bidding" && !state.micro && state.rules.hourglass > 0;
  if (state.until === undefined && !ready) return null;
  const length = state.until === undefined ? state.rules.hourglass : view.gameHistory.running;
  const { paused } = state;
  return (
    <Hourglass
      until={state.until}
      length={length}
      now={() => paused ?? table.client.now()}
      stopped={paused !== undefined}
    />
  );
}

/* Green only while the server answers. */
const lampOf = ({ status }: View): string => (status.is === "on" && status.slow ? "connecting" : status.is);

type Opened = "" | "invite" | "menu" | "settings" | "leave" | "rules" | "people" | "end" | "react";
type Show = (next: Opened | ((now: Opened) => Opened)) => void;

export function TopBar(props: TableProps) {
  const { view } = props;
  const [open, setOpen] = useState<Opened>("");
  const here = view.presence.here.length;
  return (
    <div class="table-bar">
      <button
        type="button"
        class="code quiet"
        onClick={() => setOpen("invite")}
        aria-label={t("Table {code}: invite players", { code: view.code })}
        data-test="code"
      >
        <span class={`lamp lamp-${lampOf(view)}`} data-test="lamp" aria-hidden="true" />
        <b>
          <TableCode code={view.code} />
        </b>
        <Icon name="share" />
      </button>
      <span class="here" data-test="here">
        {tn("{n} here", "{n} here", here)}
        {view.presence.watching > 0 && <small> +{view.presence.watching}</small>}
      </span>
      {view.host.locked && (
        <span class="badge" data-test="locked">
          {t("locked")}
        </span>
      )}
      {view.host.listed && !view.host.locked && (
        <span class="badge" title={t("Anyone can find this table.")} data-test="listed-here">
          {t("public")}
        </span>
      )}
      {view.options.arranged && (
        <span class="arranged" title={customText()} data-test="arranged">
          {t("custom")}
        </span>
      )}
      <Sand {...props} />
      {props.table.me && props.state.players.length > 1 && (
        <button
          type="button"
          class="quiet icon"
          aria-label={t("Reactions")}
          onClick={() => setOpen("react")}
          data-test="react"
        >
          <Icon name="smile" />
        </button>
      )}
      <SoundSwitch test="table-sound" class="without-top" />
      <button type="button" class="quiet icon" aria-label={t("Menu")} onClick={() => setOpen("menu")} data-test="menu">
        <Icon name="menu" />
      </button>
      <RecentReactions {...props} />
      <Dialogs {...props} open={open} show={setOpen} />
    </div>
  );
}

interface DialogsProps extends TableProps {
  open: Opened;
  show: Show;
}

function Dialogs({ open, show, ...props }: DialogsProps) {
  const { table, view, state } = props;
  /* A dialog that makes way for another one is closed too; it must not take that with it. */
  const close = () => show((now) => (now === open ? "" : now));
  switch (open) {
    case "invite":
      return (
        <Dialog title={t("Invite")} onClose={close} key={open}>
          <Invite view={view} />
        </Dialog>
      );
    case "rules":
      return (
        <Dialog title={t("Table rules")} onClose={close} key={open}>
          <RulesSummary state={state} view={view} />
        </Dialog>
      );
    case "react":
      return (
        <Dialog title={t("Reactions")} onClose={close} key={open}>
          <Reactions {...props} onSaid={close} />
        </Dialog>
      );
    case "settings":
      return <SettingsDialog onClose={close} key={open} />;
    case "leave":
      return <Leave table={table} onClose={close} key={open} />;
    case "people":
      return <PeopleDialog {...props} onClose={close} key={open} />;
    case "end":
      return <EndGameDialog table={table} onClose={close} key={open} />;
    case "menu":
      return (
        <Dialog title={t("Table {code}", { code: view.code })} onClose={close} key={open}>
          <Menu {...props} show={show} />
        </Dialog>
      );
    case "":
      return null;
  }
}

function MenuGroup({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="menu-group" aria-label={title}>
      <h3 class="show">{title}</h3>
      <div>{children}</div>
    </section>
  );
}

/* What is rarely needed, in three groups. */
function Menu({ show, ...props }: TableProps & Pick<DialogsProps, "show">) {
  const { table, view } = props;
  return (
    <div class="menu">
      {table.isHost && <HostMenu {...props} onEnd={() => show("end")} />}
      <MenuGroup title={t("This table")}>
        <button type="button" onClick={() => show("invite")}>
          {t("Invite")}
        </button>
        <button type="button" onClick={() => show("people")} data-test="people">
          {t("Players")}
        </button>
        <button type="button" onClick={() => show("rules")}>
          {t("Table rules")}
        </button>
        <LogLink view={view} />
      </MenuGroup>
      <MenuGroup title={t("Help and settings")}>
        <a class="button" href="/#/learn">
          {t("Lessons (keeps your seat)")}
        </a>
        <a class="button" href="/#/rules">
          {t("Rules (keeps your seat)")}
        </a>
        <button type="button" onClick={() => show("settings")}>
          {t("Settings")}
        </button>
      </MenuGroup>
      <MenuGroup title={t("Elsewhere")}>
        <a class="button" href="/">
          {t("Home (keeps your seat)")}
        </a>
        {table.isAllowed("leave") && (
          <button type="button" class="danger" onClick={() => show("leave")} data-test="leave">
            {t("Leave the table")}
          </button>
        )}
      </MenuGroup>
    </div>
  );
}

/* Leaving is deliberate: it gives the seat up for good. */
function Leave({ table, onClose }: { table: RemoteTable; onClose: () => void }) {
  const [wrong, setWrong] = useState("");
  const leave = async () => {
    const refusal = await table.leave();
    if (refusal) setWrong(refusalText(refusal));
    else onClose();
  };
  return (
    <Dialog title={t("Leave the table?")} onClose={onClose}>
      <p>
        {t(
          "You'll lose your seat and your tokens for good. To come back later, just close the page: your seat is kept.",
        )}
      </p>
      <ErrorText words={wrong} />
      <div class="row">
        <button type="button" onClick={onClose}>
          {t("Stay")}
        </button>
        <button type="button" class="danger" onClick={() => void leave()} data-test="leave-really">
          {t("Leave for good")}
        </button>
      </div>
    </Dialog>
  );
}
