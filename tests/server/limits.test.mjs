// What one address, one seat and one table may take, with the limits that users get: seats and votes, connections, what the
// host asks for, and long games that come back into memory.
import test from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Client, Server, run, sit, sleep } from "./client.mjs";

async function open(t, options = [], more = {}) {
    const server = await Server.start(options, { defaults: true, ...more });
    t.after(async () => assert.equal(await server.stop(), 0, server.errors));
    return server;
}
async function come(server, code, name, from = "127.0.0.1", more = {}) {
    const client = await new Client(server, code, more, from).open({ since: 0 });
    return { client, answer: name && await client.ask("join", { name }) };
}
const script = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); print(*(db.execute(sys.argv[2]).fetchone() or [])); db.commit()";
const sql = (server, words) => execFileSync("python3", ["-c", script, join(server.folder, "data.db"), words], { encoding: "utf8" });

test("A4: at a listed table an address has six seats, elsewhere as many as there are", async (t) => {
    const server = await open(t);
    const [ada] = await sit(server, ["Ada"], {});
    await ada.do("list");
    for (let i = 0; i < 6; i++) assert.ok((await come(server, ada.code, `Mallory ${i}`, "127.0.0.2")).answer.ok);
    const seventh = (await come(server, ada.code, "Mallory 6", "127.0.0.2")).answer;
    assert.deepEqual([seventh.ok, seventh.why, seventh.args.most], [false, "too-many-seats", 6]);
    assert.ok((await come(server, ada.code, "Bob", "127.0.0.3")).answer.ok, "others find room");
    await ada.do("unlist");
    assert.ok((await come(server, ada.code, "Mallory 7", "127.0.0.2")).answer.ok, "a club behind one address plays among itself");
});

test("A4: at a listed table an address has one vote, however many seats it has", async (t) => {
    const server = await open(t);
    const [ada, bob] = await sit(server, ["Ada"], { hourglass: 0 }).then(async ([ada]) => [ada, (await come(server, ada.code, "Bob", "127.0.0.3")).client]);
    const mallory = [];
    for (let i = 0; i < 4; i++) mallory.push((await come(server, ada.code, `Mallory ${i}`, "127.0.0.2")).client);
    await ada.do("list");
    await ada.do("start");
    for (const one of [ada, bob, ...mallory]) await one.do("skip");
    await ada.until(() => ada.has("putback"));
    for (const one of mallory) {
        const answer = await one.do("next");
        assert.deepEqual([answer.votes, answer.needed], [1, 2]);
    }
    assert.equal(ada.count("drawn"), 1, "four of six seats want it, and one of three addresses");
    await bob.do("next");
    await ada.until(() => ada.count("drawn") === 2);
});

test("A4: a table keeps 256 seats, forgets the longest absent, and its presence is whole", async (t) => {
    const server = await open(t);
    const [ada, bob] = await sit(server, ["Ada", "Bob"], {});
    server.child.kill("SIGTERM");
    await server.ended;
    sql(server, "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 2745) " +
        "INSERT INTO seats SELECT (SELECT id FROM tables), 'p' || i, randomblob(32) FROM n");
    await server.begin(server.port);
    const back = await new Client(server, ada.code, { token: ada.token }).open({ since: 0 });
    await back.until(() => back.messages.some(({ type }) => type === "presence"));
    const kept = () => back.messages.findLast(({ type }) => type === "presence").away.concat([back.you]);
    assert.equal(kept().length, 256);
    assert.ok(kept().includes(bob.you), "who plays is not forgotten");
    assert.ok(kept().includes("p2745") && !kept().includes("p100"), "whoever came first goes first");
    const eve = (await come(server, ada.code, "Eve")).client;
    await eve.until(() => eve.messages.findLast(({ type }) => type === "presence")?.here.length === 2);
    const { here, away } = eve.messages.findLast(({ type }) => type === "presence");
    assert.equal(here.length + away.length, 256, "for each who comes one more is forgotten");
    await back.do("time"); // and that is in the store
    await eve.until(() => Number(sql(server, "SELECT count(*) FROM seats")) === 256);
});

test("A6: a seat has eight connections", async (t) => {
    const server = await open(t);
    const [ada] = await sit(server, ["Ada"], {});
    const more = [];
    for (let i = 1; i < 8; i++) more.push((await come(server, ada.code, undefined, undefined, { token: ada.token })).client);
    const ninth = await new Client(server, ada.code, { token: ada.token }).open();
    assert.deepEqual([ninth.welcome.ok, ninth.welcome.why, ninth.welcome.args.most], [false, "too-many-devices", 8]);
    await more[0].close();
    const next = async () => (await new Client(server, ada.code, { token: ada.token }).open()).welcome.you;
    let you = await next();
    while (you !== ada.you) you = await next();
});

