/*
 * The page begins: the C code is loaded, the language chosen, then the first screen is shown.
 */
import { render } from "preact";
import { load } from "./wasm/fetchModule";
import { App } from "./app/App";
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

async function begin(): Promise<void> {
  await Promise.all([load(), setLanguage(wantedLanguage())]);
  dress();
  watchSettings(dress);
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"])
    matchMedia(query).addEventListener("change", dress);
  const root = document.getElementById("app");
  if (root) render(<App />, root);
  performance.mark("ready");
  if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
}

void begin();
