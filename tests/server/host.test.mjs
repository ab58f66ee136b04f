// What the host of a table can do, beyond what cheats.test.mjs tries: a pause that survives a restart and a log that replays,
// players who were asked to leave and come back, a table that is ended. With the limits that users get.
import test from "node:test";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, Server, run, sit, sleep } from "./client.mjs";

async function open(t, options = []) {
    const server = await Server.start(options, { defaults: true });
    t.after(async () => assert.equal(await server.stop(), 0, server.errors));
    return server;
}

test("14: the host pauses: the sand stands, nobody can bid, a restart changes nothing, and the log replays", async (t) => {
    const server = await open(t);
    const [ada, bob] = await sit(server, ["Ada", "Bob"], { hourglass: 3000 });
    assert.equal((await ada.ask("pause")).why, "not-started");
    await ada.do("start");
    assert.equal((await bob.ask("pause")).why, "not-host");
    assert.equal((await ada.ask("resume")).why, "not-paused");
    await bob.do("bid", { moves: 99 });
    await ada.do("pause");
    await bob.until(() => bob.has("paused"));
    const left = bob.last("hourglass").until - bob.last("paused").at;
    assert.deepEqual([(await bob.ask("bid", { moves: 98 })).why, (await ada.ask("pause")).why], ["paused", "paused"]);
    await sleep(left + 200);
    assert.equal(await server.restart(), 0);
    const [ada2, bob2] = [ada, bob].map((one) => new Client(server, one.code, { token: one.token }));
    await ada2.open({ since: 0 });
    await bob2.open({ since: 0 });
    assert.equal(bob2.welcome.state.phase, "bidding", "the sand would have been out long ago");
    assert.equal(bob2.welcome.state.paused, bob.last("paused").at);
    assert.equal((await bob2.ask("resume")).why, "not-host", "the host is here");
    await ada2.do("resume");
    await bob2.until(() => bob2.has("resumed"));
    assert.equal(bob2.last("resumed").until - bob2.last("resumed").at, left, "as much as was left");
    await bob2.do("bid", { moves: 98 });
    await bob2.until(() => bob2.has("closed"));
    assert.equal(bob2.last("closed").at, bob2.last("resumed").until);
    const file = join(server.folder, "log.jsonl");
    writeFileSync(file, await server.log(ada.code));
    const replayed = run(["replay", file]);
    assert.equal(replayed.status, 0, replayed.out + replayed.err);
});

test("14: bots and votes stand still in a pause", async (t) => {
    const server = await open(t);
    const [ada] = await sit(server, ["Ada"], { hourglass: 0, seed: 21 }); // a seed: what a bot does follows from it
    const { bot } = await ada.do("bot", { level: 10 });
    await ada.do("start");
    await ada.do("bid", { moves: 999999 });
    await ada.do("pause");
    const before = ada.events.length;
    await sleep(2500);
    assert.equal(ada.events.length, before, "a bot would have bid or said that it is done");
    assert.equal((await ada.ask("next")).why, "paused");
    await ada.do("resume");
    await ada.until(() => ada.events.some((event) => event.by === bot && event.ev !== "joined"), 120000);
});

test("14: who was asked to leave can come back as somebody else, unless the table is locked", async (t) => {
    const server = await open(t);
    const [ada, eve] = await sit(server, ["Ada", "Eve"]);
    await ada.do("remove", { player: eve.you });
    await eve.closed;
    const again = await new Client(server, ada.code, { token: eve.token }).open();
    assert.equal(again.welcome.you, null, "the seat is gone");
    await again.join("Eve");
    assert.notEqual(again.you, eve.you);
    await ada.do("lock");
    await ada.do("remove", { player: again.you });
    await again.closed;
    assert.equal((await new Client(server, ada.code, { token: eve.token }).open()).welcome.why, "locked");
    assert.equal((await new Client(server, ada.code).open()).welcome.why, "locked");
});

test("14: who is asked to leave is reached while still reading a long history", async (t) => {
    const server = await open(t, ["--message-rate", "0", "--table-events", "0"]);
    const [ada, eve] = await sit(server, ["Ada", "Eve"], { hourglass: 0 });
    await ada.do("start");
    await Promise.all(Array.from({ length: 400 }, (_, i) => eve.do("bid", { moves: 900 - i })));
    const slow = await new Client(server, ada.code, { token: eve.token, since: 0 }).open(); // with small limits most is missing yet
    await ada.do("remove", { player: eve.you });
    await eve.closed;
    await slow.closed;
    assert.equal(slow.messages.at(-1).why, "removed");
});

test("14: an ended game is over for everybody, whatever was going on", async (t) => {
    const server = await open(t);
    const [ada, bob] = await sit(server, ["Ada", "Bob"]);
    const eve = await new Client(server, ada.code).open({ since: 0 });
    await ada.do("start");
    await ada.do("pause");
    await ada.do("end");
    for (const one of [ada, bob, eve]) {
        await one.until(() => one.has("over"));
        assert.deepEqual(one.last("over").winners, []);
    }
    assert.equal((await new Client(server, ada.code).open()).welcome.state.phase, "over");
    await bob.do("again");
    await bob.join("Bob");
});

test("14: a table that everybody has left goes on with whoever sits down next, who is host", async (t) => {
    const server = await open(t);
    const free = (one) => one.messages.findLast((message) => message.type === "presence")?.free === true;
    const [eve] = await sit(server, ["Eve"], { preset: "ricochet-it", goal: 3 }); // a stranger with the link, before anybody
    const ada = await new Client(server, eve.code).open({ since: 0 });
    assert.equal(ada.messages.some((message) => message.free), false);
    await eve.do("leave");
    await ada.until(() => ada.has("over") && free(ada));
    await ada.join("Eve"); // nobody has that name any more
    await ada.until(() => ada.messages.findLast((message) => message.type === "host")?.host === ada.you && !free(ada));
    const told = ada.messages.findLast((message) => message.type === "game");
    assert.equal(told.game, 2);
    const { state } = await ada.do("watch");
    assert.deepEqual([state.phase, state.rules.preset, state.rules.goal], ["lobby", "ricochet-it", 3]);
    await ada.do("lock"); // and what is locked stays so as long as somebody has a seat
    await ada.do("end");
    assert.equal((await eve.ask("join", { name: "Eve" })).why, "locked");
    await ada.do("leave");
    const bob = await new Client(server, eve.code).open({ since: 0 });
    await bob.join("Bob");
    assert.equal((await bob.do("start")).ok, true);
    for (const game of [1, 2, 3]) {
        const file = join(server.folder, `log-${game}.jsonl`);
        writeFileSync(file, await (await server.get(`/t/${eve.code}/log?game=${game}`)).text());
        assert.equal(run(["replay", file]).status, 0, run(["replay", file]).err);
    }
});

test("14: state and log of a locked table are read only with the token of a seat", async (t) => {
    const server = await open(t);
    const [ada, bob] = await sit(server, ["Ada", "Bob"]);
    const places = [`/api/tables/${ada.code}`, `/t/${ada.code}/log`];
    const read = async (path, token) => (await server.get(path, { headers: token ? { "Carom-Seat": token } : {} })).status;
    for (const path of places) assert.equal(await read(path), 200);
    await ada.do("lock");
    for (const path of places) {
        assert.equal(await read(path), 403);
        assert.equal(await read(path, "x".repeat(22)), 403);
        assert.equal(await read(path, "no token"), 403);
        assert.equal(await read(path, bob.token), 200);
    }
    await bob.do("leave");
    for (const path of places) assert.equal(await read(path, bob.token), 403, "a seat that was given up opens nothing");
});
