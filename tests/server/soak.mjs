#!/usr/bin/env node
// All attacks at once beside people who play: soak.mjs [--seconds 20] [--tables 200] [--wait 2000] [--p99 100] [--each] [--only NAME]
//
// The server has the limits that users get; one proxy is named, because some attacks need one. At each honest table two people
// bid in turn, about once a second, from addresses of their own, in a process that does nothing else; the attackers are other
// processes, at a lower priority: their need of this machine's time is not what is tried. Said at the end: how long a bid took until
// the other player saw it and the bidder had the answer, the most memory the server had above what it had at its start, and
// who lost what. Says PASSED or FAILED at the end, and ends with 1 if a seat or a bid was lost, if anybody waited longer than `wait` ms, if memory
// grew by 200 MB, or if p99 was above what was asked for. What turns of the server's loop take of a processor is its own part of the waiting.
// `--each` runs every attack alone, one after another, and prints a row for each.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { attacks } from "./soak-attacks.mjs";
import { Server, sleep } from "./client.mjs";
import { Stranger } from "./abuse-fixture.mjs";
import { Pair, Watch } from "./soak-players.mjs";

const { values } = parseArgs({ options: {
    seconds: { type: "string", default: "20" }, tables: { type: "string", default: "200" }, wait: { type: "string", default: "2000" },
    p99: { type: "string", default: "Infinity" },
    each: { type: "boolean", default: false }, only: { type: "string", multiple: true },
} });
const SECONDS = Number(values.seconds);
const TABLES = Number(values.tables);
const WAIT = Number(values.wait);
const P99 = Number(values.p99); // also to be kept: 100 on a machine that has nothing else to do
const GROWTH_MB = Number(process.env.GROWTH_MB ?? 200);

// Attackers sit at machines of their own; here they take what time the server and the players leave. Where the kernel groups
// processes by session (autogroup), the niceness of a process counts only within its session: the session needs its own.
const LOWEST = 'echo 19 2>/dev/null >/proc/self/autogroup; exec nice -n 10 "$0" "$@"';

const names = values.only ?? Object.keys(attacks);
for (const name of names) if (!(name in attacks)) throw new Error(`no attack is called "${name}"; there are:\n  ${Object.keys(attacks).join("\n  ")}`);

/** Seconds that a process's first thread has run, and has waited for a processor: on a machine with other work to do the second is large. */
const scheduled = (pid) => readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ").slice(0, 2).map((ns) => Number(ns) / 1e9);

/** What of all processors' time the machine's host has kept for others, and all of it: on a rented machine nothing here can help that. */
function stolen() {
    const ticks = readFileSync("/proc/stat", "utf8").split("\n")[0].trim().split(/ +/).slice(1, 9).map(Number);
    return { stolen: ticks[7], all: ticks.reduce((sum, one) => sum + one, 0) };
}

/** Asks for the server's health and looks at its memory, from an address that attacks nobody. */
async function look(server, watch, end) {
    const before = [server.child.pid, process.pid].map(scheduled);
    const since = Date.now();
    while (Date.now() < end) {
        const begun = Date.now();
        const answer = await new Stranger(server.port, "127.0.0.1").ask("/healthz").catch((error) => ({ status: error.message }));
        if (answer.status !== 200) watch.why ??= `health: ${answer.status}`;
        watch.health = Math.max(watch.health, Date.now() - begun);
        const memory = server.memory();
        watch.most = Math.max(watch.most, memory);
        watch.memory[Math.floor((begun - since) / (SECONDS * 100))] = memory;
        await sleep(200);
    }
    watch.times_of = [server.child.pid, process.pid].map(scheduled).map((now, i) => now.map((value, k) => value - before[i][k]));
}

/** What turns of the server's loop have taken of a processor so far: how many were above 25 ms, and seconds altogether. That is the
 * server's own part of what people wait for; the rest is the machine's, which the attackers and the players use as well. */
async function work(server) {
    const text = await (await server.get("/metrics")).text();
    const number = (name) => Number(new RegExp(`^carom_loop_cpu_seconds_${name} ([0-9.]+)`, "m").exec(text)[1]);
    return { long: number("count") - number('bucket\\{le="0.025[0-9]*"\\}'), seconds: number("sum") };
}

/** Attackers in so many processes. */
function attack(server, code, list) {
    const groups = [[], [], []];
    list.forEach((name, i) => groups[i % groups.length].push(name));
    return groups.filter((group) => group.length > 0).map((group) => {
        const words = ["-c", LOWEST, process.execPath, fileURLToPath(new URL("soak-attacks.mjs", import.meta.url)), String(server.port), code, String(SECONDS), ...group];
        const child = spawn("sh", words, { stdio: ["ignore", "pipe", "inherit"], detached: true }); // a session of its own
        child.said = "";
        child.stdout.on("data", (data) => { child.said += data; });
        child.ended = new Promise((resolve) => child.once("exit", resolve));
        return child;
    });
}

