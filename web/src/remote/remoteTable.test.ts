/*
 * A table as the page sees it, rebuilt by the module from the messages of a server that the test plays.
 */
import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { initModule } from "../wasm/module";
import type { Socket, Environment } from "./connection";
import { RemoteTable } from "./remoteTable";

beforeAll(async () => {
  await initModule(new WebAssembly.Module(readFileSync(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm")));
});
afterEach(() => vi.restoreAllMocks());

const RULES = {
  preset: "ricochet-it",
  claim: "at-most",
  tie: "first",
  hourglass: 60000,
  patience: 240000,
  demonstration: 120000,
  goal: 1,
  silver: false,
  transparent: false,
  edition: "2013",
  barriers: "any",
  turns: 1,
};
const LOG = [
  { ev: "opened", rules: RULES, board: "R2-Y2-G1-B3", robots: "Ri1,Ye4,Gc8,Bb14" },
  { ev: "joined", by: "p1", name: "Ada" },
  { ev: "joined", by: "p2", name: "Bob" },
  { ev: "started", by: "p1", players: 2, goal: 1 },
  { ev: "drawn", target: "Rs", cell: "o3", left: 16 },
  { ev: "bid", by: "p2", moves: 10 },
  { ev: "hourglass", until: 67_000, by: "p2" },
  { ev: "bid", by: "p1", moves: 9 },
].map((event, i) => ({ seq: i + 1, at: 7000, ...event }));
const POSITION = "R2-Y2-G1-B3/Ri1,Ye4,Gc8,Bb14/Rs";

/* The events from one to another as a server's message: blanks and members that nobody knows do not matter. */
const message = (first: number, last: number): string =>
  `{"type":"events", "game":1,"new":[{}],"events":[${LOG.slice(first - 1, last)
    .map((event) => JSON.stringify(event))
    .join(" ,")}] }`;

/* Somebody who has come to the table when it was at `seq`. */
function come(seq: number): { table: RemoteTable; hear: (text: string) => void } {
  const line: Socket = { onopen: null, onmessage: null, onclose: null, send: () => {}, close: () => {} };
  const world: Environment = {
    connect: () => line,
    now: () => 8000,
    random: () => 0.5,
    after: () => () => {},
    probe: () => Promise.resolve(null),
  };
  const table = new RemoteTable("K7M2QX", world);
  const hear = (data: string) => line.onmessage?.({ data });
  table.client.open();
  line.onopen?.();
  const options = { credit: true, plan: false };
  hear(
    JSON.stringify({
      type: "welcome",
      table: "K7M2QX",
      link: "/t/K7M2QX",
      game: 1,
      seq,
      now: 8000,
      you: "p1",
      token: null,
      options,
    }),
  );
  return { table, hear };
}

describe("a table", () => {
  it("is read up on at once, and then told event by event", () => {
    const { table, hear } = come(5);
    const seen: string[] = [];
    table.onEvent((event, before, after) => seen.push(`${before?.seq}-${after.seq} ${event.ev}`));
    hear(message(1, 5));
    expect(table.view.state).toMatchObject({ seq: 5, phase: "bidding", position: POSITION, shown: POSITION });
    expect(table.view.gameHistory.rounds).toMatchObject([{ number: 1, position: POSITION, target: "Rs" }]);
    expect(seen).toEqual([]);
    hear(message(6, 7));
    expect(seen).toEqual(["5-6 bid", "6-7 hourglass"]);
  });
  it("hands events on to the module as they came: one reading for the envelope, no writing", () => {
    const { table, hear } = come(0);
    const text = message(1, 8);
    const read = vi.spyOn(JSON, "parse");
    const written = vi.spyOn(JSON, "stringify");
    hear(text);
    expect(table.view.state?.seq).toBe(8);
    expect(read.mock.calls.filter(([given]) => given === text)).toHaveLength(1);
    const calls = [...written.mock.calls];
    written.mockRestore();
    expect(JSON.stringify(calls)).not.toContain('"ev"');
  });
  it("lets nothing happen twice", () => {
    const { table, hear } = come(8);
    hear(message(1, 6));
    hear(message(4, 8));
    hear(message(1, 8));
    expect(table.view.state?.seq).toBe(8);
    expect(table.view.gameHistory.rounds[0]?.bids).toHaveLength(2);
  });
  it("says what may be done, and in which order bids are shown (R11, R12)", () => {
    const { table, hear } = come(8);
    hear(message(1, 8));
    expect(table.may.bid).toBe(8);
    expect(table.may.may).toContain("done");
    expect(table.may.may).not.toContain("move");
    expect(table.may.standing).toMatchObject([
      { by: "p1", moves: 9, why: "lower" },
      { by: "p2", moves: 10 },
    ]);
  });
  it("tells each event in the referee's sentence, to the one who did it in another", () => {
    const { table, hear } = come(8);
    hear(message(1, 8));
    expect(table.view.recentEvents.slice(-3).map(({ said }) => said)).toMatchObject([
      { say: "{name} bids {n}.", args: { name: "Bob", n: 10 } },
      { say: "{name} turns the hourglass: {seconds} s.", args: { name: "Bob", seconds: 60 } },
      { say: "You bid {n}.", args: { n: 9 } },
    ]);
  });
  it("lives beside another one", () => {
    const [ours, other] = [come(8), come(5)];
    ours.hear(message(1, 8));
    other.hear(message(1, 5));
    expect([ours.table.view.state?.seq, other.table.view.state?.seq]).toEqual([8, 5]);
    expect([ours.table.may.bid, other.table.may.bid]).toEqual([8, 1000000]);
    ours.hear('{"type":"game","game":2,"options":{"credit":true,"plan":false}}');
    expect(other.table.may.standing).toEqual([]);
    other.hear(message(6, 6));
    expect([ours.table.view.state, other.table.view.state?.seq]).toEqual([null, 6]);
  });
  it("is closed as often as it is opened", () => {
    for (let i = 0; i < 200; i++) {
      const { table, hear } = come(5);
      hear(message(1, 5));
      table.close();
    }
    expect(come(5).table.may.may).toEqual([]);
  });
  it("asks the module once what may be done until something happens", () => {
    const { table, hear } = come(8);
    hear(message(1, 7));
    const asked = vi.spyOn(JSON, "stringify");
    for (let i = 0; i < 50; i++) table.isAllowed("bid");
    expect(asked).toHaveBeenCalledTimes(1);
    hear(message(8, 8));
    expect(table.isAllowed("done")).toBe(true);
  });
  it("gives up when the server is newer than the page", () => {
    const { table, hear } = come(0);
    hear(message(1, 2));
    hear('{"type":"events","game":1,"events":[{"seq":3,"at":7000,"ev":"teleported","by":"p1"}]}');
    expect(table.view.status).toMatchObject({ is: "closed", why: { why: "bad-version" } });
  });
});
