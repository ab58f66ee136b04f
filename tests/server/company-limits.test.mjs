// Results, circles and matches at the product of their limits, as a stranger would drive them there: the most members with the most
// entries, a month of results of everybody, a match that takes long to deal. What they cost is charged to the address that asked,
// and is never the time of those who play: it is counted in processor time of the event loop, so a busy machine changes nothing.
import test from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import net from "node:net";
import { join } from "node:path";
import { Server, run } from "./client.mjs";
import { eventually } from "./cluster.mjs";
import { PROXY, address, ask, dailyPuzzle, daysFrom, device, figuresOf, routesOf, send, today } from "./company-client.mjs";
import { limit } from "./limits.mjs";

const DAY = 86400_000;
const LOOP_MS = 100; // of a processor in one turn of the loop, with all that may be asked: ordinary turns take 1 or 2

async function open(t, options = [], defaults = true) {
    const server = await Server.start([...PROXY, ...options], { defaults });
    t.after(async () => assert.equal(await server.stop(), 0, server.errors));
    return server;
}
const create = (server, name, by = name, from = undefined) => ask(server, "POST", "circles", { body: { name: "Team", member: name, device: device(by) }, from });
const enter = (server, code, name, by = name, from = undefined) => ask(server, "POST", `circles/${code}/members`, { body: { name, device: device(by) }, from });

