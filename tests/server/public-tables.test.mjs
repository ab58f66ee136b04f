// The relaxed race over the protocol (H1 to H7), and open tables: the list, "play with others", bots that make room, reactions. With
// the limits that users get, but for requests over HTTP.
import test from "node:test";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, Server, run, sit, sleep, solve } from "./client.mjs";
import { limit } from "./limits.mjs";

async function open(t, options = ["--request-rate", "0"]) {
    const server = await Server.start(options, { defaults: true });
    t.after(async () => assert.equal(await server.stop(), 0, server.errors));
    return server;
}
const list = async (server, query = "") => (await server.get("/api/tables" + query)).json();
const together = async (server) => (await server.get("/api/together", { method: "POST" })).json();
async function listed(server, condition) {
    for (let i = 0; i < 200; i++, await sleep(50)) {
        const answer = await list(server);
        if (condition(answer)) return answer;
    }
    throw new Error("the list never was so: " + JSON.stringify(await list(server)));
}

test("H2, H5: routes are handed in, kept secret, shown at the end, and the log replays with and without them", async (t) => {
    const server = await open(t);
    const [ada, bob, eve] = await sit(server, ["Ada", "Bob", "Eve"], { preset: "race", goal: 1 });
    await ada.do("start");
    await eve.until(() => eve.has("drawn"));
    const { route } = await solve(eve);
    assert.equal((await ada.ask("bid", { moves: 3 })).why, "not-in-race");
    assert.equal((await ada.ask("hand", { route: "" })).why, "not-reached");
    assert.equal((await ada.ask("hand", { route: 3 })).why, "bad-message");
    assert.equal((await ada.ask("hand", { route: "Q9" })).why, "bad-message");
    await ada.do("hand", { route: route.join(" ") });
    await bob.do("hand", { route: route.join(" ") });
    assert.equal((await bob.ask("hand", { route: route.join(" ") })).why, "not-lower");
    await eve.until(() => eve.count("handed") === 2);
    const late = await new Client(server, ada.code).open({ since: 0 });
    for (const one of [eve, late])
        assert.ok(!one.bytes.some((text) => text.includes('"route":')), "nobody hears a route");
    const during = await server.log(ada.code);
    assert.ok(during.includes('"handed"') && !during.includes('"route":'), "nor reads it in the log");
    assert.equal(await server.restart(), 0);
    const again = new Client(server, ada.code, { token: eve.token });
    await again.open({ since: 0 });
    assert.ok(!again.bytes.some((text) => text.includes('"route":')), "nor after a restart");
    const [ada2, bob2] = await Promise.all([ada, bob].map((one) => new Client(server, one.code, { token: one.token }).open({ since: 0 })));
    for (const one of [ada2, bob2, again]) await one.do("done");
    await again.until(() => again.has("over"));
    const shown = again.events.filter((event) => event.ev === "shown");
    assert.deepEqual(shown.map(({ by, points }) => [by, points]), [[ada.you, 3], [bob.you, 2]]);
    assert.equal(shown[0].route, route.join(" "));
    const told = join(server.folder, "told.jsonl");
    writeFileSync(told, again.events.map((event) => JSON.stringify(event) + "\n").join(""));
    assert.equal(run(["replay", told]).status, 0, "the events as a player got them");
    const log = join(server.folder, "log.jsonl");
    writeFileSync(log, await server.log(ada.code));
    assert.equal(run(["replay", log]).status, 0, run(["replay", log]).err);
});

test("H2: a bot hands in a route, and says that it is done", async (t) => {
    const server = await open(t);
    const [ada] = await sit(server, ["Ada"], { preset: "race", goal: 1, barriers: "no", seed: 21 });
    await ada.do("bot", { level: 10 });
    await ada.do("start");
    await ada.until(() => ada.has("handed"), 60000);
    await ada.do("done");
    await ada.until(() => ada.has("over"), 60000);
    assert.equal(ada.last("shown").points, 3);
});

test("a listed table is found while somebody is there, and not when it is locked, over or arranged", async (t) => {
    const server = await open(t);
    assert.deepEqual(await list(server), { tables: [], total: 0, next: null });
    const [ada, bob] = await sit(server, ["Ada", "Bob"], {});
    assert.equal((await list(server)).total, 0, "nobody is listed without being asked");
    assert.equal((await bob.ask("list")).why, "not-host");
    await ada.do("list");
    await bob.until(() => bob.messages.some((message) => message.type === "host" && message.listed === true));
    const found = await listed(server, ({ total }) => total === 1);
    assert.deepEqual(found.tables[0], { code: ada.code, preset: "ricochet", phase: "lobby", round: 0, people: 2, bots: 0,
        watching: 0, room: true, players: ["Ada", "Bob"] });
    await ada.do("lock");
    await listed(server, ({ total }) => total === 0);
    assert.equal((await ada.ask("list")).why, "not-for-all");
    await ada.do("unlock");
    await listed(server, ({ total }) => total === 1);
    assert.equal((await bob.ask("again", { options: { listed: false } })).ok, true);
    await listed(server, ({ total }) => total === 1);
    await ada.do("unlist");
    await listed(server, ({ total }) => total === 0);
    await ada.do("again", { options: { listed: true } });
    await listed(server, ({ total }) => total === 1);
    await bob.until(() => bob.messages.findLast((message) => message.type === "host").listed === true);
    await ada.do("again", { options: { listed: false } });
    await listed(server, ({ total }) => total === 0);
    const [alone] = await sit(server, ["Alone"], { preset: "solo" });
    assert.equal((await alone.ask("again", { options: { listed: true } })).why, "not-for-all");
    const [eve] = await sit(server, ["Eve"], { seed: 3 });
    assert.equal((await eve.ask("list")).why, "not-for-all", "an arranged table");
    const refused = await server.get("/api/tables", { method: "POST", body: '{"options":{"listed":true,"arranged":true}}' });
    assert.equal(refused.status, 409);
});

