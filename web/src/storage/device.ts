/*
 * The number by which a server knows this device again: 128 random bits, made when it is first needed. It takes the place of an
 * account: servers keep a hash of it, so that a device has one result for each puzzle and one seat in each circle.
 */
import { loadItem, saveItem } from "./settings";

let held: string | undefined; // for browsers that store nothing

/* Undefined as long as no server has been told. */
export function knownDeviceId(): string | undefined {
  held ??= loadItem<string | undefined>("device", undefined);
  return held !== undefined && /^[0-9a-f]{32}$/.test(held) ? held : undefined;
}

export function deviceId(): string {
  held = knownDeviceId();
  if (held === undefined) {
    held = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    );
    saveItem("device", held);
  }
  return held;
}