/** Puts records into the file, as lines of kind, owner, key, body. */
function put(server, rows) {
    const code = 'import sqlite3, sys, json; db = sqlite3.connect(sys.argv[1]); db.executemany("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)", json.load(sys.stdin)); db.commit()';
    const done = spawnSync("python3", ["-c", code, join(server.folder, "data.db")], { input: JSON.stringify(rows), encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
}
async function restartWith(server, rows) {
    server.child.kill("SIGTERM");
    assert.equal(await server.ended, 0);
    put(server, rows);
    await server.begin(server.port);
}

/** What turns of the loop have taken of a processor: [seconds, turns above 100 ms]. */
async function worked(server) {
    const text = await (await server.get("/metrics")).text();
    const number = (name) => Number(new RegExp(`^carom_loop_cpu_seconds_${name} ([0-9.]+)`, "m").exec(text)[1]);
    return { seconds: number("sum"), long: number("count") - number(`bucket\\{le="${LOOP_MS / 1000}0*"\\}`) };
}
/** Does it, and says how many milliseconds of the loop it took. */
async function costs(t, server, words, act) {
    const before = await worked(server), begun = Date.now();
    const answer = await act();
    const after = await worked(server);
    const ms = 1000 * (after.seconds - before.seconds);
    t.diagnostic(`${words}: ${ms.toFixed(1)} ms of the loop, answered after ${Date.now() - begun} ms, ${(answer.bytes / 1024).toFixed(0)} KiB`);
    assert.equal(after.long - before.long, 0, `${words}: no turn of the loop takes ${LOOP_MS} ms`);
    return answer;
}
async function fetched(server, path, token, from) {
    const answer = await server.get(`/api/${path}`, { headers: { "Carom-Member": token, "X-Forwarded-For": from } });
    const text = await answer.text();
    return { status: answer.status, text, bytes: text.length };
}

/** A circle with as many members as there may be: Ana, who was made by the server, and others, whose records are put beside hers. */
function crowd(circle, count) {
    const rows = [];
    for (let i = 1; i < count; i++) {
        const id = `m${i.toString(16).padStart(12, "0")}`;
        rows.push([2, circle, id, JSON.stringify({ name: "\"".repeat(44) + i, joined: 1, device: device(`d${i}`), token: device(id) + device(`${id}x`) })]);
    }
    rows.push([1, circle, "circle", JSON.stringify({ name: "Team", created: Date.now(), used: Math.floor(Date.now() / DAY), members: count })]);
    return rows;
}

/** All the entries that members may have in a match. */
function played(members, match, targets) {
    const at = Date.now() - 1000, each = limit("MATCH_ENTRIES_EACH");
    return members.filter(([kind]) => kind === 2).flatMap(([, , by]) => Array.from({ length: targets * each }, (_, i) => {
        const target = 1 + Math.floor(i / each), n = i % each;
        const words = n === 0 ? { ev: "shown" } : n === each - 1 ? { ev: "done" } : { ev: "handed" };
        const route = n > 0 && n < each - 1 ? { moves: 28 - n, ms: 7, route: Array(28 - n).fill("RN").join(" ") } : {};
        return [6, match, `${by}/${String(i + 1).padStart(4, "0")}`, JSON.stringify({ at, ...words, by, n: i + 1, target, ...route })];
    }));
}

test("a match of 200 people with all the entries they may have: shown, played and logged beside the loop", async (t) => {
    const server = await open(t, ["--request-rate", "5"]);
    const ana = await create(server, "Ana");
    const asked = Date.now(), targets = limit("MATCH_TARGETS_MAX"), people = limit("CIRCLE_MEMBERS_MAX");
    const made = await ask(server, "POST", `circles/${ana.circle}/matches`, { token: ana.token, body: { targets, ends: Date.now() + DAY } });
    assert.equal(made.status, 201, JSON.stringify(made));
    t.diagnostic(`${targets} targets dealt in ${Date.now() - asked} ms`);
    const members = crowd(ana.circle, people);
    const rows = played(members, `${ana.circle}-${made.match}`, targets);
    await restartWith(server, [...members, ...rows]);
    const path = `circles/${ana.circle}/matches/${made.match}`;
    const view = await costs(t, server, `${rows.length} entries, shown`, () => fetched(server, path, ana.token, address(1)));
    assert.equal(view.status, 200, view.text.slice(0, 200));
    const { players } = JSON.parse(view.text);
    assert.equal(players.length, people);
    assert.deepEqual([...new Set(players.map(({ played }) => played))].sort(), [0, targets].sort(), "all of theirs were read");
    await costs(t, server, "a target shown", async () => {
        const shown = await ask(server, "POST", `${path}/show`, { token: ana.token, body: { target: 1 }, from: address(2) });
        assert.equal(shown.open.target, 1, JSON.stringify(shown).slice(0, 200));
        return { bytes: JSON.stringify(shown).length };
    });
    const header = run(["store", "check", join(server.folder, "data.db"), "--json"]);
    assert.equal(header.status, 0, header.err + header.out);
    // Over: the log of everybody.
    const [[, , , body]] = JSON.parse(read(server, `kind = 5`));
    await restartWith(server, [[5, ana.circle, "00000001", JSON.stringify({ ...JSON.parse(body), ends: Date.now() })]]);
    const log = await costs(t, server, "the log", () => fetched(server, `${path}/log`, ana.token, address(3)));
    assert.equal(log.status, 200, log.text.slice(0, 200));
    assert.equal(log.text.trimEnd().split("\n").length, rows.length + 3, "header, all entries, Ana's, the end");
    // An address pays for what was read for it.
    let refused = 0;
    for (let i = 0; i < 10 && refused === 0; i++) refused += (await fetched(server, `${path}/log`, ana.token, address(3))).status === 429;
    assert.equal(refused, 1, "an address that asks for it again and again has to wait");
    assert.equal((await ask(server, "GET", path, { token: ana.token, from: address(4) })).status, 200, "and nobody else");
});

/** A server with a circle of Ana's whose match is over and has the longest log there may be, and another of Bea's alone. */
async function longLog(t) {
    const server = await open(t);
    const [ana, bea] = [await create(server, "Ana"), await create(server, "Bea")];
    const made = await ask(server, "POST", `circles/${ana.circle}/matches`, { token: ana.token, body: { targets: 1, ends: Date.now() + DAY } });
    assert.equal(made.status, 201, JSON.stringify(made));
    await restartWith(server, []);
    const [[, , , body]] = JSON.parse(read(server, "kind = 5"));
    const targets = limit("MATCH_TARGETS_MAX"), members = crowd(ana.circle, limit("CIRCLE_MEMBERS_MAX"));
    const { positions: [position], shortest: [shortest], ...header } = JSON.parse(body);
    const over = { ...header, targets, ends: Date.now(), positions: Array(targets).fill(position), shortest: Array(targets).fill(shortest) };
    await restartWith(server, [...members, ...played(members, `${ana.circle}-${made.match}`, targets), [5, ana.circle, "00000001", JSON.stringify(over)]]);
    return { server, ana, bea, path: `circles/${ana.circle}/matches/${made.match}/log` };
}
/** Asks and reads no answer; `head` resolves with its first bytes. */
function asks(server, path, token, from) {
    const socket = net.connect({ port: server.port, host: "127.0.0.1" });
    socket.on("error", () => {});
    const head = new Promise((resolve) => {
        socket.once("readable", () => resolve(socket.read(12)?.toString() ?? ""));
        socket.once("close", () => resolve(""));
    });
    socket.write(`GET /api/${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-Forwarded-For: ${from}\r\nCarom-Member: ${token}\r\n\r\n`);
    return { socket, head };
}

test("long logs that nobody reads: their sum is bounded, and short answers are still given", async (t) => {
    const { server, ana, bea, path } = await longLog(t);
    const before = await memory(server);
    const all = Array.from({ length: 60 }, (_, i) => asks(server, path, ana.token, address(20 + i % 6)));
    const heads = await Promise.all(all.map(({ head }) => head));
    const given = heads.filter((head) => head === "HTTP/1.1 200").length, busy = heads.filter((head) => head === "HTTP/1.1 503").length;
    const more = (await memory(server)) - before;
    t.diagnostic(`${given} logs given, ${busy} refused, ${more.toFixed(0)} MB more`);
    assert.deepEqual([given + busy, given > 0, busy > 0], [60, true, true], heads.join()); // the system takes some megabytes of what is sent
    assert.ok(more < 200, `${more} MB`);
    const short = await fetched(server, `circles/${bea.circle}`, bea.token, address(9));
    assert.equal(short.status, 200, short.text);
    for (const { socket } of all) socket.destroy();
    await eventually(async () => (await fetched(server, path, ana.token, address(10))).status === 200);
});
async function memory(server) {
    const text = await (await server.get("/metrics")).text();
    return Number(/^process_resident_memory_bytes (.*)$/m.exec(text)[1]) / 1e6;
}

test("an address that asks for many long logs at once keeps nobody else waiting", async (t) => {
    const { server, ana, bea, path } = await longLog(t);
    let answered = 0;
    const all = Array.from({ length: 40 }, () => asks(server, path, ana.token, address(20)));
    // Whoever asks when the address has used up its share is refused without reading anything.
    const heads = all.map(({ head }) => head.then((line) => void (line !== "HTTP/1.1 429" && answered++)));
    await Promise.race(heads); // the first that is read, whichever it is: the others wait
    const short = await fetched(server, `circles/${bea.circle}`, bea.token, address(9));
    const sooner = answered;
    assert.equal(short.status, 200, short.text);
    await Promise.all(heads);
    t.diagnostic(`${sooner} of 40 were answered sooner`);
    assert.ok(sooner < 20, `${sooner} of 40 were answered sooner`);
    for (const { socket } of all) socket.destroy();
});

function read(server, where) {
    const code = 'import sqlite3, sys, json; print(json.dumps(sqlite3.connect(sys.argv[1]).execute(f"SELECT * FROM records WHERE {sys.argv[2]}").fetchall()))';
    const done = spawnSync("python3", ["-c", code, join(server.folder, "data.db"), where], { encoding: "utf8", maxBuffer: 1 << 28 });
    assert.equal(done.status, 0, done.stderr);
    return done.stdout;
}

test("a circle of 200 people who have solved everything of two months: shown beside the loop", async (t) => {
    const server = await open(t);
    const ana = await create(server, "Ana");
    const people = limit("CIRCLE_MEMBERS_MAX"), date = today();
    const members = crowd(ana.circle, people);
    const rows = members.filter(([kind]) => kind === 2).flatMap(([, , , body]) => Array.from({ length: 60 * 4 }, (_, i) =>
        [4, JSON.parse(body).device, `${daysFrom(date, -Math.floor(i / 4))}/${["easy", "medium", "fiendish", "micro"][i % 4]}`, '{"moves":5,"ms":70000}']));
    await restartWith(server, [...members, ...rows]);
    const view = await costs(t, server, `${rows.length} results`, () => fetched(server, `circles/${ana.circle}`, ana.token, address(1)));
    assert.equal(view.status, 200, view.text.slice(0, 200));
    const circle = JSON.parse(view.text);
    assert.equal(circle.members.length, people);
    const sums = circle.members.filter(({ name }) => name !== "Ana").map(({ month }) => month);
    assert.deepEqual([...new Set(sums)], [4 * Number(date.slice(8))], "each of this month's four a day");
});

test("a puzzle that 100,000 devices have solved: asked about and solved beside the loop", async (t) => {
    const server = await open(t);
    const puzzle = dailyPuzzle(today(), "easy");
    const routes = routesOf(puzzle, 3, [0, 1]);
    const most = limit("RESULTS_MAX"), owner = `${puzzle.date}/easy`;
    const rows = Array.from({ length: most - 1 }, (_, i) => {
        const { route, moves } = routes[i % routes.length];
        return [3, owner, i.toString(16).padStart(32, "0"), JSON.stringify({ moves, ms: 5000 + i, route, from: Math.floor(i / 30).toString(16).padStart(16, "0") })];
    });
    await restartWith(server, rows);
    const asked = async (by) => { const figures = await figuresOf(server, puzzle, by, address(9)); return { ...figures, bytes: JSON.stringify(figures).length }; };
    const first = await costs(t, server, `${rows.length} results, read`, () => asked(device("nobody")));
    assert.equal(first.solved, most - 1, JSON.stringify(first).slice(0, 200));
    const mine = { device: device("mine"), route: routes[0].route, ms: 5000 + most / 2 };
    const sent = await costs(t, server, "one more", async () => ({ ...await send(server, puzzle, mine, address(8)), bytes: 0 }));
    assert.deepEqual([sent.first, sent.solved], [true, most], JSON.stringify(sent).slice(0, 200));
    const again = await costs(t, server, "20 who ask", async () => (await Promise.all(Array.from({ length: 20 }, () => asked(mine.device))))[0]);
    assert.equal(again.faster, Math.floor((100 * (most / 2 - 2)) / (most - 1)));
    assert.equal((await send(server, puzzle, { ...mine, device: device("late") }, address(7))).why, "rate", "no more than these");
});

test("a player hands in at most ten entries a target; to end the try is always possible", async (t) => {
    const server = await open(t);
    const ana = await create(server, "Ana");
    const made = await ask(server, "POST", `circles/${ana.circle}/matches`, { token: ana.token, body: { targets: 1, ends: Date.now() + DAY } });
    const play = (action, body) => ask(server, "POST", `circles/${ana.circle}/matches/${made.match}/${action}`, { token: ana.token, body: { target: 1, ...body } });
    const { open: { position } } = await play("show");
    const { route } = JSON.parse(run(["solve", position, "--json"]).out);
    const entry = (n) => [6, `${ana.circle}-${made.match}`, `${made.me}/${String(n).padStart(4, "0")}`,
        JSON.stringify({ at: Date.now(), ev: "handed", by: made.me, n, target: 1, moves: 30 - n, ms: n, route: "RN" })];
    const each = limit("MATCH_ENTRIES_EACH");
    await restartWith(server, Array.from({ length: each - 2 }, (_, i) => entry(2 + i)));
    assert.equal((await play("hand", { route: route.join(" ") })).status, 200, "the tenth, with what was shown");
    await restartWith(server, [entry(each)]);
    const refused = await play("hand", { route: route.join(" ") });
    assert.deepEqual([refused.status, refused.why], [429, "rate"]);
    const done = await play("done");
    assert.equal(done.status, 200, JSON.stringify(done));
});

test("long routes count, but are neither listed nor kept in memory", async (t) => {
    const server = await open(t);
    const puzzle = dailyPuzzle(today(), "easy");
    const [{ route, moves }] = routesOf(puzzle, 1, [0]);
    const most = limit("LISTED_MOVES_MAX");
    const robot = puzzle.position.match(/([RYGBS])[a-p]\d/)[1];
    const before = [..."NESW"].flatMap((one) => [..."NESW"].map((other) => `${robot}${one} ${robot}${other} `));
    let long;
    for (const pair of before) {
        const words = pair.repeat(Math.ceil(most / 2) + 1) + route;
        const checked = run(["check", puzzle.position, words, "--json"]);
        if (checked.status === 0) long ??= { route: words, moves: JSON.parse(checked.out).moves };
    }
    if (!long) return t.skip("no robot of today's puzzle goes back and forth");
    assert.ok(long.moves > most);
    assert.equal((await send(server, puzzle, { device: device("a"), route, ms: 9000 }, address(1))).status, 200);
    assert.equal((await send(server, puzzle, { device: device("b"), route: long.route, ms: 90_000 }, address(2))).status, 200);
    for (const restart of [false, true]) {
        if (restart) assert.equal(await server.restart(), 0);
        const figures = await figuresOf(server, puzzle, device("b"));
        assert.deepEqual([figures.solved, figures.routes, figures.histogram], [2, [{ route: figures.routes[0].route, count: 1 }], [[moves, 1], [long.moves, 1]]]);
    }
});

test("SIGTERM while a match of 20 targets is dealt, and others wait for theirs", async (t) => {
    const server = await open(t);
    const all = [];
    for (let i = 0; i < 4; i++) {
        const ana = await create(server, "Ana", `a${i}`, address(i));
        all.push(ask(server, "POST", `circles/${ana.circle}/matches`, { token: ana.token, body: { targets: limit("MATCH_TARGETS_MAX"), ends: Date.now() + DAY }, from: address(i) }).catch(() => ({ status: 0 })));
    }
    await new Promise((done) => setTimeout(done, 300));
    const begun = Date.now();
    server.child.kill("SIGTERM");
    assert.equal(await server.ended, 0, server.errors);
    const ms = Date.now() - begun;
    t.diagnostic(`ended after ${ms} ms; answers: ${(await Promise.all(all)).map(({ status }) => status)}`);
    assert.ok(ms < 5000, `${ms} ms`);
    await server.begin(server.port);
});

test("what is written costs the address that asked, and needs room on the disk", async (t) => {
    const server = await open(t, ["--address-events", "200"]);
    const ana = await create(server, "Ana");
    const name = (i, from) => ask(server, "PATCH", `circles/${ana.circle}/members/me`, { token: ana.token, body: { name: `Ana ${i}x` }, from });
    let renamed = 0;
    while (renamed < 300 && (await name(renamed)).status === 200) renamed++;
    assert.equal((await name(0)).why, "rate");
    assert.ok(renamed >= 15 && renamed <= 25, `${renamed} names: each costs 10 of 200`);
    assert.equal((await name(1000, "10.0.0.2")).status, 200, "another address has its own");
    assert.equal((await ask(server, "GET", `circles/${ana.circle}`, { token: ana.token })).status, 200, "looking is free");

    const full = await open(t, ["--min-free", "100000000"]);
    const puzzle = dailyPuzzle(today(), "easy");
    const [{ route }] = routesOf(puzzle, 1, [0]);
    const reasons = [await create(full, "Ana"), await enter(full, "ABCDEFGHJKLM", "Ben"), await send(full, puzzle, { device: device("a"), route, ms: 9000 })].map(({ why }) => why);
    assert.equal(new Set(reasons).size, 1, String(reasons));
    assert.match(reasons[0], /disk|space|full/);
});

test("a device is erased while its circle and its match are looked at", async (t) => {
    const server = await open(t, ["--request-rate", "0"]);
    const ana = await create(server, "Ana");
    const made = await ask(server, "POST", `circles/${ana.circle}/matches`, { token: ana.token, body: { targets: 1, ends: Date.now() + DAY } });
    for (let i = 0; i < 5; i++) {
        const ben = await enter(server, ana.circle, "Ben");
        const path = `circles/${ana.circle}/matches/${made.match}`;
        await ask(server, "POST", `${path}/show`, { token: ben.token, body: { target: 1 } });
        const looks = Array.from({ length: 40 }, (_, k) => ask(server, "GET", k % 2 ? path : `circles/${ana.circle}`, { token: k % 3 ? ana.token : ben.token, from: address(k) }));
        const erased = run(["admin", "--admin", join(server.folder, "data.db-admin"), "erase", device("Ben")]);
        assert.equal(erased.status, 0, erased.err + erased.out);
        for (const { status, why } of await Promise.all(looks)) assert.ok(status === 200 || why === "not-member", `${status} ${why}`);
        await eventually(async () => (await ask(server, "GET", `circles/${ana.circle}`, { token: ana.token })).count === 1, "Ben is gone");
    }
    assert.equal(JSON.parse(read(server, `owner LIKE '${ana.circle}%' AND kind IN (2, 6)`)).length, 1, "only Ana is left, and no entry");
});
