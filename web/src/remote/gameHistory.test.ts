/*
 * A log retold: the events of a small game give its story, round by round.
 */
import { expect, it } from "vitest";
import type { EventText, EventWithText } from "../wasm/referee";
import { type GameHistory, newGameHistory, addEvents, winningRoute } from "./gameHistory";

const POSITION = "G1-Y2-R2-B2/Ra1,Yb2/Rm";

/* The sentence of the n-th event. */
const said = (n: number): EventText => ({ say: `event ${n}`, args: {} });

/* The story after each of the events. */
function stories(events: object[]): GameHistory[] {
  let told = newGameHistory();
  return events.map((part, i) => {
    const event = { seq: i + 1, at: i * 1000, said: said(i + 1), ...part } as EventWithText;
    return (told = addEvents(told, [event], [{ seq: event.seq, round: 1, position: POSITION }]));
  });
}
const story = (events: object[]): GameHistory => stories(events).at(-1)!;

const ROUND = [
  { ev: "joined", by: "p1", name: "Anna" },
  { ev: "joined", by: "p2", name: "Ben" },
  { ev: "drawn", target: "Rm", cell: "e5", left: 16 },
  { ev: "bid", by: "p1", moves: 3 },
  { ev: "bid", by: "p2", moves: 4 },
  {
    ev: "closed",
    order: [
      { by: "p1", moves: 3 },
      { by: "p2", moves: 4 },
    ],
  },
  { ev: "turn", by: "p1", moves: 3 },
  { ev: "moved", by: "p1", move: "RN", to: "a1", count: 1 },
  { ev: "failed", by: "p1", why: "passed" },
  { ev: "reset", robots: "Ra1,Yb2" },
  { ev: "turn", by: "p2", moves: 4 },
  { ev: "moved", by: "p2", move: "RE", to: "p1", count: 1 },
  { ev: "moved", by: "p2", move: "RS", to: "p9", count: 2 },
  { ev: "won", by: "p2", target: "Rm", score: 1 },
];

it("keeps bids with their times, every try and the winner", () => {
  const [round] = story(ROUND).rounds;
  expect(round?.bids).toEqual([
    { by: "p1", moves: 3, at: 3000 },
    { by: "p2", moves: 4, at: 4000 },
  ]);
  expect(round?.tries).toEqual([
    { by: "p1", moves: 3, route: ["RN"], failed: said(9) },
    { by: "p2", moves: 4, route: ["RE", "RS"], won: true },
  ]);
  expect(round?.winner).toBe("p2");
  expect(round?.endedAt).toBe(13_000);
  expect(round && winningRoute(round)?.route).toEqual(["RE", "RS"]);
});

it("leaves the story before an event as it was", () => {
  const told = stories(ROUND);
  expect(told.map(({ rounds }) => rounds[0]?.bids.length ?? 0)).toEqual([0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
  expect(told.map(({ rounds }) => rounds[0]?.tries.map(({ route }) => route.length).join() ?? "")).toEqual([
    "",
    "",
    "",
    "",
    "",
    "",
    "0",
    "1",
    "1",
    "1",
    "1,0",
    "1,1",
    "1,2",
    "1,2",
  ]);
});

it("remembers the position as it was drawn, and names of those who left", () => {
  const told = story([...ROUND, { ev: "left", by: "p2", name: "Ben" }]);
  expect(told.rounds[0]?.position).toBe(POSITION);
  expect(told.names.p2).toBe("Ben");
});

it("knows how a round without a winner ended", () => {
  const drawn = { ev: "drawn", target: "Rm", cell: "e5", left: 16 };
  expect(story([drawn, { ev: "putback", target: "Rm", why: "skipped" }]).rounds[0]?.ended).toEqual([said(2)]);
  expect(story([drawn, { ev: "won", by: "p1", target: "Rm", score: 0, face: "down" }]).rounds[0]?.tries).toEqual([]);
  expect(story([drawn, { ev: "penalty", from: "p1", to: "p2" }]).rounds[0]?.ended).toEqual([said(2)]);
});

it("knows how long the sand runs that was turned last", () => {
  expect(
    story([
      { ev: "hourglass", until: 60_000 },
      { ev: "turn", by: "p1", moves: 3 },
    ]).running,
  ).toBe(60_000);
  expect(story([{ ev: "turn", by: "p1", moves: 3, until: 120_000 }]).running).toBe(120_000);
});

it("gives what was left after a pause the length that it had before", () => {
  const told = story([
    { ev: "hourglass", by: "p1", until: 60_000 },
    { ev: "paused" },
    { ev: "resumed", until: 61_000 },
  ]);
  expect(told.running).toBe(60_000);
});
