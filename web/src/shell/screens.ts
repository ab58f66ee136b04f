/*
 * Every screen of the page by the word in its address. Those that few need first come in pieces of their own, when they are
 * wanted.
 */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Micro } from "../alone/Micro";
import { Practice } from "../alone/Practice";
import { Solo } from "../alone/Solo";
import type { ScreenProps } from "../parts/address";
import { speakOf, t } from "../texts/texts";
import { Home } from "./Home";

type Component = ComponentType<ScreenProps>;
interface Screen {
  title: () => string;
  show?: Component; // part of the first load
  fetch?: () => Promise<Component>; // or fetched
}

/* A screen and the texts that only such screens have. */
async function fetched(screen: Promise<Component>, texts: string): Promise<Component> {
  await speakOf(texts);
  return screen;
}
const fetchOwn = () => import("../own/Own").then((all) => all.Own as Component);
const fetchNew = () => import("../table/NewTable").then((all) => all.NewTable as Component);
const fetchTable = () => import("../table/Table").then((all) => all.Table as Component);
const fetchRules = () => import("../rules/Rules").then((all) => all.Rules as Component);

const home: Screen = { title: () => "carom", show: Home };
const screens: Record<string, Screen> = {
  "": home,
  practice: { title: () => t("Practice"), show: Practice },
  solo: { title: () => t("Solo game"), show: Solo },
  micro: { title: () => t("Micro Robots"), show: Micro },
  own: { title: () => t("Own board"), fetch: () => fetched(fetchOwn(), "own") },
  new: { title: () => t("Create a table"), fetch: () => fetched(fetchNew(), "table") },
  table: { title: () => t("Table"), fetch: () => fetched(fetchTable(), "table") },
  rules: { title: () => t("Rules"), fetch: () => fetched(fetchRules(), "rules") },
};

/* A screen's title, and what shows it: undefined while it is fetched. */
export function useScreen(name: string): { title: () => string; show: Component | undefined } {
  const [, again] = useState(0);
  const screen = screens[name] ?? home;
  useEffect(() => {
    if (screen.show || !screen.fetch) return;
    void screen.fetch().then((component) => {
      screen.show = component;
      again((n) => n + 1);
    });
  }, [screen]);
  return { title: screen.title, show: screen.show };
}
