// Results of the daily puzzles and circles: figures compared with those computed here, forgers, limits as users get them, what is
// hidden, what is erased, what survives a restart.
import test from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Server, run } from "./client.mjs";
import { eventually } from "./cluster.mjs";
import { KINDS, PROXY, address, ask, dailyPuzzle, daysFrom, device, expected, figuresOf, routesOf, send, today } from "./company-client.mjs";
import { limit } from "./limits.mjs";

async function open(t, options = []) {
    const server = await Server.start([...PROXY, ...options], { defaults: true });
    t.after(async () => assert.equal(await server.stop(), 0, server.errors));
    return server;
}
const plain = ({ status, ...figures }) => figures;
/** Random numbers that are the same with every run. */
function* chance(seed) {
    for (;;) yield (seed = (seed * 48271) % 2147483647) / 2147483647;
}

test("28.1: figures are right to the digit, for everybody who has solved it and for those who have not", async (t) => {
    const server = await open(t);
    const random = chance(11);
    for (const kind of ["easy", "micro"]) {
        const puzzle = dailyPuzzle(today(), kind);
        const routes = kind === "easy" ? routesOf(puzzle) : [{ route: JSON.parse(run(["solve", puzzle.position, "--json"]).out).route, moves: puzzle.moves }];
        for (const one of routes) if (Array.isArray(one.route)) one.route = one.route.join(" ");
        assert.deepEqual(await figuresOf(server, puzzle), { status: 200, ...expected([], puzzle.moves) });
        const results = [];
        for (let i = 0; i < 60; i++) {
            const { route, moves } = routes[Math.floor(random.next().value * routes.length)];
            const mine = { device: device(`${kind}${i}`), route, moves, ms: Math.floor(random.next().value ** 3 * 400_000) };
            results.push(mine);
            const answer = await send(server, puzzle, { device: mine.device, route, ms: mine.ms }, address(i));
            assert.deepEqual(answer, { status: 200, ...expected(results, puzzle.moves, mine), first: true });
        }
        for (const mine of results)
            assert.deepEqual(plain(await figuresOf(server, puzzle, mine.device)), expected(results, puzzle.moves, mine));
        assert.deepEqual(plain(await figuresOf(server, puzzle, device("nobody"))), expected(results, puzzle.moves), "routes are for those who have solved it");
        assert.equal(await server.restart(), 0);
        assert.deepEqual(plain(await figuresOf(server, puzzle, results[7].device)), expected(results, puzzle.moves, results[7]), "after a restart");
        await server.crash();
        assert.deepEqual(plain(await figuresOf(server, puzzle, results[7].device)), expected(results, puzzle.moves, results[7]), "after a crash");
    }
});

test("28.1: a device has one result, its first; a route is the same however it is written", async (t) => {
    const server = await open(t);
    const puzzle = dailyPuzzle(today(), "medium");
    const [{ route }, , , longer] = routesOf(puzzle, 3, [0, 1]);
    const mine = { device: device("one"), route, moves: puzzle.moves, ms: 61_000 };
    const first = await send(server, puzzle, { device: mine.device, route: route.toLowerCase(), ms: mine.ms });
    assert.equal(first.first, true);
    const again = await send(server, puzzle, { device: mine.device, route: longer?.route ?? route, ms: 5 });
    assert.deepEqual(plain(again), { ...expected([mine], puzzle.moves, mine), first: false });
    const both = await Promise.all(["a", "a", "a", "b"].map((name, i) => send(server, puzzle, { device: device(name), route, ms: 9000 }, address(i))));
    assert.deepEqual(both.map(({ first }) => first).sort(), [false, false, true, true], "at the same moment too");
    assert.equal((await figuresOf(server, puzzle)).solved, 3);
});

