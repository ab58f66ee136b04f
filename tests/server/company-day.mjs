#!/usr/bin/env node
// A day of daily puzzles in a minute, beside people who play: company-day.mjs [--seconds 60] [--devices 500] [--forgers 100]
// [--tables 200] [--p99 100]
//
// The server has the limits that users get, but for requests per second of one address. Each device comes from an address of its
// own, solves the four puzzles of today at moments of its own, looks at the figures, and looks at its circle of ten. Forgers send
// routes that lead nowhere, results of devices that have one, and invented results of many devices from one address or one
// network. At the end the figures of every puzzle, as every device sees them, are compared with those computed here. Said: how long
// answers took, how long bids at the tables took, and the bytes on the disk for each result. Says PASSED or FAILED.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Server, run, sleep } from "./client.mjs";
import { KINDS, address, ask, dailyPuzzle, device, expected, figuresOf, routesOf, send, today } from "./company-client.mjs";
import { Pair, Watch } from "./soak-players.mjs";

const { values } = parseArgs({ options: {
    seconds: { type: "string", default: "60" }, devices: { type: "string", default: "500" }, forgers: { type: "string", default: "100" },
    tables: { type: "string", default: "200" }, p99: { type: "string", default: "Infinity" }, link: { type: "string" },
} });
const [SECONDS, DEVICES, FORGERS, TABLES, P99] = ["seconds", "devices", "forgers", "tables", "p99"].map((name) => Number(values[name]));
const EACH_CIRCLE = 10;
const FROM_AN_ADDRESS = 60, IN_A_NETWORK = 250; // results that a forger of this kind invents, so many that none of them counts
const date = today();
const between = (random, from, to) => from + Math.floor(random() * (to - from));

/** Puzzles with routes to choose from. The forgers and the judge have the same. */
function puzzles() {
    return KINDS.map((kind) => {
        const puzzle = dailyPuzzle(date, kind);
        if (kind !== "micro" && kind !== "fiendish") return { puzzle, routes: routesOf(puzzle, 4, [0, 1]) };
        const { route, moves } = JSON.parse(run(["solve", puzzle.position, "--json"]).out);
        return { puzzle, routes: [{ route: Array.isArray(route) ? route.join(" ") : route, moves }] };
    });
}

/* ---- devices and forgers, in a process of their own ---- */

async function day(link) {
    const server = { get: (path, options) => fetch(link + path, options) };
    const list = puzzles(), times = [], faults = [], results = list.map(() => []);
    for (const { puzzle } of list) await figuresOf(server, puzzle); // computed once a day
    const end = Date.now() + SECONDS * 1000;
    let refused = 0;
    const timed = async (asking, expectedStatus = [200, 201]) => {
        const begun = process.hrtime.bigint();
        const answer = await asking;
        times.push(Number(process.hrtime.bigint() - begun) / 1e6);
        if (!expectedStatus.includes(answer.status)) faults.push(JSON.stringify(answer));
        return answer;
    };
    const circles = new Map();
    const circleOf = async (i, by, from) => {
        const number = Math.floor(i / EACH_CIRCLE), body = { name: `Circle ${number}`, device: by };
        if (i % EACH_CIRCLE === 0)
            circles.set(number, timed(ask(server, "POST", "circles", { body: { ...body, member: `D${i}x` }, from })));
        while (!circles.has(number)) await sleep(50);
        const made = await circles.get(number);
        return i % EACH_CIRCLE === 0 ? made : timed(ask(server, "POST", `circles/${made.circle}/members`, { body: { ...body, name: `D${i}x` }, from }));
    };
    const live = async (i) => {
        const by = device(`real${i}`), from = address(i);
        const moments = list.map(() => Math.random()).sort((a, b) => a - b);
        await sleep(SECONDS * 300 * Math.random());
        const begun = Date.now(), room = (end - begun) * 0.9;
        const { circle, token } = await circleOf(i, by, from);
        for (const [k, { puzzle, routes }] of list.entries()) {
            await sleep(Math.max(0, begun + room * moments[k] - Date.now()));
            const mine = { device: by, ...routes[between(Math.random, 0, routes.length)], ms: between(Math.random, 0, 300_000) };
            results[k].push(mine);
            await timed(send(server, puzzle, { device: by, route: mine.route, ms: mine.ms }, from));
            mine.sent = true;
            await timed(figuresOf(server, puzzle, by, from));
            await timed(ask(server, "GET", `circles/${circle}`, { token, from }));
        }
    };
    const forge = async (i) => {
        const kind = i % 4, place = Math.floor(i / 4) % list.length, { puzzle, routes } = list[place];
        const results_each = kind === 3 ? Math.ceil(IN_A_NETWORK / Math.max(1, Math.floor(FORGERS / 16))) : FROM_AN_ADDRESS;
        for (let n = 0; n < results_each; n++) {
            await sleep((SECONDS * 1800 * Math.random()) / results_each);
            const route = kind === 0 ? routes[0].route.split(" ").slice(1).join(" ") : routes[0].route;
            const by = kind === 1 ? device(`real${between(Math.random, 0, DEVICES)}`) : device(`forged${i}-${n}`);
            if (kind === 1 && !results[place].some((one) => one.device === by && one.sent)) continue;
            const from = kind < 3 ? address(100_000 + i) : `2001:db8:${place}:${i.toString(16)}${n.toString(16)}::1`;
            const answer = await send(server, puzzle, { device: by, route, ms: 1 + n }, from);
            if (kind === 1 && answer.first !== false && answer.status !== 429) faults.push(JSON.stringify(answer));
            if (![200, 409, 429].includes(answer.status)) faults.push(JSON.stringify(answer));
            refused += answer.status !== 200;
        }
    };
    await Promise.all([...Array.from({ length: DEVICES }, (_, i) => live(i)), ...Array.from({ length: FORGERS }, (_, i) => forge(i))]);
    process.stdout.write(JSON.stringify({ times, results, faults, refused }));
}

