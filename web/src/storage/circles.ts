/*
 * The circles that this device belongs to, the latest first. The token proves it to the server; whoever has it is that member.
 */
import { loadItem, saveItem } from "./settings";

interface Membership {
  code: string;
  name: string; // of the circle
  token: string;
}
const KEPT = 20;

export const memberships = (): Membership[] => loadItem<Membership[]>("circles", []);
export const membershipIn = (code: string): Membership | undefined => memberships().find((one) => one.code === code);

export function removeMembership(code: string): void {
  saveItem(
    "circles",
    memberships().filter((one) => one.code !== code),
  );
}

export function saveMembership(joined: Membership): void {
  saveItem("circles", [joined, ...memberships().filter((one) => one.code !== joined.code)].slice(0, KEPT));
}
