/*
 * The page begins: the C code is loaded, the language chosen, then the first screen is shown.
 */
import { render } from "preact";
import { load } from "./carom/load";
import { App } from "./shell/App";
import { current, themeNow, watch } from "./device/settings";
import "./style/page.css";
import { preferred, speak, spoken } from "./texts/texts";

function dress(): void {
  const { language, motion } = current();
  document.documentElement.dataset.theme = themeNow();
  document.documentElement.dataset.motion = motion;
  const wanted = language === "auto" ? preferred(navigator.languages) : language;
  if (wanted !== spoken()) void speak(wanted);
}

async function begin(): Promise<void> {
  const wanted = current().language === "auto" ? preferred(navigator.languages) : current().language;
  await Promise.all([load(), speak(wanted as Parameters<typeof speak>[0])]);
  dress();
  watch(dress);
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"])
    matchMedia(query).addEventListener("change", dress);
  const root = document.getElementById("app");
  if (root) render(<App />, root);
  performance.mark("ready");
  if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
}

void begin();
