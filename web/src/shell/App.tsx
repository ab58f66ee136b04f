/*
 * The frame round every screen: a header with the way home, language and settings, the screen itself, and the voice for
 * screen readers.
 */
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Micro } from "../alone/Micro";
import { Practice } from "../alone/Practice";
import { Solo } from "../alone/Solo";
import { Own } from "../own/Own";
import { change, useSettings } from "../store/settings";
import { LANGUAGES, spoken, t, useTexts } from "../texts/texts";
import { Select } from "./Fields";
import { Home } from "./Home";
import { Icon } from "./icons";
import { KeysHelp } from "./KeysHelp";
import { Link } from "./Link";
import { Live } from "./live";
import { link, usePlace } from "./route";
import { SettingsDialog } from "./Settings";
import { useLater } from "./later";

export interface ScreenProps {
  rest: string;
}

/* Screens that few need first come in pieces of their own. */
const screens: Record<
  string,
  {
    title: () => string;
    show: ComponentType<ScreenProps> | (() => Promise<ComponentType<ScreenProps>>);
    later?: boolean;
  }
> = {
  "": { title: () => "carom", show: Home },
  practice: { title: () => t("Practice"), show: Practice },
  solo: { title: () => t("Solo game"), show: Solo },
  micro: { title: () => t("Micro Robots"), show: Micro },
  own: { title: () => t("Own board"), show: Own },
  new: {
    title: () => t("Create a table"),
    show: () => import("../table/NewTable").then((all) => all.NewTable),
    later: true,
  },
  table: { title: () => t("Table"), show: () => import("../table/Table").then((all) => all.Table), later: true },
  rules: { title: () => t("Rules"), show: () => import("../rules/Rules").then((all) => all.Rules), later: true },
};

function Header({ onSettings, onKeys, home }: { onSettings: () => void; onKeys: () => void; home: boolean }) {
  useSettings();
  return (
    <header class="top">
      <Link to="/" class="brand" current={home}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M5 27V12L13 4H27" />
          <circle cx="27" cy="4" r="0" />
          <path class="dot" d="M22 22m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0" />
        </svg>
        carom
      </Link>
      <nav aria-label={t("Help and settings")}>
        <Link to={link("rules")} class="plain">
          {t("Rules")}
        </Link>
        <Select
          hidden
          label={t("Language")}
          value={spoken()}
          options={Object.entries(LANGUAGES)}
          onChange={(language) => change({ language: language as keyof typeof LANGUAGES })}
        />
        <button type="button" class="quiet icon keys-button" aria-label={t("Keys")} onClick={onKeys}>
          <Icon name="keys" />
        </button>
        <button type="button" class="quiet icon" aria-label={t("Settings")} onClick={onSettings}>
          <Icon name="gear" />
        </button>
      </nav>
    </header>
  );
}

export function App() {
  useTexts();
  const { screen, rest } = usePlace();
  const [open, show] = useState<"settings" | "keys" | undefined>();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const wanted = screens[screen] ?? screens[""];
  const Screen = useLater(screen, wanted?.show as ComponentType<ScreenProps>, wanted?.later === true);
  useEffect(() => {
    document.title = screen ? `${wanted?.title() ?? ""} · carom` : "carom";
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [screen]);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === "?" && !(event.target instanceof Element && event.target.closest("input, textarea")))
        show("keys");
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        {t("Skip to the content")}
      </a>
      <Header home={screen === ""} onSettings={() => show("settings")} onKeys={() => show("keys")} />
      <main id="main" ref={main} tabIndex={-1} class={`screen screen-${screen || "home"}`}>
        {Screen && <Screen rest={rest} key={screen} />}
      </main>
      {open === "settings" && <SettingsDialog onClose={() => show(undefined)} />}
      {open === "keys" && <KeysHelp onClose={() => show(undefined)} />}
      <Live />
    </>
  );
}
