/*
 * Names that this player does not want to read: kept on this device, and shown to nobody else. Whoever has such a name is
 * still there, and plays; where the name would stand, it says so.
 */
import { t } from "../i18n/texts";
import { saveItem, loadItem } from "./settings";

const KEPT = 200;
let names = loadItem<string[]>("muted", []);

export const isMuted = (name: string): boolean => names.includes(name);

export function mute(name: string, muted: boolean): void {
  const others = names.filter((one) => one !== name);
  names = muted ? [name, ...others].slice(0, KEPT) : others;
  saveItem("muted", names);
}

/* The name as it is shown and said here. */
export const displayName = (name: string): string => (isMuted(name) ? t("(muted)") : name);
