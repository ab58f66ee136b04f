// The server on a hostile system (hostile.c): every call site of an allocation, a read or a write fails once, each in a
// server of its own. It may refuse, close a connection, or end with a sentence; it may not crash or fall silent, and what it
// acknowledged is there when it is started again. HOSTILE names the library, HOSTILE_RUNS how many failures (default: 150).
import test from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Server, run } from "../server/client.mjs";

const library = process.env.HOSTILE;
const RUNS = Number(process.env.HOSTILE_RUNS ?? 150);
const PATIENCE = 5000; // longer than anything here takes
const POSITION = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Rg";
const SILENCE = Symbol("silence");
// Libraries that end the program by themselves where memory does: cairo crashes, libuv aborts when its list of sockets grows.
// The loader and the C library begin before the program does.
const STRANGERS = /^(\w+ (libcairo|libpixman|libpng|ld-linux|libc\.so)|realloc libuv)/;

/** The promise, or SILENCE if it takes too long. */
function soon(promise) {
    let timer;
    const late = new Promise((resolve) => { timer = setTimeout(resolve, PATIENCE, SILENCE); });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Everything a table can be asked for, with whatever goes wrong: what was acknowledged is noted. */
async function play(server, noted) {
    const step = async (what, promise) => {
        const answer = await soon(promise.catch((error) => ({ broken: error.message })));
        if (answer === SILENCE) noted.silent.push(what);
        return answer === SILENCE ? null : answer;
    };
    const code = await step("table", server.table({ preset: "ricochet", hourglass: 60000, seed: 1 }, { arranged: true }));
    if (typeof code !== "string") return;
    noted.code = code;
    const clients = [];
    for (const name of ["Ada", "Bob"]) {
        const client = new Client(server, code);
        const opened = await step(`hello of ${name}`, client.open({ since: 0 }));
        if (!opened || opened.broken || client.welcome?.type !== "welcome") continue;
        const joined = await step(`join of ${name}`, client.ask("join", { name }));
        if (joined?.ok) noted.acknowledged.push({ ev: "joined", by: joined.you, seq: joined.seq });
        client.you = joined?.you;
        clients.push(client);
    }
    const ask = async (client, what, members, event) => {
        if (client?.socket.readyState !== 1) return;
        const answer = await step(what, client.ask(what, members));
        if (answer?.ok && event) noted.acknowledged.push({ by: client.you, seq: answer.seq, ...event });
    };
    await ask(clients[0], "start", {}, { ev: "started", by: undefined });
    await ask(clients[0], "bid", { moves: 12 }, { ev: "bid", moves: 12 });
    await ask(clients[1], "bid", { moves: 9 }, { ev: "bid", moves: 9 });
    await ask(clients[0], "done", {}, { ev: "done" });
    for (const path of ["/healthz", "/metrics", `/api/tables/${code}`, `/t/${code}/log`, `/t/${code}/qr.svg`, "/api/deal",
        `/api/solve/${POSITION}?all=1`, `/api/check/${POSITION}?route=RE`, `/board/${POSITION}.svg`, `/board/${POSITION}.png`]) {
        const answer = await step(path, server.get(path).then(async (got) => ({ status: got.status, text: await got.text() })));
        if (answer?.status === 200) noted.pages.push(path);
    }
    for (const client of clients) client.socket.close();
}

/** One server's life with something failing in it. */
async function live(folder, env) {
    const noted = { code: null, acknowledged: [], pages: [], silent: [] };
    let server;
    try {
        server = await Server.start([], { folder, env: { LD_PRELOAD: library, ...env } });
    } catch (error) {
        return { ...noted, code: null, end: "did not start", errors: error.message.replace(/^the server did not start: /, "") };
    }
    await play(server, noted);
    server.child.kill("SIGTERM");
    const end = await soon(server.ended);
    if (end === SILENCE) server.child.kill("SIGKILL");
    await server.ended;
    return { ...noted, end, errors: server.errors };
}

/** Without failures again: all that was acknowledged is in a log that `carom replay` believes. */
async function check(folder, life) {
    const server = await Server.start([], { folder });
    try {
        if (life.code === null) return;
        const text = await server.log(life.code);
        const verdict = run(["replay"], text);
        assert.equal(verdict.status, 0, verdict.err + verdict.out);
        const events = text.trim().split("\n").map((line) => JSON.parse(line));
        for (const note of life.acknowledged) {
            const found = events.some((event) => event.seq <= note.seq && event.ev === note.ev &&
                (note.moves === undefined || event.moves === note.moves));
            assert.ok(found, `${JSON.stringify(note)} was acknowledged and is gone`);
        }
    } finally {
        await server.stop();
    }
}

/** The call sites of one ordinary life, each with the number of one of its calls. */
function wishes(list) {
    const sites = list.trim().split("\n").filter((line) => !STRANGERS.test(line)).map((line) => line.split(" "));
    const all = [];
    for (const [name, module, offset, calls] of sites.sort())
        for (const call of new Set([1, Math.ceil(calls / 3), Math.ceil((2 * calls) / 3)]))
            all.push([name, module, offset, call].join(" "));
    // First one call of every site, then the others.
    return all.sort((a, b) => (a.endsWith(" 1") ? 0 : 1) - (b.endsWith(" 1") ? 0 : 1)).slice(0, RUNS);
}

/** One life without failures, to learn from where it calls what. */
async function learn() {
    const folder = mkdtempSync(join(tmpdir(), "carom-hostile-"));
    const list = join(folder, "sites");
    try {
        const life = await live(folder, { HOSTILE_LIST: list });
        return { life, sites: wishes(readFileSync(list, "utf8")) };
    } finally {
        rmSync(folder, { recursive: true });
    }
}

const { life: calm, sites } = await learn();
const done = { kept: 0, ended: 0 };

test("without failures everything is acknowledged", () => {
    assert.equal(calm.end, 0, calm.errors);
    assert.deepEqual(calm.silent, []);
    assert.equal(calm.acknowledged.length, 6, JSON.stringify(calm));
    assert.equal(calm.pages.length, 10, JSON.stringify(calm.pages));
    assert.ok(sites.length > 30, `${sites.length} call sites are too few`);
});

for (const site of sites) {
    test(`${site} fails`, async () => {
        const folder = mkdtempSync(join(tmpdir(), "carom-hostile-"));
        try {
            const life = await live(folder, { HOSTILE_FAIL: site });
            assert.ok(typeof life.end === "number" || life.end === "did not start", `ended by ${String(life.end)}: ${life.errors}`);
            assert.ok(life.end === 0 || life.errors.trim() !== "", "ended without a sentence");
            assert.deepEqual(life.end === 0 ? life.silent : [], [], "no answer");
            await check(folder, life);
            done.kept += life.acknowledged.length;
            done.ended += life.end === 0 ? 0 : 1;
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    });
}

test("what was acknowledged was kept", (t) => {
    t.diagnostic(`${sites.length} failures, ${done.ended} servers ended with a sentence, ${done.kept} acknowledged, none lost`);
    assert.ok(done.kept > sites.length);
});

test("sockets that give and take a few bytes at a time", async () => {
    const folder = mkdtempSync(join(tmpdir(), "carom-hostile-"));
    try {
        for (const most of ["1", "7", "100"]) {
            const life = await live(folder, { HOSTILE_SHORT: most });
            assert.equal(life.end, 0, life.errors);
            assert.deepEqual(life.silent, []);
            assert.equal(life.acknowledged.length, 6, JSON.stringify(life));
            await check(folder, life);
        }
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
});