test("28.1: what is no result is refused, and changes nothing", async (t) => {
    const server = await open(t);
    const date = today();
    const puzzle = dailyPuzzle(date, "easy");
    const [{ route }] = routesOf(puzzle, 1, [0]);
    const good = { device: device("x"), route, ms: 1000 };
    const asked = async (body, path = `daily/${date}/easy`) => {
        const { status, why } = await ask(server, "POST", path, { body });
        return [status, why];
    };
    assert.deepEqual(await asked({ ...good, route: route.split(" ").slice(0, -1).join(" ") }), [409, "not-solved"]);
    assert.deepEqual(await asked({ ...good, route: "RX" }), [400, "bad-route"]);
    assert.deepEqual(await asked({ ...good, route: "" }), [409, "not-solved"]);
    assert.deepEqual(await asked({ ...good, route: "RN ".repeat(1000) }), [400, "bad-message"]);
    assert.deepEqual(await asked({ ...good, route: 3 }), [400, "bad-message"]);
    assert.deepEqual(await asked({ ...good, ms: -1 }), [400, "bad-message"]);
    assert.deepEqual(await asked({ ...good, ms: 1.5 }), [400, "bad-message"]);
    assert.deepEqual(await asked({ ...good, device: "x" }), [400, "bad-message"]);
    assert.deepEqual(await asked({ ...good, device: device("x").toUpperCase() }), [400, "bad-message"]);
    assert.deepEqual(await asked("[]"), [400, "bad-json"]);
    assert.deepEqual(await asked(""), [400, "bad-json"]);
    for (const day of [-4, -30]) {
        const old = daysFrom(date, day);
        assert.deepEqual(await asked(good, `daily/${old}/easy`), [409, "day-closed"], old);
        assert.equal((await ask(server, "GET", `daily/${old}/easy`)).solved, 0, "but it can be looked at");
    }
    for (const place of [`${daysFrom(date, 2)}/easy`, `${date}/hard`, `${date}`, `${date}/easy/`, "2025-12-31/easy", "2026-02-30/easy", "/easy"])
        assert.deepEqual(await asked(good, `daily/${place}`), [404, "not-found"], place);
    assert.equal((await ask(server, "GET", `daily/${date}/easy?device=1`)).why, "bad-query");
    assert.equal((await ask(server, "DELETE", `daily/${date}/easy`)).status, 405);
    assert.equal((await figuresOf(server, puzzle)).solved, 0);
});

test("28.1: 1,000 invented results from one address change nothing; a class at one address counts", async (t) => {
    const server = await open(t, ["--request-rate", "0"]);
    const puzzle = dailyPuzzle(today(), "easy");
    const routes = routesOf(puzzle);
    const results = [];
    for (let i = 0; i < 50; i++) {
        const { route, moves } = routes[i % routes.length];
        results.push({ device: device(`real${i}`), route, moves, ms: 10_000 + 977 * i });
        await send(server, puzzle, { device: results[i].device, route, ms: results[i].ms }, i < 30 ? "10.9.9.9" : address(i));
    }
    const figures = async () => plain(await figuresOf(server, puzzle, results[9].device));
    const before = await figures();
    assert.deepEqual(before, expected(results, puzzle.moves, results[9]));
    for (const from of ["10.66.6.6", "2001:db8:66:1::1"]) {
        const answers = [];
        for (let i = 0; i < 1000; i += 20) // not more connections at a time than an address may have
            answers.push(...await Promise.all(Array.from({ length: 20 }, (_, k) =>
                send(server, puzzle, { device: device(`${from}${i + k}`), route: routes[k % routes.length].route, ms: 1 }, from))));
        const taken = answers.filter(({ status }) => status === 200).length;
        assert.equal(taken, limit("RESULTS_PER_HOUR"), "the others are sent away");
        assert.ok(answers.every(({ status }) => status === 200 || status === 429));
        assert.deepEqual(await figures(), before, `after those from ${from}`);
    }
    for (let i = 0; i < 1000; i++) // one network of many addresses, a few from each
        await send(server, puzzle, { device: device(`net${i}`), route: routes[0].route, ms: 1 }, `2001:db8:77:${(i % 100).toString(16)}::1`);
    assert.deepEqual(await figures(), before, "after those from one /48");
    assert.equal(await server.restart(), 0);
    assert.deepEqual(await figures(), before, "after a restart");
});