/** One run: a server, its honest tables, these attacks. */
async function soak(list) {
    const server = await Server.start(["--proxies", "127.7.7.7"], { defaults: true });
    const start = server.memory();
    const pairs = Array.from({ length: TABLES }, (_, i) => new Pair(server, i));
    for (let i = 0; i < TABLES; i += 20) await Promise.all(pairs.slice(i, i + 20).map((pair) => pair.sit()));
    const watch = new Watch(WAIT);
    const before = { ...await work(server), ...stolen() };
    const children = attack(server, pairs[0].code, list);
    const end = Date.now() + SECONDS * 1000;
    await Promise.all([look(server, watch, end), ...pairs.map((pair) => pair.play(watch, end))]);
    const after = { ...await work(server), ...stolen() };
    watch.long = after.long - before.long;
    watch.stolen = (after.stolen - before.stolen) / (after.all - before.all);
    watch.busy = (after.seconds - before.seconds) / SECONDS;
    await Promise.all(children.map((child) => child.ended));
    if (process.env.COUNTS) for (const child of children) console.error(child.said);
    for (const pair of pairs) for (const client of pair.players) client.socket.terminate();
    watch.growth = watch.most - start;
    const code = await server.stop();
    watch.disk = [...server.errors.matchAll(/event=slow-commit ms=(\d+)/g)].map(([, ms]) => Number(ms)); // what it says of 250 ms and more
    if (code !== 0) watch.why = `the server ended with ${code}: ${server.errors.slice(-2000)}`;
    watch.memory = watch.memory.map((memory) => memory - start);
    watch.faults = Object.entries({
        [`the server ended with ${code}`]: code !== 0, [`memory grew by ${watch.growth.toFixed(0)} MB`]: watch.growth >= GROWTH_MB,
        "nobody bid": watch.times.length === 0, [`${watch.lost.seats} seats were lost`]: watch.lost.seats > 0,
        [`${watch.lost.bids} bids were lost`]: watch.lost.bids > 0, [`${watch.lost.waits} bids took longer than ${WAIT} ms`]: watch.lost.waits > 0,
        [`p99 was ${watch.at(0.99).toFixed(0)} ms`]: watch.at(0.99) > P99,
    }).filter(([, so]) => so).map(([words]) => words);
    return watch;
}

function row(words, watch) {
    const { seats, bids, connections, waits } = watch.lost;
    console.log(`| ${words} | ${watch.times.length} | ${watch.at(0.5).toFixed(1)} | ${watch.at(0.99).toFixed(1)} | ${watch.at(1).toFixed(0)} | ` +
        `${(100 * watch.busy).toFixed(0)} % | ${watch.long} | ${watch.health} | ${watch.growth.toFixed(0)} | ${seats} | ${bids} | ${connections} | ${waits} |`);
    if (watch.why) console.log(`  ${watch.why}`);
    if (watch.stolen > 0.01) console.log(`  ${(100 * watch.stolen).toFixed(0)} % of the processors' time was not this machine's`);
    if (watch.disk.length > 0) console.log(`  commits that the disk took long for: ${watch.disk.join(", ")} ms`);
    if (watch.faults.length > 0) console.log(`  FAILED: ${watch.faults.join("; ")}`);
}

console.log(`${TABLES} tables with two people each; ${SECONDS} s of each row; times of bids in ms, memory above the start in MB\n`);
console.log("| attack | bids | p50 | p99 | worst | loop | turns > 25 ms | /healthz, worst | memory | seats lost | bids lost | connections lost | " +
    `waited over ${WAIT / 1000} s |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|`);
let failed = 0;
const load = [];
const runs = values.each ? [["none", []], ...names.map((name) => [`${attacks[name].number}: ${name}`, [name]])] : [["all at once", names]];
for (const [words, list] of runs) {
    const watch = await soak(list);
    row(words, watch);
    load.push(watch.times_of);
    failed += watch.faults.length > 0;
    if (!values.each) console.log(`\nmemory above the start in each tenth of the time: ${watch.memory.map((mb) => mb.toFixed(0)).join(" ")} MB`);
}
const sum = (who, what) => load.reduce((total, one) => total + one[who][what], 0).toFixed(1);
console.log(`\nthe server's loop ran ${sum(0, 0)} s and waited for a processor ${sum(0, 1)} s; the honest players' ${sum(1, 0)} and ${sum(1, 1)} s`);
console.log(failed === 0 ? `PASSED: nobody lost a seat or a bid or waited for more than ${WAIT} ms, and memory stayed below +${GROWTH_MB} MB`
    : `FAILED: ${failed} of ${runs.length} rows, see above`);
process.exit(failed === 0 ? 0 : 1);
