/*
 * Addresses: everything behind the #, so that any server, and none at all, can serve the page. Tables have a path of their own,
 * /t/CODE, and finished games, /g/…; so have what people send each other and want to see a picture of: /daily/DATE,
 * /challenge/POSITION, /circle/CODE and /match/CODE-NUMBER. No server is told what is behind a #. A position stands in the address as it is written: it
 * needs no quoting.
 */
import { useEffect, useState } from "preact/hooks";
import { isNewcomer } from "../storage/progress";

interface PageLocation {
  screen: string;
  rest: string; // a position, a code
}

/* What the shell hands to every screen. */
export type ScreenProps = Pick<PageLocation, "rest">;

export function currentLocation(): PageLocation {
  const table = /^\/t\/([^/]+)\/?$/.exec(location.pathname);
  if (table?.[1] && location.hash.length < 3) return { screen: "table", rest: decodeURIComponent(table[1]) };
  const game = /^\/g\/([^/]+)\/?$/.exec(location.pathname);
  if (game?.[1] && location.hash.length < 3) return { screen: "game", rest: game[1] };
  const path = /^\/(daily|challenge|circle|match)(?:\/(.*))?$/.exec(location.pathname);
  if (path?.[1] && location.hash.length < 3) return { screen: path[1], rest: decoded(path[2] ?? "") };
  if (!/^\/(index\.html)?$/.test(location.pathname) && location.hash.length < 3) return { screen: "nowhere", rest: "" };
  const words = decoded(location.hash.replace(/^#\/?/, ""));
  const cut = words.indexOf("/");
  return cut < 0 ? { screen: words, rest: "" } : { screen: words.slice(0, cut), rest: words.slice(cut + 1) };
}

/* As it stands there, where nobody wrote it so that it can be read. */
function decoded(words: string): string {
  try {
    return decodeURIComponent(words);
  } catch {
    return words;
  }
}

export const link = (screen: string, rest = ""): string => `/#/${screen}${rest ? `/${rest}` : ""}`;

/* Where "Play now" leads: whoever is new to the game learns it first. */
export const playNowLink = (): string => link(isNewcomer() ? "learn" : "practice");

export function navigate(address: string, instead = false): void {
  if (instead) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
}

/* Keeps the address true while a position changes, without filling the history. */
export function replaceUrl(screen: string, rest: string): void {
  const address = link(screen, rest);
  if (location.pathname + location.hash !== address) history.replaceState(null, "", address);
}

export function useLocation(): PageLocation {
  const [now, setNow] = useState(currentLocation());
  useEffect(() => {
    const look = () => setNow(currentLocation());
    addEventListener("popstate", look);
    addEventListener("hashchange", look);
    return () => {
      removeEventListener("popstate", look);
      removeEventListener("hashchange", look);
    };
  }, []);
  return now;
}
