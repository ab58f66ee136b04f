import { expect, test } from "vitest";
import { readMessage } from "./shapes";

const read = (value: unknown) => readMessage(typeof value === "string" ? value : JSON.stringify(value));
const good: Record<string, unknown>[] = [
  {
    type: "welcome",
    table: "K7M2QXAB",
    link: "/t/K7M2QXAB",
    game: 1,
    seq: 2,
    now: 3,
    you: null,
    token: null,
    options: {},
  },
  { type: "answer", id: 1, ok: true },
  { type: "answer", ok: false, refused: "bid", why: "rate", args: { retry: 5 }, sentence: "Slow down." },
  { type: "events", game: 1, events: [{ seq: 1 }] },
  { type: "presence", here: ["p1"], away: [], watching: 0, displays: 0, more: "later" },
  { type: "votes", do: "next", by: ["p1"], needed: 2 },
  { type: "host", host: null, locked: false },
  { type: "reaction", by: "p1", reaction: "wow" },
  { type: "game", game: 2, options: {} },
  { type: "result", game: 1, round: 1, position: "x" },
  { type: "bye", why: "stopping", retry: 1000 },
];

test("messages in the shape of the protocol are read, with members that were added", () => {
  for (const message of good) expect(read(message)).toEqual(message);
});

test("what is in no such shape is not read", () => {
  for (const text of [
    "",
    "{",
    "null",
    "[]",
    "5",
    '"welcome"',
    "{}",
    '{"type":"toString"}',
    '{"type":["bye"]}',
    '{"type":"new"}',
  ])
    expect(read(text)).toBeNull();
  for (const message of good)
    for (const name of Object.keys(message).filter((key) => key !== "type" && key !== "more"))
      expect(read({ ...message, [name]: [{}, 0, null, "x"] }), `${String(message.type)}.${name}`).toBeNull();
  expect(read({ type: "events", game: 1, events: [null] })).toBeNull();
  expect(read({ type: "presence", here: [1], away: [], watching: 0, displays: 0 })).toBeNull();
});
