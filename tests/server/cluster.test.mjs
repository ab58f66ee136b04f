// Several servers on one PostgreSQL: any of them serves any table, and nobody can tell them apart.
import test from "node:test";
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { FULL, ROOM } from "../faults/database.mjs";
import { Client, run, solve } from "./client.mjs";
import { database, eventually, metric, startNodes, stopNodes } from "./cluster.mjs";

const nodes = await startNodes(3);
test.after(() => stopNodes(nodes));

/** One player on each of the nodes, at one table. */
async function sit(names, rules = {}, options = undefined) {
    const code = await nodes[0].table(rules, options);
    const clients = [];
    for (const [i, name] of names.entries()) {
        const client = await new Client(nodes[i % nodes.length], code).open({ since: 0 });
        await client.join(name);
        clients.push(client);
    }
    return clients;
}

function psql(text) {
    const done = spawnSync("psql", [database, "-q", "-A", "-t", "-c", text], { encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
    return done.stdout.trim();
}

async function same(clients) {
    const last = Math.max(...clients.map((client) => client.events.length));
    for (const client of clients) await client.until(() => client.events.length >= last);
    const length = Math.min(...clients.map((client) => client.events.length));
    for (const client of clients) {
        assert.equal(client.gap, undefined);
        assert.deepEqual(client.events.slice(0, length), clients[0].events.slice(0, length));
    }
}

async function replays(client) {
    const text = await client.server.log(client.code);
    const verdict = run(["replay"], text);
    assert.equal(verdict.status, 0, verdict.err + verdict.out);
    return text.trim().split("\n").map((line) => JSON.parse(line));
}

test("a round is played with a player on each server", async () => {
    const clients = await sit(["Ada", "Bob", "Cyd"], { hourglass: 3000 });
    const [ada, bob, cyd] = clients;
    assert.deepEqual(clients.map((client) => client.you), ["p1", "p2", "p3"]);
    await same(clients);
    await bob.do("start");
    for (const client of clients) await client.until(() => client.has("drawn"));
    const { moves, route } = await solve(cyd);
    await cyd.do("bid", { moves });
    await ada.until(() => ada.has("bid"));
    assert.equal((await ada.ask("bid", { moves })).ok, true); // a tie is allowed
    for (const client of clients) await client.until(() => client.has("turn")); // the sand has run out, once
    const turn = ada.last("turn");
    assert.equal(turn.by, "p3");
    for (const move of route) await cyd.do("move", { move });
    for (const client of clients) await client.until(() => client.has("won"));
    assert.equal(ada.count("turn"), 1);
    await same(clients);
    await replays(ada);
    // `next` is a vote of those who are present, wherever they are connected
    await ada.do("next");
    const answer = await bob.do("next");
    assert.equal(answer.needed, 2);
    for (const client of clients) await client.until(() => client.count("drawn") === 2);
    await same(clients);
    for (const client of clients) await client.close();
});

test("who is connected to another server is present", async () => {
    const clients = await sit(["Ada", "Bob", "Cyd"]);
    const here = (client) => client.messages.filter((message) => message.type === "presence").at(-1)?.here ?? [];
    for (const client of clients) await client.until(() => here(client).length === 3);
    await clients[1].close();
    await clients[0].until(() => !here(clients[0]).includes("p2"));
    await clients[0].close();
    await clients[2].close();
});

test("bids at the same moment on three servers: one order for all, every answer true", async () => {
    const clients = await sit(["Ada", "Bob", "Cyd"], { hourglass: 300000 });
    await clients[0].do("start");
    for (const client of clients) await client.until(() => client.has("drawn"));
    let good = 0;
    const accepted = [];
    for (let round = 0; round < 25; round++) {
        const moves = clients.map((_, i) => 90 - 3 * round + i - 1);
        const answers = await Promise.all(clients.map((client, i) => client.ask("bid", { moves: moves[i] })));
        answers.forEach((answer, i) => {
            assert.notEqual(answer, null);
            if (answer.ok) accepted.push({ by: clients[i].you, moves: moves[i], seq: answer.seq });
            else assert.equal(answer.why, "bid-not-lower", JSON.stringify(answer));
            good += answer.ok ? 1 : 0;
        });
    }
    assert.ok(good >= 25, `${good} bids accepted`);
    await same(clients);
    const log = await replays(clients[1]);
    for (const bid of accepted) {
        const there = log.filter((event) => event.ev === "bid" && event.by === bid.by && event.moves === bid.moves);
        assert.equal(there.length, 1, JSON.stringify(bid));
        assert.ok(there[0].seq <= bid.seq);
    }
    assert.equal(log.filter((event) => event.ev === "bid").length, accepted.length);
    let conflicts = 0;
    for (const node of nodes) conflicts += await metric(node, "write_conflicts_total");
    assert.ok(conflicts > 0, "nobody was ever too late: that tests nothing");
    for (const client of clients) await client.close();
});

test("ten people join at once on three servers, and each gets a seat of their own", async () => {
    const code = await nodes[1].table({});
    const clients = await Promise.all(Array.from({ length: 10 }, (_, i) => new Client(nodes[i % 3], code).open({ since: 0 })));
    await Promise.all(clients.map((client, i) => client.join(`Guest ${i}`)));
    assert.equal(new Set(clients.map((client) => client.you)).size, 10);
    for (const client of clients) await client.until(() => client.count("joined") === 10);
    await same(clients);
    // and each comes back to it elsewhere
    for (const [i, client] of clients.entries()) {
        const you = client.you;
        await client.close();
        client.server = nodes[(i + 1) % 3];
        await client.open({ resume: true });
        assert.equal(client.you, you);
    }
    for (const client of clients) await client.close();
});

test("a table that all have left goes on with those who join on three servers at once: one next game, one host", async () => {
    const [eve] = await sit(["Eve"]);
    const people = await Promise.all(nodes.map((node) => new Client(node, eve.code).open({ since: 0 })));
    await eve.do("leave");
    for (const one of people) await one.until(() => one.messages.findLast(({ type }) => type === "presence")?.free === true);
    await Promise.all(people.map((one, i) => one.join(`P${i}`)));
    const looked = await Promise.all(nodes.map((node) => new Client(node, eve.code).open({ since: 0 })));
    for (const one of looked) await one.until(() => one.count("joined") === people.length);
    assert.deepEqual(looked.map(({ welcome }) => welcome.game), nodes.map(() => 2));
    assert.equal(new Set(looked.map(({ welcome }) => welcome.host)).size, 1);
    assert.ok(people.some((one) => one.you === looked[0].welcome.host));
    for (const client of [eve, ...people, ...looked]) await client.close();
});

test("a table of a server that was killed is served by the others", async () => {
    const clients = await sit(["Ada", "Bob", "Cyd"], { hourglass: 300000 });
    await clients[1].do("start");
    const answer = await clients[1].do("bid", { moves: 9 });
    await nodes[1].crash();
    await clients[1].closed;
    clients[1].server = nodes[2];
    await clients[1].open({ resume: true });
    assert.equal(clients[1].you, "p2");
    assert.ok(clients[1].events.length >= answer.seq);
    await clients[1].do("bid", { moves: 8 });
    await same(clients);
    const late = await new Client(nodes[1], clients[0].code).open({ since: 0 });
    await same([...clients, late]);
    for (const client of [...clients, late]) await client.close();
});

test("another game is another game everywhere, and the log of the first stays", async () => {
    const clients = await sit(["Ada", "Bob"], {});
    await clients[1].do("again", {});
    for (const client of clients) await client.until(() => client.game === 2 && client.count("joined") === 2);
    await clients[0].do("start");
    for (const client of clients) await client.until(() => client.has("drawn"));
    await same(clients);
    assert.equal((await replays({ ...clients[0], server: nodes[2], code: clients[0].code })).at(0).ev, "opened");
    assert.match(await nodes[2].log(clients[0].code, 1), /"opened"/);
    for (const client of clients) await client.close();
});

test("a lock holds on every server", async () => {
    const clients = await sit(["Ada", "Bob"], {});
    await clients[0].do("lock");
    await clients[1].until(() => clients[1].messages.some((message) => message.type === "host" && message.locked));
    const other = await new Client(nodes[1], clients[0].code).open();
    assert.equal(other.welcome.why, "locked");
    await other.close();
    for (const client of clients) await client.close();
});

test("a code that is none, and pages of logs", async () => {
    assert.equal((await nodes[0].get("/api/tables/ZZZZZZZZ")).status, 404);
    const none = await new Client(nodes[2], "ZZZZZZZZ").open();
    assert.equal(none.welcome.why, "no-table");
    await none.close();
    const [ada] = await sit(["Ada"], { hourglass: 300000 });
    await ada.do("start");
    for (let i = 0; i < 1500; i++) ada.ask("bid", { moves: 2000 - i });
    await ada.until(() => ada.count("bid") === 1500);
    const log = await replays({ server: nodes[1], code: ada.code });
    assert.equal(log.filter((event) => event.ev === "bid").length, 1500);
    const late = await new Client(nodes[2], ada.code).open({ since: 0 });
    await same([ada, late]);
    await late.close();
    await ada.close();
});

test("two servers are restarted one after the other, and nobody loses anything", async () => {
    const clients = await sit(["Ada", "Bob", "Cyd"], { hourglass: 300000 });
    await clients[0].do("start");
    for (const i of [0, 1]) {
        assert.equal(await nodes[i].restart(), 0);
        await clients[i].closed;
        await clients[i].open({ resume: true });
        assert.equal(clients[i].you, `p${i + 1}`);
        await clients[i].do("bid", { moves: 30 - i });
    }
    await same(clients);
    for (const client of clients) await client.close();
});

test("a database that may only be read, for a while: people are told, nothing is lost, play goes on by itself", async () => {
    const clients = await sit(["Ada", "Bob"], { hourglass: 300000 });
    await clients[0].do("start");
    await clients[1].until(() => clients[1].has("drawn"));
    await clients[0].do("bid", { moves: 1000 });
    const set = (...words) => {
        for (const one of [...words, "SELECT pg_reload_conf()"]) psql(one);
    };
    set("ALTER SYSTEM SET default_transaction_read_only = on");
    let answer;
    let moves = 999; // ever lower, since the database takes a moment to notice
    await eventually(async () => !(answer = await clients[1].ask("bid", { moves: moves-- }))?.ok, "a refusal");
    assert.ok(["unsure", "store", "busy"].includes(answer.why), JSON.stringify(answer));
    assert.ok(answer.sentence.length > 20);
    set("ALTER SYSTEM RESET default_transaction_read_only"); // ALTER SYSTEM is no write to the data
    await eventually(async () => (await clients[1].ask("bid", { moves: moves-- }))?.ok, "play goes on");
    await same(clients);
    for (const client of clients) assert.equal(client.socket.readyState, 1); // connections stay
    const log = await replays(clients[0]);
    assert.equal(log.filter((event) => event.ev === "bid" && event.moves === 1000).length, 1);
    for (const client of clients) await client.close();
});

test("a database that is full, for a while: people are told, nothing is lost, play goes on by itself", async () => {
    const clients = await sit(["Ada", "Bob"], { hourglass: 300000 });
    await clients[0].do("start");
    await clients[1].until(() => clients[1].has("drawn"));
    await clients[0].do("bid", { moves: 1000 });
    psql(FULL);
    let answer;
    let moves = 999;
    await eventually(async () => !(answer = await clients[1].ask("bid", { moves: moves-- }))?.ok, "a refusal");
    assert.ok(["unsure", "store", "busy"].includes(answer.why), JSON.stringify(answer));
    psql(ROOM);
    await eventually(async () => (await clients[1].ask("bid", { moves: moves-- }))?.ok, "play goes on");
    await same(clients);
    for (const client of clients) assert.equal(client.socket.readyState, 1);
    await replays(clients[0]);
    for (const client of clients) await client.close();
});

test("a database that is slow: commands are answered late but in order, new tables are refused, then all is as before", async () => {
    const clients = await sit(["Ada", "Bob"], { hourglass: 300000 });
    await clients[0].do("start");
    await clients[1].until(() => clients[1].has("drawn"));
    const lock = spawn("psql", [database, "-q"], { stdio: ["pipe", "ignore", "inherit"] });
    lock.stdin.write("BEGIN; LOCK TABLE carom.events IN EXCLUSIVE MODE;\n");
    const held = "SELECT count(*) FROM pg_locks WHERE mode = 'ExclusiveLock' AND relation = 'carom.events'::regclass";
    await eventually(() => Number(psql(held)) > 0, "the lock");
    const late = [50, 49, 48, 47].map((moves) => clients[0].ask("bid", { moves }));
    await eventually(async () => (await metric(nodes[0], "overloaded")) === 1, "too much to do");
    const refused = await fetch(`${nodes[0].link}/api/tables`, { method: "POST", body: "{}" });
    assert.equal(refused.status, 503);
    assert.equal((await refused.json()).why, "busy");
    lock.stdin.end("COMMIT;\n");
    const answers = await Promise.all(late);
    const seqs = answers.filter((answer) => answer.ok).map((answer) => answer.seq);
    assert.deepEqual(seqs, [...seqs].sort((a, b) => a - b));
    await eventually(async () => (await metric(nodes[0], "overloaded")) === 0, "peace");
    await eventually(async () => (await fetch(`${nodes[0].link}/api/tables`, { method: "POST", body: "{}" })).status === 201, "a new table");
    await eventually(async () => (await clients[0].ask("bid", { moves: 3 }))?.ok, "play goes on");
    await replays(clients[0]);
    for (const client of clients) await client.close();
});

test("open tables and reactions across servers: what one lists the other finds", async () => {
    const code = await nodes[0].table({}, { listed: true });
    const ada = await new Client(nodes[0], code).open({ since: 0 });
    await ada.join("Ada");
    await eventually(async () => (await (await nodes[1].get("/api/tables")).json()).tables.some((one) => one.code === code && one.people === 1),
        "the other server lists it");
    const bob = await new Client(nodes[1], code).open({ since: 0 });
    await bob.join("Bob");
    await bob.do("react", { reaction: "thanks" });
    await ada.until(() => ada.messages.some(({ type, reaction }) => type === "reaction" && reaction === "thanks"));
    await ada.do("unlist");
    await eventually(async () => (await (await nodes[1].get("/api/tables")).json()).total === 0, "no longer", 40000);
});

/** Every node says the same of it. */
async function everywhere(code, said, what) {
    for (const node of nodes) await eventually(() => said(node.admin("show", code)[0]), `${what}, said by each server`);
}

test("15: whoever runs the servers asks any of them: what was done to a table holds on all", async () => {
    const clients = await sit(["Ada", "Bob"]);
    const [ada, bob] = clients;
    const { code } = ada;
    await ada.do("start");
    await bob.until(() => bob.has("drawn"));
    assert.ok(nodes[2].admin("list", "--all").some((one) => one.code === code));
    const [shown] = nodes[2].admin("show", code); // nobody is connected there
    assert.deepEqual([shown.names, shown.phase, shown.locked], [{ p1: "Ada", p2: "Bob" }, "bidding", false]);
    await eventually(() => nodes[2].admin("show", code)[0].here === 2, "who is connected elsewhere is there");
    nodes[2].admin("lock", code);
    await bob.until(() => bob.messages.some((message) => message.type === "host" && message.locked));
    await everywhere(code, (one) => one.locked, "locked");
    for (const node of nodes) assert.equal((await new Client(node, code).open()).welcome.why, "locked");
    nodes[0].admin("unlock", code);
    await everywhere(code, (one) => !one.locked, "unlocked");
    const watcher = await new Client(nodes[2], code).open({ since: 0 });
    nodes[2].admin("close", code);
    for (const client of [...clients, watcher]) {
        await client.closed;
        assert.equal(client.messages.at(-1).why, "table-closed");
        assert.ok(client.has("over"), "the log ends as a log has to");
    }
    for (const [i, client] of clients.entries())
        assert.equal((await new Client(nodes[i], code, { token: client.token }).open()).welcome.why, "locked", "nobody comes in");
    nodes[1].admin("unlock", code);
    await everywhere(code, (one) => !one.locked, "unlocked");
    await replays(ada);
    const eve = await new Client(nodes[0], code).open({ since: 0 });
    nodes[2].admin("delete", code);
    await eve.closed;
    assert.equal(eve.messages.at(-1).why, "table-closed");
    for (const node of nodes) await eventually(async () => (await new Client(node, code).open()).welcome.why === "no-table", "it is gone everywhere");
});

test("15: a lock holds against servers that decide something about the table at the same moment", async () => {
    const clients = await sit(["Ada", "Bob"], { hourglass: 300000 });
    const { code } = clients[0];
    await clients[0].do("start");
    await clients[1].until(() => clients[1].has("drawn"));
    let moves = 1000;
    for (let i = 0; i < 6; i++) { // the host passes on what it is, which rewrites what a lock is written to
        const busy = Promise.all(clients.flatMap((client, k) =>
            [client.ask("bid", { moves: moves-- }), client.ask("host", { player: clients[(i + k) % 2].you }), client.ask("bid", { moves: moves-- })]));
        const locked = i % 2 === 0;
        nodes[2].admin(locked ? "lock" : "unlock", code);
        await busy;
        await everywhere(code, (one) => one.locked === locked, locked ? "locked" : "unlocked");
    }
    await same(clients);
    await replays(clients[0]);
    for (const client of clients) await client.close();
});

test("15: a nickname is erased everywhere, though it comes and goes on two servers meanwhile", async () => {
    const clients = await sit(["Ada Lovelace", "Bob"]);
    const { code } = clients[0];
    await clients[0].do("start");
    const eve = await new Client(nodes[1], code).open({ since: 0 });
    let erasing = true;
    await eve.do("join", { name: "Cyd" }); // once at least, before anybody is sent away
    const coming = (async () => { // and writes the name with each of them
        while (erasing && eve.socket.readyState === 1) {
            await eve.ask("leave");
            await eve.ask("join", { name: "Cyd" });
        }
    })();
    for (const name of ["Ada Lovelace", "Cyd"]) {
        const found = nodes[2].admin("erase", name).filter((one) => one.code === code);
        assert.equal(found.length, 1, name);
        assert.ok(found[0].erased >= 1);
    }
    erasing = false;
    for (const client of [...clients, eve]) {
        await client.closed;
        assert.equal(client.messages.at(-1).why, "stopping", "who was there comes back");
    }
    await coming;
    assert.deepEqual(nodes[0].admin("erase", "Cyd"), []);
    const again = await new Client(nodes[1], code, { token: clients[1].token }).open({ since: 0 });
    assert.deepEqual([again.welcome.you, again.welcome.state.players[0].name], ["p2", "p1"]);
    await again.do("bid", { moves: 30 });
    const log = await replays(again);
    assert.equal(log.some((event) => /Lovelace|Cyd/.test(JSON.stringify(event))), false);
    await again.close();
});
