/*
 * The frame round every screen: a header with the way home, language and settings, the screen itself, and the voice for
 * screen readers.
 */
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useSettings } from "../storage/settings";
import { unsentResults } from "../storage/unsentResults";
import { t, useTexts } from "../i18n/texts";
import { Icon } from "../ui/icons";
import { Link } from "../ui/Link";
import { Announcer } from "../ui/announce";
import { whenIdle } from "../ui/Later";
import { fetchDisplayFont } from "../ui/displayFont";
import { link, useLocation } from "../ui/navigation";
import { SoundSwitch } from "../ui/SoundSwitch";
import { Piece } from "./scenes";
import { dialogs, useScreen } from "./screens";

function Header({ onSettings, onKeys, home }: { onSettings: () => void; onKeys: () => void; home: boolean }) {
  useSettings();
  return (
    <header class="top">
      <Link to="/" class="brand" current={home}>
        <svg viewBox="-600 -600 1200 1200" aria-hidden="true">
          <path class="si-wall" d="M-440 480V-180C-440-350-350-440-180-440H480" />
          <Piece robot="R" look="W" x={130} y={150} size={0.9} />
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
        <button type="button" class="quiet icon keys-button" aria-label={t("Keys")} onClick={onKeys}>
          <Icon name="keys" />
        </button>
        <button type="button" class="quiet icon" aria-label={t("Settings")} onClick={onSettings} data-test="settings">
          <Icon name="sliders" />
        </button>
      </nav>
    </header>
  );
}

type DialogName = keyof typeof dialogs;

function Opened({ name, onClose }: { name: DialogName; onClose: () => void }) {
  const [shown, setShown] = useState<{ Dialog: ComponentType<{ onClose: () => void }> }>();
  useEffect(() => void dialogs[name]().then((Dialog) => setShown({ Dialog })), [name]);
  return shown ? <shown.Dialog onClose={onClose} /> : null;
}

/* Results of daily puzzles that were found offline go out when nothing else is under way. */
function sendWaiting(): void {
  if (unsentResults().length > 0)
    whenIdle(() => void import("../company/dailyResults").then(({ sendUnsent }) => sendUnsent()));
}

export function App() {
  useTexts();
  const { screen, rest } = useLocation();
  const [open, setOpen] = useState<DialogName>();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(fetchDisplayFont, []);
  useEffect(sendWaiting, []);
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
      {open && <Opened name={open} onClose={() => setOpen(undefined)} />}
      <Announcer />
    </>
  );
}
