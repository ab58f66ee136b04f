// Matches over days (H8 to H15) with the real server, on a file and on two servers with one PostgreSQL: days pass between moves, servers are
// killed in between, and the log of everything verifies.
//
// Runs itself under with-postgres and below a clock that can be set (tests/faults/clock.c), which the database and the servers read.
import test from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
if (!process.env.CAROM_CLOCK) {
    const folder = mkdtempSync(join(tmpdir(), "carom-clock-"));
    spawnSync("chmod", ["755", folder]);
    const clock = join(folder, "clock");
    writeFileSync(clock, "0");
    const done = spawnSync(join(HERE, "../store/with-postgres"), [process.execPath, "--test-reporter=tap", fileURLToPath(import.meta.url)],
        { stdio: "inherit", env: { ...process.env, LD_PRELOAD: process.env.CLOCK, CAROM_CLOCK: clock } });
    rmSync(folder, { recursive: true, force: true });
    process.exit(done.status ?? 1);
}
const { Server, run } = await import("./client.mjs");
const { startNodes, stopNodes } = await import("./cluster.mjs");
const { PROXY, ask, device } = await import("./company-client.mjs");
const { limit } = await import("./limits.mjs");

const DAY = 86400_000;
const ZONES = ["America/Los_Angeles", "Europe/Madrid", "Asia/Kolkata", "Pacific/Auckland"];
const NAMES = ["Ana", "Ben", "Cyd", "Dot"];
const setDay = (days) => writeFileSync(process.env.CAROM_CLOCK, String(Math.round(days * DAY)));
const solve = (position) => JSON.parse(run(["solve", position, "--json"]).out).route.join(" ");

/** Somebody with a device, in a circle. */
class Player {
    constructor(name, code, token) { Object.assign(this, { name, code, token, seen: [] }); }
    static async create(server, name) {
        const made = await ask(server, "POST", "circles", { body: { name: "Team", member: name, device: device(name) } });
        return new Player(name, made.circle, made.token);
    }
    static async join(server, code, name) {
        const { token } = await ask(server, "POST", `circles/${code}/members`, { body: { name, device: device(name) } });
        return new Player(name, code, token);
    }
    circle = (server) => ask(server, "GET", `circles/${this.code}`, { token: this.token });
    create = (server, targets, ends) => ask(server, "POST", `circles/${this.code}/matches`, { token: this.token, body: { targets, ends } });
    view = (server, match) => ask(server, "GET", `circles/${this.code}/matches/${match}`, { token: this.token });
    play = (server, match, action, body) => ask(server, "POST", `circles/${this.code}/matches/${match}/${action}`, { token: this.token, body });
    log = (server, match) => server.get(`/api/circles/${this.code}/matches/${match}/log`, { headers: { "Carom-Member": this.token } });
    async whole(server, match, target, wait = 0) {
        const shown = await this.play(server, match, "show", { target });
        assert.equal(shown.status, 200, JSON.stringify(shown));
        if (wait) await new Promise((done) => setTimeout(done, wait));
        const handed = await this.play(server, match, "hand", { target, route: solve(shown.open.position) });
        assert.equal(handed.status, 200, JSON.stringify(handed));
        const done = await this.play(server, match, "done", { target });
        this.seen[target] = { position: shown.open.position, moves: handed.open.moves, ms: handed.open.ms };
        return done;
    }
}
const mine = (view) => view.players.find(({ id }) => id === view.me);
const named = (view, name) => view.players.find((player) => player.name === name);