/* ---- the tables, and the judgement ---- */

async function judge(server, results) {
    const list = puzzles(), faults = [];
    for (const [k, { puzzle }] of list.entries()) {
        for (const mine of [...results[k], undefined]) {
            const { status, ...figures } = await figuresOf(server, puzzle, mine?.device);
            const right = JSON.stringify(expected(results[k], puzzle.moves, mine));
            if (status !== 200 || JSON.stringify(figures) !== right) faults.push(`${puzzle.kind}: ${JSON.stringify(figures)}\n  expected ${right}`);
        }
    }
    return faults;
}

/** Bytes of the file for each result: the file without tables, shrunk, divided by its results. */
function bytesPerResult(file) {
    const code = `import sqlite3, sys, os
db = sqlite3.connect(sys.argv[1], isolation_level=None)
for table in ("tables", "events", "seats"): db.execute("DELETE FROM " + table)
db.execute("DELETE FROM records WHERE kind IN (1, 2)")
db.execute("VACUUM INTO ?", (sys.argv[1] + "-records",))
print(db.execute("SELECT count(*) FROM records WHERE kind = 3").fetchone()[0], os.path.getsize(sys.argv[1] + "-records"))`;
    const done = spawnSync("python3", ["-c", code, file], { encoding: "utf8" });
    if (done.status !== 0) throw new Error(done.stderr);
    const [count, bytes] = done.stdout.trim().split(" ").map(Number);
    return { count, each: bytes / count };
}

/** How long requests took inside the server, from their last byte to the answer: the bound below which 99 of 100 were, in ms. */
async function serverTime(server) {
    const text = await (await server.get("/metrics")).text();
    const buckets = [...text.matchAll(/^carom_http_request_seconds_bucket\{le="([^"]+)"\} (\d+)/gm)].map(([, bound, count]) => [Number(bound.replace("+Inf", "Infinity")), Number(count)]);
    const all = buckets.at(-1)?.[1] ?? 0;
    return (buckets.find(([, count]) => count >= 0.99 * all)?.[0] ?? NaN) * 1000;
}

const at = (times, part) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? NaN;

async function measure() {
    const server = await Server.start(["--proxies", "127.0.0.0/8", "--request-rate", "0"], { defaults: true });
    const pairs = Array.from({ length: TABLES }, (_, i) => new Pair(server, i));
    for (let i = 0; i < TABLES; i += 20) await Promise.all(pairs.slice(i, i + 20).map((pair) => pair.sit()));
    const words = [fileURLToPath(import.meta.url), "--link", server.link, ...["seconds", "devices", "forgers"].flatMap((name) => [`--${name}`, values[name]])];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (data) => { said += data; });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const watch = new Watch();
    const end = Date.now() + SECONDS * 1000;
    await Promise.all([ended, ...pairs.map((pair) => pair.play(watch, end))]);
    for (const pair of pairs) for (const client of pair.players) client.socket.terminate();
    const { times, results, faults, refused } = JSON.parse(said);
    const inside = await serverTime(server);
    faults.push(...await judge(server, results));
    const code = await server.restart();
    faults.push(...(await judge(server, results.map((list) => list.slice(0)))).map((fault) => `after a restart: ${fault}`));
    server.ownFolder = false;
    const last = await server.stop();
    if (code !== 0 || last !== 0) faults.push(`the server ended with ${code}, ${last}: ${server.errors.slice(-1000)}`);
    const disk = bytesPerResult(join(server.folder, "data.db"));
    spawnSync("rm", ["-r", server.folder]);
    if (at(times, 0.99) > P99) faults.push(`p99 was ${at(times, 0.99).toFixed(0)} ms`);
    if (watch.times.length > 0 && watch.at(0.99) > P99) faults.push(`p99 of bids was ${watch.at(0.99).toFixed(0)} ms`);
    if (watch.lost.bids > 0) faults.push(`${watch.lost.bids} bids were lost: ${watch.why}`);
    console.log(`${DEVICES} devices, ${FORGERS} forgers, ${TABLES} tables, ${SECONDS} s`);
    console.log(`results: ${results.map((list) => list.length).join(" ")} real, ${disk.count} stored, ${refused} requests of forgers refused`);
    console.log(`answers: ${times.length}, p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms, worst ${at(times, 1).toFixed(0)} ms; inside the server p99 below ${inside} ms`);
    if (TABLES > 0) console.log(`bids: ${watch.times.length}, p50 ${watch.at(0.5).toFixed(1)} ms, p99 ${watch.at(0.99).toFixed(1)} ms, worst ${watch.at(1).toFixed(0)} ms`);
    console.log(`disk: ${disk.each.toFixed(0)} bytes for each result`);
    for (const fault of faults.slice(0, 5)) console.log(`  ${fault}`);
    console.log(faults.length === 0 ? "PASSED" : `FAILED: ${faults.length} faults`);
    process.exitCode = faults.length === 0 ? 0 : 1;
}

await (values.link ? day(values.link) : measure());
