/*
 * Names that this player does not want to read: kept on this device, and shown to nobody else. Whoever has such a name is
 * still there, and plays; where the name would stand, it says so.
 */
import { t } from "../texts/texts";
import { keep, recall } from "./settings";

const KEPT = 200;
let names = recall<string[]>("muted", []);

export const isMuted = (name: string): boolean => names.includes(name);

export function mute(name: string, muted: boolean): void {
  const others = names.filter((one) => one !== name);
  names = muted ? [name, ...others].slice(0, KEPT) : others;
  keep("muted", names);
}

/* The name as it is shown and said here. */
export const heardName = (name: string): string => (isMuted(name) ? t("(muted)") : name);
