/*
 * A log retold: the events of a small game give its story, round by round.
 */
import { expect, it } from "vitest";
import type { Event, State } from "./protocol";
import { newStory, positionOf, tell, winningTry } from "./story";

const table = (part: object): State =>
  ({
    rules: { preset: "ricochet" },
    board: "G1-Y2-R2-B2",
    robots: "Ra1,Yb2",
    round: 1,
    target: "Rm",
    players: [],
    ...part,
  }) as unknown as State;

function story(events: object[], after: State = table({})) {
  const told = newStory();
  events.forEach((event, i) => tell(told, { seq: i + 1, at: i * 1000, ...event } as Event, after));
  return told;
}

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
    { by: "p1", moves: 3, route: ["RN"], end: "passed" },
    { by: "p2", moves: 4, route: ["RE", "RS"], end: "won" },
  ]);
  expect(round?.winner).toBe("p2");
  expect(round?.endedAt).toBe(13_000);
  expect(round && winningTry(round)?.route).toEqual(["RE", "RS"]);
});

it("remembers the position as it was drawn, and names of those who left", () => {
  const told = story([...ROUND, { ev: "left", by: "p2", name: "Ben" }]);
  expect(told.rounds[0]?.position).toBe("G1-Y2-R2-B2/Ra1,Yb2/Rm");
  expect(told.names.p2).toBe("Ben");
});

it("knows how a round without a winner ended", () => {
  const drawn = { ev: "drawn", target: "Rm", cell: "e5", left: 16 };
  expect(story([drawn, { ev: "putback", target: "Rm", why: "skipped" }]).rounds[0]?.putback).toBe("skipped");
  expect(story([drawn, { ev: "won", by: "p1", target: "Rm", score: 0, face: "down" }]).rounds[0]?.tries).toEqual([]);
  expect(story([drawn, { ev: "penalty", from: "p1", to: "p2" }]).rounds[0]?.penalty).toEqual({ from: "p1", to: "p2" });
});

it("writes positions of Micro Robots with their way point", () => {
  const micro = { rules: { preset: "micro-expert" }, board: "black-A0-B0-D0-C0", start: "1P", via: "6W", target: "2W" };
  expect(positionOf(table(micro))).toBe("black-A0-B0-D0-C0/1P>6W>2W");
  expect(positionOf(table({ ...micro, target: undefined }))).toBe("black-A0-B0-D0-C0");
});