test("the list comes in pages, and bad questions are refused", async (t) => {
    const server = await open(t, ["--request-rate", "0", "--new-tables", "0"]);
    const codes = [];
    for (let i = 0; i < 5; i++) codes.push((await sit(server, ["Ada"], {}, { listed: true }))[0].code);
    codes.sort();
    await listed(server, ({ total }) => total === 5);
    const first = await list(server, "?n=2");
    assert.deepEqual(first.tables.map(({ code }) => code), codes.slice(0, 2));
    const second = await list(server, `?n=3&after=${first.next}`);
    assert.deepEqual([second.tables.map(({ code }) => code), second.next], [codes.slice(2), null]);
    for (const query of ["?n=0", "?n=51", "?n=x", "?after=0"]) assert.equal((await server.get("/api/tables" + query)).status, 400);
    assert.equal((await server.get("/api/together")).status, 405);
});

test("A5: the fullest page of the list, with the longest names, is whole", async (t) => {
    const server = await open(t, ["--request-rate", "0", "--new-tables", "0", "--max-per-address", "20000"]);
    const names = Array.from("abcdefgh", (letter) => '"'.repeat(47) + letter); // each byte but one is escaped
    for (let i = 0; i < 50; i++) {
        const code = await server.table({}, { listed: true });
        await Promise.all(names.map(async (name, n) => (await new Client(server, code, {}, `127.0.${1 + i}.${1 + n}`).open()).join(name)));
    }
    await listed(server, ({ total }) => total === 50);
    const { tables, next } = await list(server, "?n=50");
    assert.deepEqual([tables.length, next], [50, null]);
    for (const { players } of tables) assert.deepEqual(players.sort(), names);
});

test("A8: one address has a share of the list, whoever else is at its tables", async (t) => {
    const server = await open(t, ["--request-rate", "0", "--new-tables", "0"]);
    const share = limit("LISTED_EACH");
    const from = async (address, name, code) => (await new Client(server, code, {}, address).open()).join(name);
    for (let i = 0; i < share + 3; i++) {
        const code = await server.table({}, { listed: true });
        await from("127.0.0.1", "Ada", code);
        await from("127.0.0.2", "Bob", code);
    }
    await listed(server, ({ total }) => total >= share);
    const codes = [];
    for (let i = 0; i < 3; i++) {
        codes.push(await server.table({}, { listed: true }));
        await from("127.0.0.2", "Bob", codes[i]);
    }
    const found = await listed(server, ({ total }) => total >= share + 3);
    assert.equal(found.total, share + 3);
    const all = (await list(server, "?n=50")).tables.map(({ code }) => code);
    for (const code of codes) assert.ok(all.includes(code), "those of another address are all there");
});

test("play with others: one is led to the other, and bots make room", async (t) => {
    const server = await open(t);
    const made = await together(server);
    assert.equal(made.game, 1, "nobody is there: a new table");
    assert.equal((await together(server)).code, made.code, "whoever comes a moment later is led there");
    const ada = await new Client(server, made.code).open({ since: 0 });
    await ada.join("Ada");
    await ada.do("bot", { level: 3 });
    await ada.do("bot", { level: 5 });
    await ada.do("start");
    assert.equal(ada.count("left"), 0, "bots keep the first one company");
    assert.equal((await together(server)).code, made.code);
    const bob = await new Client(server, made.code).open({ since: 0 });
    await bob.join("Bob");
    await bob.until(() => bob.last("left")?.by === "bot-5-1");
    const eve = await new Client(server, made.code).open({ since: 0 });
    await eve.join("Eve");
    await eve.until(() => eve.count("left") === 2);
    for (let i = 0; i < 3; i++) await (await new Client(server, made.code).open()).join(`Extra ${i}`);
    assert.notEqual((await together(server)).code, made.code, "six are enough");
});