test("A6: what the host asks for costs, and is told once a second at a large table", async (t) => {
    const server = await open(t);
    const [ada, bob] = await sit(server, ["Ada", "Bob"], {});
    const watchers = [];
    for (let i = 0; i < 10; i++) watchers.push((await come(server, ada.code)).client);
    const told = () => watchers[0].messages.filter(({ type }) => type === "host").length;
    const before = told();
    const begun = Date.now();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => ada.ask(i % 2 ? "unlock" : "lock")));
    const refused = answers.filter((answer) => !answer.ok);
    assert.ok(refused.length > 0 && refused.every(({ why }) => why === "rate"), "after ten there is a limit");
    assert.ok(answers.slice(0, 10).every(({ ok }) => ok), "but the host can always lock a table");
    const seconds = (Date.now() - begun) / 1000;
    assert.ok(told() - before <= seconds + 1, `${told() - before} messages in ${seconds} s`);
    let last;
    while (!(last = await ada.ask("lock")).ok) await sleep(last.args.retry);
    await watchers[0].until(() => watchers[0].messages.findLast(({ type }) => type === "host")?.locked);
    for (const what of ["list", "unlist", "host"])
        assert.notEqual((await bob.ask(what, { player: bob.you })).ok, true, "others spend nothing of it");
});

test("A6: a wish for the next round that is said again is told to nobody", async (t) => {
    const server = await open(t);
    const [ada, bob] = await sit(server, ["Ada", "Bob"], {});
    await ada.do("start");
    await ada.do("skip");
    await bob.do("skip");
    for (let i = 0; i < 20; i++) await ada.do("next");
    await bob.do("time");
    assert.equal(bob.messages.filter(({ type }) => type === "votes").length, 1);
});

/** A table whose game has this many events, at a server that has just been started again. */
async function longGame(server, events) {
    const [ada] = await sit(server, ["Ada"], { hourglass: 0 });
    await ada.do("start");
    await ada.do("bid", { moves: 900000 });
    server.child.kill("SIGTERM");
    await server.ended;
    const { seq, at } = ada.events.at(-1);
    const line = `'{"seq":' || i || ',"at":${at},"ev":"bid","by":"${ada.you}","moves":' || (900000 - i) || '}'`;
    sql(server, `WITH RECURSIVE n(i) AS (SELECT ${seq + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${events}) ` +
        `INSERT INTO events SELECT (SELECT id FROM tables), 1, i, ${line} FROM n`);
    await server.begin(server.port);
    return ada;
}

/** No turn of the server's loop has taken more than 250 ms of a processor. */
async function turnsWereShort(t, server) {
    const metrics = await (await server.get("/metrics")).text();
    const worked = [...metrics.matchAll(/^carom_loop_cpu_seconds_bucket\{le="([^"]+)"\} (\d+)/gm)].map(([, le, count]) => [Number(le.replace("+Inf", "Infinity")), Number(count)]);
    t.diagnostic(`turns of the loop by what they took of a processor: ${JSON.stringify(worked)}`);
    assert.equal(worked.find(([le]) => le === 0.25)[1], worked.at(-1)[1], "none took more than 250 ms");
}
const EVENTS = Number(process.env.EVENTS ?? 199990);

test("A7: a long game comes into memory in parts, and nobody at another table waits for it", async (t) => {
    const server = await open(t, ["--idle-seconds", "1"], { defaults: false });
    const ada = await longGame(server, EVENTS);
    // hello and what follows it in one packet: answered in their order, however long the table takes
    const client = new Client(server, ada.code, { token: ada.token });
    const asked = client.open();
    await new Promise((resolve) => client.socket.once("open", resolve));
    const [welcome, time, bid] = await Promise.all([asked.then(() => client.welcome), client.ask("time"), client.ask("bid", { moves: 5 })]);
    assert.equal(welcome.seq, EVENTS);
    assert.deepEqual([time.ok, bid.ok, bid.seq], [true, true, EVENTS + 1]);
    await turnsWereShort(t, server);
    const log = await server.log(ada.code);
    assert.equal(log.trim().split("\n").length, EVENTS + 1);
});

test("A7: a name is erased from a long log in parts, and nobody at another table waits for it", async (t) => {
    const server = await open(t, [], { defaults: false });
    const ada = await longGame(server, EVENTS);
    const answer = run(["admin", "--admin", join(server.folder, "data.db-admin"), "--json", "erase", "Ada"]);
    assert.equal(answer.status, 0, answer.err);
    assert.deepEqual(answer.out.trim().split("\n").map((line) => JSON.parse(line)).map(({ code, erased }) => [code, erased]), [[ada.code, 1]]);
    await turnsWereShort(t, server);
    const log = await server.log(ada.code);
    assert.match(log, /"ev":"joined","by":"p1","name":"p1"/);
    assert.equal(log.trim().split("\n").length, EVENTS);
});
