/*
 * The protocol's client against a server, a clock and a network that the test plays itself.
 */
import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { initModule } from "../wasm/module";
import { TableConnection, fetchJson, type Socket, type Listener, type Status, type Environment } from "./connection";
import type { Message, ApiError, Welcome } from "./protocol";
import { tableCodeOf } from "./protocol";
import { LOST } from "./apiErrors";
import { removeSeatToken, saveSeatToken, seatToken } from "../storage/seats";

beforeAll(async () => {
  await initModule(new WebAssembly.Module(readFileSync(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm")));
});

class FakeLine implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readonly sent: Record<string, unknown>[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  get last(): Record<string, unknown> {
    return this.sent.at(-1) ?? {};
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/* Time passes only when told; lines are kept in the order opened. */
class FakeWorld implements Environment {
  time = 1_000_000;
  why: ApiError | null = null;
  readonly lines: FakeLine[] = [];
  private timers: { at: number; work: () => void }[] = [];
  connect(): Socket {
    const line = new FakeLine();
    this.lines.push(line);
    return line;
  }
  now = () => this.time;
  random = () => 0; // nothing is added to waits
  after(ms: number, work: () => void): () => void {
    const timer = { at: this.time + ms, work };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((other) => other !== timer));
  }
  probe = () => Promise.resolve(this.why);
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.timers = this.timers.filter((other) => other !== next);
      this.time = Math.max(this.time, next.at);
      next.work();
    }
    this.time = end;
  }
  get line(): FakeLine {
    const line = this.lines.at(-1);
    if (!line) throw new Error("no line was opened");
    return line;
  }
}

function start(token?: string) {
  const world = new FakeWorld();
  const seen: Status[] = [];
  const welcomes: Welcome[] = [];
  const messages: Message[] = [];
  const at = { token, game: 0, since: 0 };
  const listener: Listener = {
    resume: () => at,
    status: (status) => seen.push(status),
    welcome: (welcome) => welcomes.push(welcome),
    message: (message) => messages.push(message),
  };
  const client = new TableConnection("K7M2QX", world, listener);
  client.open();
  const welcome = (more: object = {}) =>
    world.line.say({
      type: "welcome",
      id: world.line.last.id,
      table: "K7M2QX",
      link: "/t/K7M2QX",
      options: { credit: true, plan: false },
      game: 1,
      seq: 0,
      now: world.time + 5000,
      you: null,
      ...more,
    });
  const connect = () => {
    world.line.onopen?.();
    welcome();
  };
  return { world, seen, welcomes, messages, client, at, welcome, connect };
}

describe("hello", () => {
  it("says table, version and where to go on from", () => {
    const { world, at } = start("secret");
    Object.assign(at, { game: 2, since: 57 });
    world.line.onopen?.();
    expect(world.line.last).toMatchObject({
      do: "hello",
      version: 1,
      table: "K7M2QX",
      token: "secret",
      game: 2,
      since: 57,
    });
  });
  it("leaves out what is not known yet", () => {
    const { world } = start();
    world.line.onopen?.();
    expect(world.line.last).not.toHaveProperty("token");
    expect(world.line.last).not.toHaveProperty("game");
  });
  it("gives up for good when there is no such table", () => {
    const { world, seen } = start();
    world.line.onopen?.();
    world.line.say({ type: "answer", id: 1, ok: false, refused: "hello", why: "no-table", args: {} });
    expect(seen.at(-1)).toMatchObject({ is: "closed", why: { why: "no-table" } });
    world.pass(60_000);
    expect(world.lines).toHaveLength(1);
  });
  it("comes back after what docs/reference/protocol.md says, when hello is refused and after bye", () => {
    const text = readFileSync("../docs/reference/protocol.md", "utf8");
    const codes = (from: RegExp) =>
      [...(from.exec(text)?.[1] ?? "").matchAll(/`([a-z-]+)`/g)].map((found) => found[1]!);
    const again = codes(/else 1008\. After (.*?) a client\s+comes back/s);
    const byes = codes(/`bye` has `why`: (.*?)A `bye` is followed/s).filter((code) => code !== "hello");
    const hellos = codes(/when `hello` is refused:\s+after (.*?), and after a code/s);
    expect(byes.length).toBeGreaterThan(8);
    expect(again.length).toBe(5);
    expect(hellos.length).toBeGreaterThan(5);
    for (const why of [...byes, ...hellos, "a-code-of-tomorrow"]) {
      const { world, seen, connect } = start();
      connect();
      world.line.say({ type: "bye", why, args: {} });
      world.line.onclose?.();
      const comes = [...again, ...hellos, "a-code-of-tomorrow"].includes(why);
      expect([why, seen.at(-1)?.is]).toEqual([why, comes ? "lost" : "closed"]);
    }
    for (const why of hellos) {
      const { world, seen } = start();
      world.line.onopen?.();
      world.line.say({ type: "answer", id: 1, ok: false, refused: "hello", why, args: {} });
      expect([why, seen.at(-1)?.is]).toEqual([why, "lost"]);
    }
  });
  it("does not come back before the server wants it to", () => {
    const { world, connect } = start();
    connect();
    world.line.say({ type: "bye", why: "stopping", retry: 3000 });
    world.line.onclose?.();
    world.pass(2999);
    expect(world.lines).toHaveLength(1);
    world.pass(2);
    expect(world.lines).toHaveLength(2);
  });
  it("does not come back by itself when the host has removed the player, or the table was closed", () => {
    for (const why of ["removed", "table-closed"]) {
      const { world, seen, connect } = start();
      connect();
      world.line.say({ type: "bye", why, args: {} });
      expect(seen.at(-1)).toMatchObject({ is: "closed", why: { why } });
      world.pass(60_000);
      expect(world.lines).toHaveLength(1);
    }
  });
});

describe("requests", () => {
  it("are answered by their number, whatever the order", async () => {
    const { world, client, connect } = start();
    connect();
    const bid = client.ask("bid", { moves: 5 });
    const bidId = world.line.last.id;
    const time = client.ask("time");
    world.line.say({ type: "answer", id: world.line.last.id, ok: true, now: 1 });
    world.line.say({ type: "answer", id: bidId, ok: false, why: "not-lower" });
    expect((await time).ok).toBe(true);
    expect((await bid).why).toBe("not-lower");
  });
  it("answer that the connection was lost when it breaks, and when there is none", async () => {
    const { world, client, connect } = start();
    expect(await client.ask("bid", { moves: 5 })).toBe(LOST);
    connect();
    const bid = client.ask("bid", { moves: 5 });
    world.line.onclose?.();
    expect(await bid).toBe(LOST);
  });
});

describe("a broken line", () => {
  it("is opened again after 0.5 s, doubling up to 10 s", () => {
    const { world, connect } = start();
    connect();
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      const count = world.lines.length;
      world.line.onclose?.();
      let waited = 0;
      while (world.lines.length === count) {
        world.pass(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });
  it("goes on where it stopped", () => {
    const { world, at, connect } = start();
    connect();
    Object.assign(at, { token: "mine", game: 1, since: 12 });
    world.line.onclose?.();
    world.pass(600);
    world.line.onopen?.();
    expect(world.line.last).toMatchObject({ token: "mine", game: 1, since: 12 });
  });
  it("waits as long as the server asks for", () => {
    const { world, seen, connect } = start();
    connect();
    world.line.say({ type: "bye", why: "stopping", sentence: "…", retry: 3000 });
    world.line.onclose?.();
    expect(seen.at(-1)).toMatchObject({ is: "lost", why: { why: "stopping" } });
    world.pass(2900);
    expect(world.lines).toHaveLength(1);
    world.pass(200);
    expect(world.lines).toHaveLength(2);
  });
  it("is noticed when an answer does not come", () => {
    const { world, client, seen, connect } = start();
    connect();
    client.checkAlive();
    world.pass(6100);
    expect(seen.at(-1)?.is).not.toBe("on");
    expect(world.lines[0]?.closed).toBe(true);
  });
  it("learns from an ordinary request why it was not let in", async () => {
    const { world, seen } = start();
    world.why = { why: "too-many-connections", args: { most: 10 } };
    world.line.onclose?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(seen.at(-1)).toMatchObject({ is: "lost", why: { why: "too-many-connections" } });
  });
  it("stays closed once the page has left", () => {
    const { world, client, connect } = start();
    connect();
    client.close();
    world.pass(60_000);
    expect(world.lines).toHaveLength(1);
  });
});

it("the server's clock is taken from the quickest answer", async () => {
  const { world, client, connect } = start();
  connect();
  expect(client.now() - world.time).toBe(5000);
  const slow = client.ask("time");
  world.time += 400;
  world.line.say({ type: "answer", id: world.line.last.id, ok: true, now: world.time + 9999 });
  await slow;
  expect(client.now() - world.time).toBe(5000);
});

it("codes are read in any case, with blanks and dashes", () => {
  expect(tableCodeOf(" k7m-2qx ")).toBe("K7M2QX");
  expect(tableCodeOf("K7M2Q0")).toBe("");
  expect(tableCodeOf("k7m2-qxab")).toBe("K7M2QXAB");
  expect(tableCodeOf("K7M2QXX")).toBe("");
});

it("a seat is remembered even when the browser stores nothing", () => {
  expect(seatToken("K7M2QX")).toBeUndefined();
  saveSeatToken("K7M2QX", "token");
  expect(seatToken("K7M2QX")).toBe("token");
  removeSeatToken("K7M2QX");
  expect(seatToken("K7M2QX")).toBeUndefined();
});

describe("what is asked over HTTP", () => {
  afterEach(() => vi.unstubAllGlobals());
  const answered = (text: string) => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(text)));
    return fetchJson<{ tables: object[] }>("/api/tables", { tables: "objects", next: "string0" });
  };

  it("is handed on in the shape that was expected, or as a refusal", async () => {
    expect(await answered('{"tables":[{}],"next":null,"more":1}')).toEqual({ tables: [{}], next: null, more: 1 });
    expect(await answered('{"why":"rate","args":{"retry":5}}')).toEqual({ why: "rate", args: { retry: 5 } });
  });

  it("is nothing in any other", async () => {
    for (const text of [
      "",
      "null",
      "5",
      "[]",
      "{}",
      '{"tables":{},"next":null}',
      '{"tables":[null],"next":""}',
      '{"why":5}',
    ])
      expect(await answered(text), text).toBeNull();
  });
});
