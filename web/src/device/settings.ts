/*
 * What a player has chosen, kept on the device. Everything works without storage: then it lasts as long as the page.
 */
import { useEffect, useState } from "preact/hooks";
import type { Language } from "../texts/texts";

export interface Settings {
  language: Language | "auto";
  theme: "auto" | "light" | "dark" | "contrast";
  motion: "auto" | "full" | "none";
  sound: boolean;
  letters: boolean; // single-letter keys
  coordinates: boolean;
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
  codes: false,
  name: "",
};

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`carom.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`carom.${key}`, JSON.stringify(value));
  } catch {
    // A full or forbidden storage must not stop a game.
  }
}

let settings: Settings = { ...usual, ...recall<Partial<Settings>>("settings", {}) };
const listeners = new Set<() => void>();

export const current = (): Settings => settings;

export function change(part: Partial<Settings>): void {
  settings = { ...settings, ...part };
  keep("settings", settings);
  for (const listener of listeners) listener();
}

export function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useSettings(): Settings {
  const [now, set] = useState(settings);
  useEffect(() => watch(() => set(settings)), []);
  return now;
}

const asks = (query: string): boolean => typeof matchMedia === "function" && matchMedia(query).matches;

function themeWanted(): "light" | "dark" | "contrast" {
  if (settings.theme !== "auto") return settings.theme;
  if (asks("(prefers-contrast: more)")) return "contrast";
  return asks("(prefers-color-scheme: dark)") ? "dark" : "light";
}
/* Paper is white, whatever the screen is. */
export function themeNow(): "light" | "dark" | "contrast" {
  const wanted = themeWanted();
  return wanted === "dark" && asks("print") ? "light" : wanted;
}

export const stillNow = (): boolean =>
  settings.motion === "none" || (settings.motion === "auto" && asks("(prefers-reduced-motion: reduce)"));

/* The theme in use, also when the system changes its mind at dusk, or the page is printed. */
export function useTheme(): "light" | "dark" | "contrast" {
  const [theme, set] = useState(themeNow());
  useEffect(() => {
    const look = () => set(themeNow());
    const media = ["(prefers-contrast: more)", "(prefers-color-scheme: dark)", "print"].map((query) =>
      matchMedia(query),
    );
    for (const one of media) one.addEventListener("change", look);
    const stop = watch(look);
    return () => {
      for (const one of media) one.removeEventListener("change", look);
      stop();
    };
  }, []);
  return theme;
}