/** The same on a file and on two servers: `at` is the server that somebody happens to reach. */
async function days(nodes) {
    let turn = 0;
    const at = () => nodes[turn++ % nodes.length];
    const crashAll = async () => { for (const node of nodes) await node.crash(); };
    setDay(0);
    await crashAll();
    const ana = await Player.create(at(), "Ana");
    const players = [ana];
    for (const name of NAMES.slice(1)) players.push(await Player.join(at(), ana.code, name));
    const [, ben, cyd, dot] = players;
    const ends = Date.now() + 6 * DAY;
    const made = await ana.create(at(), 4, ends);
    assert.equal(made.status, 201, JSON.stringify(made));
    const match = made.match;
    assert.equal(JSON.stringify(made).includes("/R"), false, "no position before it is shown");

    // Day 0: Ana plays two targets; Ben is shown the first one, and the server is killed.
    await ana.whole(at(), match, 1, 1100);
    await ana.whole(at(), match, 2);
    const shown = await ben.play(at(), match, "show", { target: 1 });
    assert.equal(shown.open.position, ana.seen[1].position, "H9: the same position for everybody");
    assert.deepEqual(named(shown, "Ana").tries.slice(0, 2), [{}, {}], "H12: hidden until played");
    assert.equal(named(shown, "Ana").points, 0);
    await crashAll();
    const again = await ben.view(at(), match);
    assert.equal(again.open.position, shown.open.position, "the try has survived");
    assert.ok(again.open.spent >= shown.open.spent && again.open.left < shown.open.left, "H10: and so has its clock");
    const refused = await ben.play(at(), match, "show", { target: 2 });
    assert.equal(refused.why, "round-on");
    const handed = await ben.play(at(), match, "hand", { target: 1, route: solve(shown.open.position) });
    assert.equal(handed.open.moves, ana.seen[1].moves);
    const repeated = await ben.play(at(), match, "hand", { target: 1, route: handed.open.route });
    assert.equal(repeated.status, 200, "an answer that was lost can be asked for again");
    assert.equal(repeated.open.ms, handed.open.ms);
    const benFirst = await ben.play(at(), match, "done", { target: 1 });
    ben.seen[1] = handed.open;
    assert.equal(named(benFirst, "Ana").tries[0].moves, ana.seen[1].moves, "H12: now Ben sees Ana's");
    assert.deepEqual(named(benFirst, "Ana").tries[1], {}, "H12: but not at the second");

    // Day 2, with another kill: Cyd plays all; so does Dot on two devices at once.
    setDay(2);
    await crashAll();
    for (let target = 1; target <= 4; target++) await cyd.whole(at(), match, target);
    const both = await Promise.all([0, 1, 2, 3].map(() => dot.play(at(), match, "show", { target: 1 })));
    assert.ok(both.every(({ status, why }) => status === 200 || why === "busy"), JSON.stringify(both.map(({ why }) => why)));
    const looks = await dot.view(at(), match);
    assert.equal(looks.open.target, 1, "shown once");
    await Promise.all([0, 1].map((i) => dot.play(nodes[i % nodes.length], match, "done", { target: 1 })));
    await dot.whole(at(), match, 2);
    const early = await dot.log(at(), match);
    assert.equal(early.status, 409, "no log before the end");

    // Day 5: Ben's second target is shown, nobody hands anything in, and the try ends by itself; the third is played.
    setDay(5);
    await crashAll();
    await ben.play(at(), match, "show", { target: 2 });
    setDay(5.01);
    await crashAll();
    const late = await ben.play(at(), match, "hand", { target: 2, route: "RN" });
    assert.equal(late.why, "closed", "H10: the clock ran while the servers were down");
    await ben.whole(at(), match, 3);

    // Day 6: it is over.
    setDay(6.1);
    await crashAll();
    assert.equal((await ana.play(at(), match, "show", { target: 3 })).why, "over");
    return { nodes, at, ana, players, match, ends };
}

/** Points as H13 has them, from what players were told when they handed in. */
function pointsOf(players) {
    const points = Object.fromEntries(players.map(({ name }) => [name, 0]));
    for (const target of [1, 2, 3, 4]) {
        const results = players.filter(({ seen }) => seen[target]).map(({ name, seen }) => ({ name, ...seen[target] }));
        for (const one of results) {
            const better = results.filter(({ moves, ms }) => moves < one.moves || (moves === one.moves && ms < one.ms)).length;
            points[one.name] += [3, 2][better] ?? 1;
        }
    }
    return points;
}

async function verified({ at, ana, players, match, ends }) {
    const views = [];
    for (const player of players) views.push(await player.view(at(), match));
    const points = pointsOf(players);
    for (const view of views) {
        assert.equal(view.over, true);
        assert.deepEqual(Object.fromEntries(view.players.map(({ name, points }) => [name, points])), points, "H13, H14: everybody sees the same points");
        assert.equal(view.positions.length, 4);
        assert.deepEqual(ZONES.map((timeZone) => Date.parse(new Date(view.ends).toLocaleString("en-US", { timeZone, timeZoneName: "longOffset" }))),
            ZONES.map(() => Math.floor(ends / 1000) * 1000), "in every time zone it is the same moment");
    }
    const log = await (await ana.log(at(), match)).text();
    const lines = log.trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(lines[0].hash, views[0].hash);
    const checked = run(["replay"], log);
    assert.equal(checked.status, 0, checked.err + checked.out);
    assert.match(checked.out, /all valid\. The game is over\./);
    const told = lines.at(-1);
    assert.deepEqual(Object.fromEntries(views[0].players.map(({ id, name }) => [name, told.points[id]])), points, "the log's points");
    const forged = log.replace(/"ms":(\d+)/, (_, ms) => `"ms":${Number(ms) + 1}`);
    assert.equal(run(["replay"], forged).status, 1, "a log with another time does not verify");
    return { log, lines, views };
}