test("28.7: a public race begins by itself, with bots that make room, and goes on by itself", async (t) => {
    const every = 12000;
    const server = await open(t, ["--request-rate", "0", "--race-seconds", String(every / 1000)]);
    const next = async () => (await server.get("/api/race")).json();
    const ask = async () => (await server.get("/api/race", { method: "POST" })).json();
    let race = await next();
    for (; race.left < 8000; race = await next()) await sleep(200); // time enough until it begins
    assert.deepEqual([race.starts % every, race.left <= every, race.people], [0, true, 0]);
    const { code } = await ask();
    assert.equal((await ask()).code, code, "the next one is led to the same table");
    const ada = await new Client(server, code).open({ since: 0 });
    assert.deepEqual([ada.welcome.options.starts, ada.welcome.options.listed], [race.starts, true]);
    assert.equal(await server.restart(), 0, "what was announced outlives a restart");
    const zoe = await new Client(server, code).open({ since: 0 });
    assert.equal(zoe.welcome.options.starts, race.starts);
    await zoe.until(() => zoe.has("started"), 60000);
    assert.ok(zoe.last("started").at >= race.starts, "not before its time");
    assert.equal(zoe.count("joined"), 4, "four bots, for one who watches");
    const found = await listed(server, ({ tables }) => tables.some((one) => one.code === code));
    const { people, bots, watching } = found.tables.find((one) => one.code === code);
    assert.deepEqual([people, bots, watching], [0, 4, 1], "it is there to be watched");
    const bob = await new Client(server, code).open({ since: 0 });
    await bob.join("Bob");
    assert.equal(bob.count("left"), 0, "bots keep the first one company");
    await (await new Client(server, code).open()).join("Eve");
    await bob.until(() => bob.count("left") === 1);
});

test("28.7: the next round of a public race comes by itself, and without anybody there nothing begins", async (t) => {
    const server = await open(t, ["--request-rate", "0", "--race-seconds", "5"]);
    const { code } = await (await server.get("/api/race", { method: "POST" })).json();
    const { starts } = (await new Client(server, code).open()).welcome.options;
    const empty = (await (await server.get("/api/race", { method: "POST" })).json()).code;
    const zoe = await new Client(server, code).open({ since: 0 });
    await zoe.until(() => zoe.count("drawn") === 2, 240000);
    const ended = zoe.events.findLast(({ ev }) => ev === "won" || ev === "putback");
    assert.ok(zoe.last("drawn").at - ended.at >= 15000, "after a look at the routes");
    if (empty !== code) assert.equal((await (await server.get(`/api/tables/${empty}`)).json()).state.phase, "lobby");
    assert.ok(zoe.events[0].at < starts);
});

test("A6: who is led to a table pays for the list that is made anew for it", async (t) => {
    const server = await open(t, ["--request-rate", "5", "--proxies", "127.0.0.0/8"]);
    for (const path of ["/api/together", "/api/race"]) {
        const headers = { "X-Forwarded-For": path === "/api/race" ? "10.0.0.1" : "10.0.0.2" };
        const answers = [];
        for (let i = 0; i < 40 && answers.at(-1) !== 429; i++) answers.push((await server.get(path, { method: "POST", headers })).status);
        assert.equal(answers.at(-1), 429, `${path}: ${answers}`);
        assert.equal((await server.get("/api/race", { headers: { "X-Forwarded-For": "10.0.0.3" } })).status, 200);
    }
});

test("28.7: who wants to play now is not sent to wait for a race", async (t) => {
    const server = await open(t, ["--request-rate", "0", "--race-seconds", "86400"]);
    const { left } = await (await server.get("/api/race")).json();
    const { code } = await (await server.get("/api/race", { method: "POST" })).json();
    const ada = await new Client(server, code).open();
    await ada.join("Ada");
    const { tables } = await listed(server, ({ total }) => total === 1);
    assert.ok(tables[0].starts > 0, "in the list it says when it begins");
    if (left > 120000) assert.notEqual((await together(server)).code, code); // not a minute before midnight
});

test("28.7: a host may have no public races", async (t) => {
    const server = await open(t, ["--race-seconds", "0"]);
    for (const method of ["GET", "POST"]) assert.equal((await server.get("/api/race", { method })).status, 404);
});

test("six reactions, heard by everybody there, in no log, and not too many", async (t) => {
    const server = await open(t);
    const [ada, bob] = await sit(server, ["Ada", "Bob"], {});
    const eve = await new Client(server, ada.code).open();
    await ada.do("react", { reaction: "wow" });
    const heard = (one) => one.messages.some(({ type, by, reaction }) => type === "reaction" && by === ada.you && reaction === "wow");
    for (const one of [ada, bob, eve]) await one.until(() => heard(one));
    assert.equal((await ada.ask("react", { reaction: "<b>" })).why, "bad-message");
    assert.equal((await eve.ask("react", { reaction: "wow" })).why, "not-player");
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push((await ada.ask("react", { reaction: "haha" })).why);
    assert.ok(answers.includes("rate"));
    assert.ok(!(await server.log(ada.code)).includes("wow"));
});
