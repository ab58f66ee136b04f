/*
 * What a player has chosen, kept on the device. Everything works without storage: then it lasts as long as the page.
 */
import { useEffect, useState } from "preact/hooks";
import type { Language } from "../i18n/texts";

export interface Settings {
  language: Language; // or "auto"
  theme: "auto" | "light" | "dark" | "contrast";
  motion: "auto" | "full" | "none";
  sound: boolean;
  letters: boolean; // single-letter keys
  coordinates: boolean;
  robotLetters: boolean; // on robots
  shapes: boolean; // tiles of targets have the silhouette of their robot, for those who are colour-blind
  codes: boolean; // routes as they are written, RN BE, instead of as pictures
  name: string; // nickname at tables
}
const usual: Settings = {
  language: "auto",
  theme: "auto",
  motion: "auto",
  sound: false,
  letters: true,
  coordinates: true,
  robotLetters: false,
  shapes: false,
  codes: false,
  name: "",
};

const held = new Map<string, string>(); // what could not be stored lasts as long as the page

export function loadItem<T>(key: string, otherwise: T): T {
  try {
    const text = held.get(key) ?? localStorage.getItem(`carom.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/* A full or forbidden storage must not stop a game, nor lose the place in a circle or a result that is on its way. */
export function saveItem(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(`carom.${key}`, text);
    held.delete(key);
  } catch {
    held.set(key, text);
  }
}

let settings: Settings = { ...usual, ...loadItem<Partial<Settings>>("settings", {}) };
const listeners = new Set<() => void>();

export const currentSettings = (): Settings => settings;

export function changeSettings(part: Partial<Settings>): void {
  settings = { ...settings, ...part };
  saveItem("settings", settings);
  for (const listener of listeners) listener();
}

export function watchSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useSettings(): Settings {
  const [now, setNow] = useState(settings);
  useEffect(() => watchSettings(() => setNow(settings)), []);
  return now;
}

const asks = (query: string): boolean => typeof matchMedia === "function" && matchMedia(query).matches;

function themeWanted(): "light" | "dark" | "contrast" {
  if (settings.theme !== "auto") return settings.theme;
  if (asks("(prefers-contrast: more)")) return "contrast";
  return asks("(prefers-color-scheme: dark)") ? "dark" : "light";
}
/* Paper is white, whatever the screen is. */
export function currentTheme(): "light" | "dark" | "contrast" {
  const wanted = themeWanted();
  return wanted === "dark" && asks("print") ? "light" : wanted;
}

export const prefersNoMotion = (): boolean =>
  settings.motion === "none" || (settings.motion === "auto" && asks("(prefers-reduced-motion: reduce)"));

/* Where the system says what people like to see; one listener for the whole page, however many pictures it has. */
const MEDIA = ["(prefers-contrast: more)", "(prefers-color-scheme: dark)", "print"];
const themeListeners = new Set<() => void>();
let theme: "light" | "dark" | "contrast" | undefined; // undefined until somebody watches

function watchTheme(listener: () => void): () => void {
  if (theme === undefined) {
    const look = () => {
      theme = currentTheme();
      for (const one of themeListeners) one();
    };
    theme = currentTheme();
    for (const query of MEDIA) matchMedia(query).addEventListener("change", look);
    watchSettings(look);
  }
  themeListeners.add(listener);
  return () => void themeListeners.delete(listener);
}

/* The theme in use, also when the system changes its mind at dusk, or the page is printed. */
export function useTheme(): "light" | "dark" | "contrast" {
  const [now, setNow] = useState(() => theme ?? currentTheme());
  useEffect(() => watchTheme(() => setNow(theme ?? currentTheme())), []);
  return now;
}

/* How pictures are drawn. */
export interface Look {
  theme: "light" | "dark" | "contrast";
  plain: boolean;
  shapes: boolean;
}
export const currentLook = (): Look => ({
  theme: currentTheme(),
  plain: !settings.robotLetters,
  shapes: settings.shapes,
});
export function useLook(): Look {
  const now = useTheme();
  const { robotLetters, shapes } = useSettings();
  return { theme: now, plain: !robotLetters, shapes };
}