test("28.3: H8, H9, H10, H12, H13, H14: four players over six days on a file, killed five times; the log verifies", async () => {
    const server = await Server.start(PROXY);
    const world = await days([server]);
    const { lines } = await verified(world);
    // H15: leaving erases.
    const ben = world.players[1];
    const id = (await ben.view(server, world.match)).me;
    assert.ok(lines.some(({ by }) => by === id));
    await ask(server, "DELETE", `circles/${ben.code}/members/me`, { token: ben.token });
    const log = await (await world.ana.log(server, world.match)).text();
    assert.equal(log.includes(id), false, "nothing of Ben is left");
    assert.equal(run(["replay"], log).status, 0, "and the log still verifies");
    const listed = (await world.ana.circle(server)).matches;
    assert.deepEqual(listed.map(({ match, targets, over, played }) => ({ match, targets, over, played })), [{ match: world.match, targets: 4, over: true, played: 2 }]);
    await server.stop();
});

test("28.3: the same on two servers with one PostgreSQL", async () => {
    const nodes = await startNodes(2, { options: PROXY });
    await verified(await days(nodes));
    await stopNodes(nodes);
    setDay(0);
});

/** The matches in the file, and entries of them. */
function records(server, file = "data.db") {
    const code = 'import sqlite3, sys; print(*[sqlite3.connect(sys.argv[1]).execute(f"SELECT count(*) FROM records WHERE kind = {kind}").fetchone()[0] for kind in (5, 6)])';
    const done = spawnSync("python3", ["-c", code, join(server.folder, file)], { encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
    return done.stdout.trim().split(" ").map(Number);
}

test("H15: 28.8: matches go with what they belong to: a member, a device that is erased, a circle; a copy has them", async () => {
    setDay(0);
    const admin = join(mkdtempSync(join(tmpdir(), "carom-admin-")), "admin");
    const server = await Server.start([...PROXY, "--admin", admin]);
    const ana = await Player.create(server, "Ana");
    const ben = await Player.join(server, ana.code, "Ben");
    const cyd = await Player.join(server, ana.code, "Cyd");
    const { match } = await ana.create(server, 2, Date.now() + DAY);
    for (const one of [ana, ben, cyd]) await one.whole(server, match, 1);
    assert.deepEqual(records(server), [1, 9], "a match, and three entries of each");
    await ask(server, "DELETE", `circles/${ana.code}/members/me`, { token: cyd.token });
    assert.deepEqual(records(server), [1, 6]);
    const erased = run(["admin", "--admin", admin, "erase", device("Ben")]);
    assert.equal(erased.status, 0, erased.err + erased.out);
    assert.deepEqual(records(server), [1, 3]);
    const copied = run(["store", "copy", join(server.folder, "data.db"), join(server.folder, "copy.db")]);
    assert.equal(copied.status, 0, copied.err + copied.out);
    assert.deepEqual(records(server, "copy.db"), [1, 3]);
    await ask(server, "DELETE", `circles/${ana.code}/members/me`, { token: ana.token });
    assert.deepEqual(records(server), [0, 0], "with the last member the circle is gone, and its matches");
    await server.stop();
});

test("what is asked wrongly, by others, or too often", async () => {
    setDay(0);
    const server = await Server.start(PROXY, { defaults: true });
    const ana = await Player.create(server, "Ana");
    const soon = () => Date.now() + DAY;
    const why = async (asking) => (await asking).why;
    for (const body of [{}, { targets: 0, ends: soon() }, { targets: 21, ends: soon() }, { targets: 5 }, { targets: 5, ends: Date.now() - 1 },
        { targets: 5, ends: Date.now() + 32 * DAY }, { targets: "5", ends: soon() }])
        assert.equal(await why(ask(server, "POST", `circles/${ana.code}/matches`, { token: ana.token, body })), "bad-message", JSON.stringify(body));
    assert.equal(await why(ask(server, "POST", `circles/${ana.code}/matches`, { body: { targets: 5, ends: soon() } })), "not-member");
    assert.equal(await why(ana.view(server, 1)), "no-match");
    const { match } = await ana.create(server, 1, soon());
    const stranger = new Player("Eve", ana.code, "A".repeat(43));
    assert.equal(await why(stranger.view(server, match)), "not-member");
    assert.equal(await why(ana.play(server, match, "show", { target: 2 })), "no-target");
    assert.equal(await why(ana.play(server, match, "hand", { target: 1, route: "RN" })), "no-target");
    await ana.play(server, match, "show", { target: 1 });
    assert.equal(await why(ana.play(server, match, "hand", { target: 1, route: "north" })), "bad-route");
    assert.equal(await why(ana.play(server, match, "hand", { target: 1, route: "RN ".repeat(28) })), "long-route");
    for (let n = 1; n < limit("MATCHES_RUNNING"); n++) assert.equal((await ana.create(server, 1, soon())).status, 201);
    assert.equal(await why(ana.create(server, 1, soon())), "too-many-matches");
    let refused;
    for (let n = 0; n <= limit("MATCHES_PER_HOUR") && refused !== "rate"; n++) refused = await why(ana.create(server, 1, soon()));
    assert.equal(refused, "rate", "an address makes so many an hour");
    await server.stop();
});