test("28.8: a host can switch it off", async (t) => {
    const on = await open(t), off = await open(t, ["--company", "no"]);
    assert.deepEqual(await (await on.get("/api/server")).json(), { company: true });
    assert.deepEqual(await (await off.get("/api/server")).json(), { company: false });
    const code = "K7M2QXABCD3F";
    for (const [method, path] of [["GET", `daily/${today()}/easy`], ["POST", `daily/${today()}/easy`], ["POST", "circles"], ["GET", `circles/${code}`],
        ["POST", `circles/${code}/members`], ["PATCH", `circles/${code}/members/me`], ["DELETE", `circles/${code}/members/me`]])
        assert.deepEqual([(await ask(off, method, path)).why, (await ask(off, method, path)).status], ["company-off", 404], path);
});

/* ---- circles ---- */

const create = (server, name, member, by = member, from = undefined) =>
    ask(server, "POST", "circles", { body: { name, member, device: device(by) }, from });
const join_ = (server, code, name, by = name, from = undefined) =>
    ask(server, "POST", `circles/${code}/members`, { body: { name, device: device(by) }, from });
const look = (server, { circle, token }, query = "") => ask(server, "GET", `circles/${circle}${query}`, { token });

test("28.2: whoever has the link joins a circle; today's results are hidden until you have your own", async (t) => {
    const server = await open(t);
    const date = today();
    const puzzles = Object.fromEntries(KINDS.map((kind) => [kind, dailyPuzzle(date, kind)]));
    const solve = (kind, by, ms) => {
        const { route } = JSON.parse(run(["solve", puzzles[kind].position, "--json"]).out);
        return send(server, puzzles[kind], { device: device(by), route: Array.isArray(route) ? route.join(" ") : route, ms }, address(by.length));
    };
    const ana = await create(server, "  Team ", "Ana");
    assert.equal(ana.status, 201);
    assert.match(ana.circle, /^[A-HJ-NP-Z2-9]{12}$/);
    assert.equal(ana.name, "Team");
    assert.deepEqual(await look(server, { circle: ana.circle }), { status: 200, name: "Team", count: 1 }, "without a token no more than the name");
    const ben = await join_(server, ana.circle.toLowerCase(), "Ben");
    assert.equal(ben.circle, ana.circle);
    assert.notEqual(ben.id, ana.id);
    await solve("easy", "Ana", 40_000);
    await solve("micro", "Ana", 9_000);
    const nothing = { easy: null, medium: null, fiendish: null, micro: null };
    const seen = await look(server, ben);
    assert.deepEqual(seen, {
        status: 200, name: "Team", count: 2, me: ben.id, date, matches: [], members: [
            { id: ana.id, name: "Ana", today: { ...nothing, easy: {}, micro: {} }, week: 2, month: 2, played: true },
            { id: ben.id, name: "Ben", today: nothing, week: 0, month: 0, played: false },
        ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    });
    await solve("easy", "Ben", 50_000);
    const member = async (who, id) => (await look(server, who)).members.find((one) => one.id === id);
    assert.deepEqual((await member(ben, ana.id)).today, { ...nothing, easy: { moves: puzzles.easy.moves, ms: 40_000 }, micro: {} });
    assert.deepEqual((await member(ana, ben.id)).today, { ...nothing, easy: { moves: puzzles.easy.moves, ms: 50_000 } });
    assert.equal(await server.restart(), 0);
    assert.deepEqual((await member(ana, ben.id)).week, 1, "after a restart");
    for (const [days, why] of [[-2, "bad-query"], [-1, undefined], [1, undefined], [2, "bad-query"]])
        assert.equal((await look(server, ana, `?date=${daysFrom(date, days)}`)).why, why, `${days} days`);
});

test("28.2: members are renamed and leave; with the last one the circle is gone, and nothing of it is in the file", async (t) => {
    const server = await open(t);
    const ana = await create(server, "Team", "Ana");
    const ben = await join_(server, ana.circle, "Ben");
    const me = (method, token, body) => ask(server, method, `circles/${ana.circle}/members/me`, { token, body });
    assert.deepEqual(await me("PATCH", ben.token, { name: "Benny" }), { status: 200, ok: true });
    assert.deepEqual((await look(server, ana)).members.map(({ name }) => name).sort(), ["Ana", "Benny"]);
    assert.equal((await me("PATCH", ben.token, { name: "Аna" })).why, "name-taken", "a name that looks like Ana's");
    assert.equal((await me("PATCH", ben.token, { name: " " })).why, "name-empty");
    assert.equal((await me("PATCH", undefined, { name: "X" })).why, "not-member");
    assert.equal((await me("DELETE", "A".repeat(22))).why, "not-member");
    const again = await join_(server, ana.circle, "Benjamin", "Ben");
    assert.equal(again.id, ben.id, "the same device is the same member");
    assert.equal((await me("PATCH", ben.token, { name: "B" })).why, "not-member", "its old token is worth nothing");
    assert.equal((await look(server, ana)).count, 2);
    assert.deepEqual(await me("DELETE", again.token), { status: 200, ok: true });
    assert.equal((await look(server, ana)).count, 1);
    assert.equal((await join_(server, ana.circle, "Ben")).id, ben.id);
    for (const one of [ana.token, (await join_(server, ana.circle, "Ben")).token]) await me("DELETE", one);
    assert.equal((await look(server, ana)).why, "no-circle");
    assert.equal(records(server, "kind IN (1, 2)"), 0);
});

/** How many records the file has. */
function records(server, where) {
    const code = `import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM records WHERE ${where}").fetchone()[0])`;
    const done = spawnSync("python3", ["-c", code, join(server.folder, "data.db")], { encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
    return Number(done.stdout);
}
function change(server, sql) {
    const code = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.executescript(sys.argv[2]); db.commit()";
    const done = spawnSync("python3", ["-c", code, join(server.folder, "data.db"), sql], { encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
}

test("28.2: a circle has at most 200 members, an address makes 20 circles an hour, and codes cannot be tried out", async (t) => {
    const server = await open(t, ["--request-rate", "0"]);
    const most = limit("CIRCLE_MEMBERS_MAX");
    const { circle, token } = await create(server, "School", "Head");
    const answers = await Promise.all(Array.from({ length: most + 4 }, (_, i) => join_(server, circle, `Pupil ${i}x`)));
    assert.equal(answers.filter(({ status }) => status === 201).length, most - 1);
    assert.deepEqual([...new Set(answers.filter(({ status }) => status !== 201).map(({ why }) => why))], ["circle-full"]);
    const full = await look(server, { circle, token });
    assert.deepEqual([full.count, full.members.length], [most, most]);
    const made = await Promise.all(Array.from({ length: limit("CIRCLES_PER_HOUR") + 5 }, (_, i) => create(server, "C", `M${i}`, `d${i}`, "10.3.3.3")));
    assert.equal(made.filter(({ status }) => status === 201).length, limit("CIRCLES_PER_HOUR"));
    assert.equal(made.at(-1).why, "rate");
    const joins = await Promise.all(Array.from({ length: limit("JOINS_PER_HOUR") + 5 }, (_, i) => join_(server, made[0].circle, `N${i}`, "same", "10.3.3.4")));
    assert.equal(joins.filter(({ why }) => why === "rate").length, 5);
    let tries = 0;
    while (tries < 1000 && (await ask(server, "GET", `circles/${"ABCDEFGHJKLMNPQRSTUVWXYZ"[tries % 24].repeat(12)}`, { from: "10.4.4.4" })).why === "no-circle") tries++;
    assert.equal(tries, 121, "then the address waits");
    for (const path of ["circles", "circles/"]) assert.ok((await ask(server, "GET", path)).status >= 404, "nobody can list circles");
});

test("28.8: an operator erases a name, or a device with everything it has sent", async (t) => {
    const server = await open(t);
    const puzzle = dailyPuzzle(today(), "easy");
    const [{ route, moves }] = routesOf(puzzle, 1, [0]);
    const admin = (...words) => {
        const answer = run(["admin", "--admin", join(server.folder, "data.db-admin"), "--json", ...words]);
        assert.equal(answer.status, 0, answer.err);
        return answer.out.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
    };
    const ana = await create(server, "Team", "Ana");
    const ben = await join_(server, ana.circle, "Ben");
    const alone = await create(server, "Alone", "Ben");
    for (const [i, who] of ["Ana", "Ben"].entries()) await send(server, puzzle, { device: device(who), route, ms: 7000 + i }, address(i));
    assert.equal((await figuresOf(server, puzzle)).solved, 2);
    admin("erase", "ANA");
    assert.deepEqual((await look(server, ana)).members.map(({ name }) => name).sort(), ["Ben", ana.id].sort());
    admin("erase", device("Ben"));
    assert.equal((await look(server, { ...ana, token: ben.token })).me, undefined, "is no member any more");
    assert.equal((await look(server, ana)).count, 1);
    assert.equal((await look(server, alone)).why, "no-circle");
    const mine = { device: device("Ana"), route, moves, ms: 7000 };
    assert.deepEqual(plain(await figuresOf(server, puzzle, mine.device)), expected([mine], puzzle.moves, mine));
    await server.restart();
    assert.equal(records(server, `owner LIKE '%Ben%' OR body LIKE '%Ben%'`), 0);
});

test("28.8: results and circles that are too old go by themselves; copies and backups have the others", async (t) => {
    const server = await open(t, ["--keep-results", "30d"]);
    const puzzle = dailyPuzzle(today(), "easy");
    const [{ route }] = routesOf(puzzle, 1, [0]);
    const ana = await create(server, "Team", "Ana");
    const old = await create(server, "Old", "Cy");
    await send(server, puzzle, { device: device("Ana"), route, ms: 7000 });
    server.child.kill("SIGTERM");
    assert.equal(await server.ended, 0);
    const hash = "0123456789abcdef".repeat(2), past = daysFrom(today(), -31), kept = daysFrom(today(), -29);
    for (const date of [past, kept])
        change(server, `INSERT INTO records VALUES (3, '${date}/easy', '${hash}', '{"moves":5,"ms":1,"route":"RN","from":"0"}');
            INSERT INTO records VALUES (4, '${hash}', '${date}/easy', '{"moves":5,"ms":1}');`);
    change(server, `UPDATE records SET body = replace(body, '"used":', '"used":0,"u":') WHERE kind = 1 AND owner = '${old.circle}'`);
    await server.begin(server.port);
    await eventually(async () => records(server, `owner LIKE '${past}%' OR key LIKE '${past}%' OR owner = '${old.circle}'`) === 0, "what is too old goes");
    assert.equal(records(server, `owner LIKE '${kept}%' OR key LIKE '${kept}%'`), 2);
    assert.equal((await look(server, ana)).count, 1);
    assert.equal((await look(server, old)).why, "no-circle");
    const data = join(server.folder, "data.db");
    for (const words of [["backup", data, `${data}-backup`], ["copy", data, `${data}-copy`]]) {
        assert.equal(run(["store", ...words]).status, 0);
        const answer = run(["store", "check", words[2], "--json"]);
        assert.equal(answer.status, 0, answer.err);
        assert.equal(JSON.parse(answer.out.trim().split("\n").at(-1)).records, 6, "a circle, a member, two results twice");
    }
});
