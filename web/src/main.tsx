/*
 * The page begins: the C code is loaded, the language chosen, then the first screen is shown.
 */
import { render } from "preact";
import { load } from "./wasm/fetchModule";
import { App } from "./app/App";
import { prefetchScreen } from "./app/screens";
import { whenIdle } from "./ui/Later";
import { currentLocation } from "./ui/navigation";
import { currentSettings, currentTheme, watchSettings } from "./storage/settings";
import "./style/page.css";
import { preferred, setLanguage, currentLanguage } from "./i18n/texts";

function wantedLanguage(): string {
  const { language } = currentSettings();
  return preferred(language === "auto" ? navigator.languages : [language]);
}

function dress(): void {
  const { motion } = currentSettings();
  document.documentElement.dataset.theme = currentTheme();
  document.documentElement.dataset.motion = motion;
  if (wantedLanguage() !== currentLanguage()) void setLanguage(wantedLanguage());
}

const OFFLINE_LATER = 3000; // ms

/* The device keeps the whole page, which takes work: what the first screen still fetches comes first. */
function keepForOffline(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  setTimeout(() => whenIdle(() => void navigator.serviceWorker.register("/sw.js")), OFFLINE_LATER);
}

async function begin(): Promise<void> {
  const ready = Promise.all([load(), setLanguage(wantedLanguage())]);
  prefetchScreen(currentLocation().screen);
  await ready;
  dress();
  watchSettings(dress);
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"])
    matchMedia(query).addEventListener("change", dress);
  const root = document.getElementById("app");
  if (root) render(<App />, root);
  performance.mark("ready");
  keepForOffline();
}

void begin();
