/*
 * Every screen of the page by the word in its address. All but the first come in pieces of their own, when they are wanted.
 */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ScreenProps } from "../ui/navigation";
import { isNewcomer } from "../storage/progress";
import { setLanguageFrom, t } from "../i18n/texts";
import { Home } from "./Home";

type Component = ComponentType<ScreenProps>;
interface Screen {
  title: () => string;
  show?: Component; // part of the first load
  fetch?: () => Promise<Component>; // or fetched
}

/* A screen, and the texts of the rooms that it is made of. */
async function fetched<T = Component>(screen: Promise<T>, ...rooms: string[]): Promise<T> {
  await setLanguageFrom(...rooms);
  return screen;
}
const fetchPractice = () => import("../solo/Practice").then((all) => all.Practice as Component);
const fetchSolo = () => import("../solo/SoloSetup").then((all) => all.Solo as Component);
const fetchMicro = () => import("../solo/MicroSetup").then((all) => all.Micro as Component);
const fetchOwn = () => import("../myboard/MyBoard").then((all) => all.MyBoard as Component);
const fetchNew = () => import("../table/NewTable").then((all) => all.NewTable as Component);
const fetchOpen = () => import("../table/PublicTables").then((all) => all.PublicTables as Component);
const fetchTable = () => import("../table/Table").then((all) => all.Table as Component);
const fetchReplay = () => import("../table/Replay").then((all) => all.Replay as Component);
const fetchDaily = () => import("../daily/Daily").then((all) => all.Daily as Component);
const fetchCircle = () => import("../company/Circle").then((all) => all.Circle as Component);
const fetchMatch = () => import("../company/Match").then((all) => all.Match as Component);
const fetchAtlas = () => import("../atlas/Atlas").then((all) => all.Atlas as Component);
const fetchRush = () => import("../modes/Rush").then((all) => all.Rush as Component);
const fetchStreak = () => import("../modes/Rush").then((all) => all.Streak as Component);
const fetchCollection = () => import("../modes/Collections").then((all) => all.Collection as Component);
const fetchChallenge = () => import("../modes/Challenge").then((all) => all.Challenge as Component);
const fetchLists = () => import("../modes/Lists").then((all) => all.Lists as Component);
const fetchRecord = () => import("../stats/Stats").then((all) => all.Stats as Component);
const fetchHistory = () => import("../stats/History").then((all) => all.History as Component);
const fetchBadges = () => import("../stats/Badges").then((all) => all.Badges as Component);
const fetchLessons = () => import("../lessons/Lessons").then((all) => all.Lessons as Component);
const fetchRules = () => import("../rules/Rules").then((all) => all.Rules as Component);

const fetchReturningHome = () => import("./ReturningHome").then((all) => all.ReturningHome as Component);

/* Newcomers see at once what the game is; returning players see what they left open. */
const newHome: Screen = { title: () => "carom", show: Home };
const returningHome: Screen = {
  title: () => "carom",
  fetch: () => fetched(fetchReturningHome(), "game", "solve", "daily", "company", "home"),
};
const nowhere: Screen = {
  title: () => t("Page not found."),
  fetch: () => import("./NotFound").then((all) => all.NotFound as Component),
};
const screens: Record<string, Screen> = {
  practice: { title: () => t("Practice"), fetch: () => fetched(fetchPractice(), "game", "solo", "history") },
  solo: { title: () => t("Solo game"), fetch: () => fetched(fetchSolo(), "game", "solo") },
  micro: { title: () => t("Micro Robots"), fetch: () => fetched(fetchMicro(), "game", "solo") },
  own: { title: () => t("My board"), fetch: () => fetched(fetchOwn(), "game", "myboard", "history", "faults") },
  new: { title: () => t("Create a table"), fetch: () => fetched(fetchNew(), "game", "table") },
  open: { title: () => t("Play with others"), fetch: () => fetched(fetchOpen(), "game", "table") },
  table: { title: () => t("Table"), fetch: () => fetched(fetchTable(), "game", "table", "settings") },
  game: { title: () => t("Finished game"), fetch: () => fetched(fetchReplay(), "game", "table") },
  daily: { title: () => t("Daily puzzles"), fetch: () => fetched(fetchDaily(), "game", "solve", "daily", "company") },
  circle: { title: () => t("Circles"), fetch: () => fetched(fetchCircle(), "game", "solve", "table", "company") },
  match: { title: () => t("Match"), fetch: () => fetched(fetchMatch(), "game", "solve", "table", "company") },
  atlas: { title: () => t("The atlas"), fetch: () => fetched(fetchAtlas(), "game", "atlas") },
  rush: { title: () => t("Rush"), fetch: () => fetched(fetchRush(), "game", "solve", "modes") },
  streak: { title: () => t("Streak"), fetch: () => fetched(fetchStreak(), "game", "solve", "modes") },
  puzzles: { title: () => t("Collections"), fetch: () => fetched(fetchCollection(), "game", "solve", "modes") },
  challenge: {
    title: () => t("Challenge"),
    fetch: () => fetched(fetchChallenge(), "game", "solve", "modes", "faults"),
  },
  list: { title: () => t("Puzzle lists"), fetch: () => fetched(fetchLists(), "game", "solve", "modes", "faults") },
  record: { title: () => t("Your stats"), fetch: () => fetched(fetchRecord(), "solve", "history", "stats") },
  history: {
    title: () => t("Your stats"),
    fetch: () => fetched(fetchHistory(), "game", "solve", "daily", "history", "stats"),
  },
  badges: { title: () => t("Your stats"), fetch: () => fetched(fetchBadges(), "solve", "history", "stats") },
  learn: { title: () => t("Lessons"), fetch: () => fetched(fetchLessons(), "game", "lessons") },
  rules: { title: () => t("Rules"), fetch: () => fetched(fetchRules(), "game", "rules") },
};

/* Addresses that people have, or try. */
const moved: Record<string, string> = {
  circles: "circle",
  lists: "list",
  lessons: "learn",
  collections: "puzzles",
  challenges: "challenge",
  tables: "open",
  stats: "record",
};

/* Dialogs that few open, fetched when they do. */
type DialogComponent = ComponentType<{ onClose: () => void }>;
export const dialogs = {
  settings: () =>
    fetched<DialogComponent>(
      import("../ui/Settings").then((all) => all.SettingsDialog),
      "settings",
    ),
  keys: () =>
    fetched<DialogComponent>(
      import("./KeyboardHelp").then((all) => all.KeyboardHelp),
      "settings",
    ),
};

function screenOf(name: string): Screen {
  const now = Object.hasOwn(moved, name) ? (moved[name] ?? name) : name;
  if (now === "") return isNewcomer() ? newHome : returningHome;
  return (Object.hasOwn(screens, now) && screens[now]) || nowhere;
}

/* Fetches what shows a screen, while the module is fetched too; the first screen waits for neither after the other. */
export const prefetchScreen = (name: string): void =>
  void screenOf(name)
    .fetch?.()
    .catch(() => {});

/* A screen's title, and what shows it: undefined while it is fetched. */
export function useScreen(name: string): { title: () => string; show: Component | undefined } {
  const [, again] = useState(0);
  const screen = screenOf(name);
  useEffect(() => {
    if (screen.show || !screen.fetch) return;
    void screen.fetch().then((component) => {
      screen.show = component;
      again((n) => n + 1);
    });
  }, [screen]);
  return { title: screen.title, show: screen.show };
}
