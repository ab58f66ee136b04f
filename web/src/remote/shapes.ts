/*
 * Is a message of the server what docs/reference/protocol.md says it is? Looked at once, where it is read: everything behind can rely on
 * the types of protocol.ts. Members that are not listed may be anything, because the protocol may be added to.
 */
import { shapes, type Kind, type Message, type Shape } from "./messages";

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
const kinds: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
  object: isObject,
  strings: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  objects: (value) => Array.isArray(value) && value.every(isObject),
  lists: (value) => Array.isArray(value) && value.every(Array.isArray),
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

export const isRefusal = (value: object): boolean => fits(value, shapes.bye);
