// A server whose limits are so small (tests/server/meson.build) that every queue is full and every socket stuck all the time:
// what waits there, who goes away while it waits, and what is given up are looked at by the sanitizers it is built with.
// Named after what was found: a visitor forgotten while an upgrade waited on a full socket.
import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, Server, run, sit, sleep } from "./client.mjs";
import { PROXY, address, ask, dailyPuzzle, daysFrom, device, expected, figuresOf, routesOf, send, today } from "./company-client.mjs";
import { House, cells, hard, handshake, picture, say } from "./abuse-fixture.mjs";

const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

test("20: every file with a limit is compiled with the small one", () => {
    const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
    const folder = join(root, "src/server");
    const files = readdirSync(folder, { recursive: true }).filter((name) => /\.[ch]$/.test(name));
    const texts = new Map(files.map((name) => [name, readFileSync(join(folder, name), "utf8").replace(/\/\*.*?\*\//gs, "")]));
    const defined = /#define (\w+)[\s\\]+TEST_LIMIT\(/g;
    const headers = [...texts].filter(([name]) => name.endsWith(".h"));
    const names = headers.flatMap(([, text]) => [...text.matchAll(defined)].map(([, name]) => name));
    const limits = new RegExp(`\\b(TEST_LIMIT|${names.join("|")})\\b`);
    for (const [name, text] of headers.filter(([name]) => name !== "base/base.h"))
        assert.doesNotMatch(text.replace(defined, ""), limits, `${name}: a limit in a header would concern whoever includes it`);
    const expected = [...texts].filter(([name, text]) => name.endsWith(".c") && limits.test(text)).map(([name]) => `src/server/${name}`);
    const [, list] = /limited = \[\n(.*?)\]/s.exec(readFileSync(join(root, "tests/server/meson.build"), "utf8"));
    assert.deepEqual([...list.matchAll(/'(.+)'/g)].map(([, name]) => name), expected.sort());
});

test("20: this server has the small limits", async (t) => {
    const server = await Server.start();
    t.after(async () => assert.equal(await server.stop(), 0, server.errors));
    const asked = async (path, body) => (await server.get(`/api/circles${path}`, { method: "POST", body: JSON.stringify(body) })).json();
    const member = (i) => ({ device: String(i).repeat(32), name: `Member ${i}x` });
    const { circle } = await asked("", { ...member(1), member: "Head" });
    let answer;
    for (let i = 2; i <= 6; i++) answer = await asked(`/${circle}/members`, member(i));
    assert.equal(answer.why, "circle-full", "CIRCLE_MEMBERS_MAX is 5 here; users get 200");
});

test("A5: a refusal whose text has to grow is counted once", async (t) => {
    const server = await Server.start(); // the first text that it writes, into as good as no memory
    t.after(async () => assert.equal(await server.stop(), 0, server.errors));
    const answer = await server.get("/api/nothing");
    assert.deepEqual([answer.status, (await answer.json()).why], [404, "not-found"]);
    const metrics = await (await server.get("/metrics")).text();
    assert.match(metrics, /^carom_api_errors_total\{code="not-found"\} 1$/m);
    assert.match(metrics, /^carom_commit_seconds_count \d+\n$/m, "and longer ones are whole");
});

test("9: upgrades that wait on full sockets while addresses are forgotten", async (t) => {
    const house = await House.open(t, ["--proxies", "127.0.0.2", "--max-addresses", "16"]);
    const lines = (n, path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.${n}\r\n\r\n`;
    const stuck = [];
    for (let i = 0; i < 24; i++) {
        const socket = await house.connect(lines(i, "/board/G1-Y2-R2-B2.svg").repeat(1 + i % 3) + handshake(`X-Forwarded-For: 10.0.0.${i}\r\n`));
        socket.pause();
        stuck.push(socket);
    }
    for (let i = 0; i < 200; i++) await house.ask("/healthz", { headers: { "X-Forwarded-For": `10.1.0.${i}` } }).catch(() => {});
    stuck.forEach((socket, i) => (i % 2 ? socket.destroy() : socket.resume()));
    await house.latency();
});

test("9: readers that come late, stop reading and go away in the middle of a history", async (t) => {
    const house = await House.open(t, ["--message-rate", "0"]);
    for (let i = 0; i < 150; i++) await house.latency();
    const { code } = house.players[0];
    const hello = say({ id: 1, do: "hello", version: 1, table: code, since: 0 });
    const stuck = [];
    for (let i = 0; i < 20; i++) {
        const socket = await house.upgraded(`127.0.0.${2 + i}`);
        socket.pause();
        socket.write(Buffer.concat([hello, ...Array(30).fill(say({ do: "watch" }))]));
        stuck.push(socket);
    }
    for (let i = 0; i < 20; i++) await house.latency();
    stuck.forEach((socket, i) => i % 3 === 0 && socket.destroy());
    const late = await Promise.all(times(6, (i) => new Client(house.server, code, {}, `127.0.1.${1 + i}`).open({ since: 0 })));
    await house.latency();
    await late[0].until(() => late[0].events.length === house.players[1].events.length);
    for (const one of late) assert.equal(one.gap, undefined);
});

test("9: logs, pictures and questions whose askers go away", async (t) => {
    const house = await House.open(t);
    const { code } = house.players[0];
    for (let i = 0; i < 20; i++) await house.latency();
    for (let round = 0; round < 4; round++) {
        const paths = times(12, (i) => [`/t/${code}/log`, picture(round * 12 + i), `/api/solve/${hard(cells[round * 12 + i])}`][i % 3]);
        const sockets = await Promise.all(paths.map((path, i) => house.connect(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(3), `127.0.0.${2 + i}`).catch(() => null)));
        await sleep(20 * round);
        for (const socket of sockets) socket?.destroy();
        await house.latency();
    }
    const log = (await house.server.log(code)).trimEnd().split("\n");
    assert.equal(log.length, house.players[0].events.at(-1).seq, "a whole log, 600 bytes at a time");
});

test("9: results two at a time, three puzzles in memory, circles erased two at a time while they are looked at", async (t) => {
    const server = await Server.start(PROXY);
    t.after(async () => assert.equal(await server.stop(), 0, server.errors));
    const puzzle = dailyPuzzle(today(), "easy");
    const routes = routesOf(puzzle, 3, [0, 1]);
    const results = times(9, (i) => ({ device: device(`d${i}`), ...routes[i % routes.length], ms: 9000 + i }));
    for (const [i, { device, route, ms }] of results.entries()) assert.equal((await send(server, puzzle, { device, route, ms }, address(i))).status, 200);
    const others = times(24, (i) => figuresOf(server, { date: daysFrom(puzzle.date, -i), kind: ["easy", "medium", "fiendish", "micro"][i % 4] }, undefined, address(i)));
    const mine = times(9, (i) => figuresOf(server, puzzle, results[i].device, address(i)));
    for (const answer of await Promise.all(others)) assert.ok(answer.status === 200 || answer.why === "busy", JSON.stringify(answer));
    for (const [i, { status, ...figures }] of (await Promise.all(mine)).entries()) {
        if (figures.why !== "busy") assert.deepEqual(figures, expected(results, puzzle.moves, results[i]));
    }
    const circles = [];
    for (let i = 0; i < 7; i++) circles.push(await ask(server, "POST", "circles", { body: { name: "Team", member: `Ana ${i}x`, device: device("Ana") } }));
    for (const { circle } of circles) await ask(server, "POST", `circles/${circle}/members`, { body: { name: "Ben", device: device("Ben") } });
    const [{ circle, token }] = circles;
    const { match } = await ask(server, "POST", `circles/${circle}/matches`, { token, body: { targets: 2, ends: Date.now() + 86400_000 } });
    const shown = await ask(server, "POST", `circles/${circle}/matches/${match}/show`, { token, body: { target: 1 } });
    assert.equal(shown.open.target, 1, JSON.stringify(shown));
    const looks = times(30, (i) => ask(server, "GET", `circles/${circles[i % 7].circle}${i % 2 ? "" : `/matches/${match}`}`, { token: circles[i % 7].token, from: address(i) }));
    const erased = run(["admin", "--admin", join(server.folder, "data.db-admin"), "erase", device("Ben")]);
    assert.equal(erased.status, 0, erased.err + erased.out);
    for (const { status, why } of await Promise.all(looks)) assert.ok(status === 200 || why === "no-match" || why === "busy", `${status} ${why}`);
    for (const one of circles) assert.equal((await ask(server, "GET", `circles/${one.circle}`, { token: one.token })).count, 1);
    times(30, (i) => ask(server, "GET", `circles/${circle}/matches/${match}`, { token, from: address(i) }).catch(() => {})); // the end comes while they are read
});

test("9: the server ends while everything waits", async (t) => {
    const house = await House.open(t, ["--message-rate", "0"]);
    const { code } = house.players[0];
    for (let i = 0; i < 50; i++) await house.latency();
    for (let i = 0; i < 10; i++) {
        const socket = await house.upgraded(`127.0.0.${2 + i}`);
        socket.on("error", () => {});
        socket.pause();
        socket.write(Buffer.concat([say({ id: 1, do: "hello", version: 1, table: code, since: 0 }), ...Array(30).fill(say({ do: "watch" }))]));
        house.connect(`GET ${[`/t/${code}/log`, picture(i), `/api/solve/${hard(cells[i])}`][i % 3]} HTTP/1.1\r\nHost: x\r\n\r\n`, `127.0.1.${2 + i}`)
            .then((other) => other.on("error", () => {}).pause(), () => {});
    }
    await house.latency();
    const [ada] = await sit(house.server, ["Ada"]);
    await ada.do("start"); // the end comes while its round is being solved
}); // House.open ends the server, and wants its exit code to be 0
