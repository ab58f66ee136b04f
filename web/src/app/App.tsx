/*
 * The frame round every screen: a header with the way home, language and settings, the screen itself, and the voice for
 * screen readers.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { changeSettings, useSettings } from "../storage/settings";
import { LANGUAGES, currentLanguage, t, useTexts } from "../i18n/texts";
import { Select } from "../ui/formFields";
import { Icon } from "../ui/icons";
import { KeyboardHelp } from "./KeyboardHelp";
import { Link } from "../ui/Link";
import { Announcer } from "../ui/announce";
import { link, useLocation } from "../ui/navigation";
import { SettingsDialog } from "../ui/Settings";
import { SoundSwitch } from "../ui/SoundSwitch";
import { useScreen } from "./screens";

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
        <Link to={link("learn")} class="plain learn" test="learn" label={t("Lessons")}>
          <Icon name="learn" /> <span>{t("Lessons")}</span>
        </Link>
        <Link to={link("rules")} class="plain rules-link">
          {t("Rules")}
        </Link>
        <SoundSwitch test="sound" />
        <Select
          hidden
          label={t("Language")}
          value={currentLanguage()}
          options={LANGUAGES}
          onChange={(language) => changeSettings({ language })}
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
  const { screen, rest } = useLocation();
  const [open, setOpen] = useState<"settings" | "keys" | undefined>();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const { title, show: Screen } = useScreen(screen);
  useEffect(() => {
    document.title = screen ? `${title()} · carom` : "carom";
    if (!first.current) main.current?.focus({ preventScroll: true }); // the header stays where it is
    first.current = false;
  }, [screen]);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === "?" && !(event.target instanceof Element && event.target.closest("input, textarea")))
        setOpen("keys");
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        {t("Skip to content")}
      </a>
      <Header home={screen === ""} onSettings={() => setOpen("settings")} onKeys={() => setOpen("keys")} />
      <main id="main" ref={main} tabIndex={-1} class={`screen screen-${screen || "home"}`}>
        {Screen && <Screen rest={rest} key={screen} />}
      </main>
      {open === "settings" && <SettingsDialog onClose={() => setOpen(undefined)} />}
      {open === "keys" && <KeyboardHelp onClose={() => setOpen(undefined)} />}
      <Announcer />
    </>
  );
}
