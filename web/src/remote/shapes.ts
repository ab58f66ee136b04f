/*
 * Is a message of the server what docs/protocol.md says it is? Looked at once, where it is read: everything behind can rely on
 * the types of protocol.ts. Members that are not listed may be anything, because the protocol may be added to.
 */
import type { Message } from "./protocol";

type Kind = "string" | "number" | "boolean" | "object" | "strings" | "objects";
/* `?`: may be missing; `0`: may be null. */
type Shape = Record<string, Kind | `${Kind}?` | `${Kind}0` | `${Kind}0?`>;

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
const kinds: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
  object: isObject,
  strings: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  objects: (value) => Array.isArray(value) && value.every(isObject),
};

const refusal: Shape = { why: "string", args: "object?", sentence: "string?", retry: "number?" };
const host: Shape = { host: "string0", locked: "boolean", listed: "boolean?" };
const shapes: Record<Message["type"], Shape> = {
  welcome: {
    ...{ id: "number?", table: "string", link: "string", game: "number", seq: "number", now: "number" },
    ...{ you: "string0", token: "string0?", options: "object", replay: "string?" },
    ...{ host: "string0?", locked: "boolean?", listed: "boolean?" },
  },
  answer: {
    ...{ id: "number?", ok: "boolean", seq: "number?", refused: "string?", you: "string0?", now: "number?" },
    ...{ bot: "string?", votes: "number?", needed: "number?" },
    ...{ why: "string?", args: "object?", sentence: "string?", retry: "number?" },
  },
  events: { game: "number", events: "objects" },
  presence: {
    ...{ here: "strings", away: "strings", watching: "number", displays: "number" },
    ...{ passes: "number?", free: "boolean?" },
  },
  votes: { do: "string", by: "strings", needed: "number" },
  host,
  reaction: { by: "string", reaction: "string" },
  game: { game: "number", options: "object", replay: "string?" },
  result: { game: "number", round: "number", position: "string" },
  bye: refusal,
};

export function fits(value: unknown, shape: Shape): boolean {
  if (!isObject(value)) return false;
  const members = value as Record<string, unknown>;
  return Object.entries(shape).every(([name, words]) => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined) return words.endsWith("?");
    const kind = words.replace("?", "");
    return kind.endsWith("0")
      ? member === null || kinds[kind.slice(0, -1) as Kind](member)
      : kinds[kind as Kind](member);
  });
}

/* Null: not JSON, of an unknown type, or not in the shape of its type. */
export function readMessage(text: string): Message | null {
  try {
    const value = JSON.parse(text) as unknown;
    const type = isObject(value) ? (value as { type?: unknown }).type : undefined;
    if (typeof type !== "string" || !Object.hasOwn(shapes, type)) return null;
    return fits(value, shapes[type as Message["type"]]) ? (value as Message) : null;
  } catch {
    return null;
  }
}

export const isRefusal = (value: object): boolean => fits(value, refusal);
