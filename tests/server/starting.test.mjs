// How the server starts: what it waits for, and what it refuses with a sentence.
import test from "node:test";
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import net from "node:net";
import { Server, carom, sleep } from "./client.mjs";
import { freePort } from "../support/port.mjs";

const database = process.env.CAROM_TEST_POSTGRES;

test("a setting that cannot be meant is refused with a sentence", () => {
    const refused = (words, env = {}) => spawnSync(carom, ["serve", "--data", "/nowhere/carom.db", ...words],
        { encoding: "utf8", env: { ...process.env, ...env } });
    const cases = [
        [["--link", "carom.example"], {}, /--link is 'carom\.example'; expected/],
        [["--link", "ftp://carom.example"], {}, /--link is/],
        [["--link", "https://"], {}, /--link is/],
        [["--link", `https://${"a".repeat(248)}`], {}, /--link is/],
        [["--link", 'https://carom.example/"x'], {}, /--link is/],
        [["--web", "/nowhere"], {}, /--web is '\/nowhere', but there is no page; build one with web\/make/],
        [["--web", carom], {}, /--web is/],
        [[], { CAROM_WEB: "/nowhere" }, /: CAROM_WEB is '\/nowhere', but/],
        [[], { CAROM_LINK: "carom.example" }, /: CAROM_LINK is 'carom\.example'; expected/],
        [[], { CAROM_PORT: "eighty" }, /: CAROM_PORT is 'eighty'; expected a whole number from 0 to 65535/],
        [["--port", "eighty"], { CAROM_PORT: "80" }, /: --port is 'eighty'/],
        [[], { CAROM_KEEP: "a while" }, /: CAROM_KEEP is 'a while'; expected days/],
        [[], { CAROM_LOG_LEVEL: "loud" }, /: CAROM_LOG_LEVEL is 'loud'; expected error\|warn/],
        [[], { CAROM_MAX_TABELS: "5" }, /CAROM_MAX_TABELS/],
    ];
    for (const [words, env, sentence] of cases) {
        const done = refused(words, env);
        assert.equal(done.status, 2, String(words));
        assert.match(done.stderr, sentence);
        assert.doesNotMatch(done.stderr, /event=/, "it is refused before anything starts");
    }
    for (const [words, env] of [[["--link", "https://carom.example"], {}], [["--link", "http://[::1]:8080/"], {}], [[], { CAROM_MAX_TABLES: "5" }]])
        assert.match(refused(words, env).stderr, /store-open-failed/, String(words));
    const named = refused([], { CAROM_PROXIES: "10.0.0.0/99", CAROM_STORE: "mysql://name:secret@x" });
    assert.match(named.stderr, /event=not-started options_from_environment="CAROM_STORE CAROM_PROXIES"|"CAROM_PROXIES CAROM_STORE"/);
    assert.doesNotMatch(named.stderr, /secret/);
    assert.doesNotMatch(refused(["--proxies", "10.0.0.0/99"]).stderr, /not-started/);
    assert.match(refused([], { CAROM_LIMITS: "/nowhere" }).stderr, /limits-line-invalid file=\/nowhere line=0 error="it cannot be read"[^]*=CAROM_LIMITS\n/);
    assert.equal(refused(["--store", "mysql://x"]).status, 2, "what is no database is not waited for");
});

/** A port that passes connections on to the database, once it is told to. */
async function gate() {
    const to = new URL(database);
    const port = await freePort();
    const sockets = new Set();
    const server = net.createServer((socket) => {
        const other = net.connect({ host: to.hostname, port: Number(to.port) });
        for (const [one, two] of [[socket, other], [other, socket]]) {
            sockets.add(one);
            one.pipe(two);
            one.on("error", () => two.destroy());
        }
    });
    const address = new URL(database);
    address.port = String(port);
    return {
        address: address.href,
        open: () => new Promise((resolve) => server.listen(port, "127.0.0.1", resolve)),
        close: () => {
            server.close();
            for (const socket of sockets) socket.destroy();
        },
    };
}

test("a database that comes up late is waited for, and /readyz says no until then", { skip: !database }, async (t) => {
    const late = await gate();
    const port = await freePort();
    const child = spawn(carom, ["serve", "--port", String(port), "--store", late.address, "--admin", ""], { stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));
    t.after(async () => {
        child.kill("SIGTERM");
        await ended;
        late.close();
    });
    let errors = "";
    child.stderr.on("data", (data) => { errors += data; });
    const until = async (condition, what) => {
        for (let i = 0; i < 400; i++, await sleep(50)) if (await condition()) return;
        throw new Error(`${what}: ${errors}`);
    };
    const status = (path) => fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.status, () => 0);
    await until(() => /level=warn event=waiting-for-store/.test(errors), "it says that it waits");
    assert.equal(await status("/healthz"), 200);
    assert.equal(await status("/readyz"), 503);
    assert.equal(await status("/api/deal"), 503);
    await late.open();
    await until(async () => await status("/readyz") === 200, "it is ready");
    assert.equal(await status("/api/deal"), 200);
    await until(() => /level=info event=notify-connected/.test(errors) || /event=started/.test(errors), "it has started");
    assert.doesNotMatch(errors, /level=warn event=notify-connected/);
});

test("A13: a database that never answers holds up neither /healthz nor SIGTERM", async (t) => {
    const silent = net.createServer(() => {});
    await new Promise((resolve) => silent.listen(0, "127.0.0.1", resolve));
    t.after(() => silent.close());
    const port = await freePort();
    const child = spawn(carom, ["serve", "--port", String(port), "--store", `postgresql://127.0.0.1:${silent.address().port}/carom`, "--admin", ""],
        { stdio: ["ignore", "ignore", "pipe"] });
    t.after(() => child.kill("SIGKILL"));
    const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));
    let errors = "";
    child.stderr.on("data", (data) => { errors += data; });
    for (let i = 0; i < 400 && !/event=waiting-for-store/.test(errors); i++) await sleep(50);
    assert.match(errors, /event=waiting-for-store/);
    assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
    assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 503);
    child.kill("SIGTERM");
    assert.equal(await Promise.race([ended, sleep(20000, "late")]), 0);
});

test("to hear of other servers is no warning", { skip: !database }, async (t) => {
    const server = await Server.start(["--store", database, "--log-level", "info"]);
    t.after(() => server.stop());
    for (let i = 0; i < 400 && !/event=notify-connected/.test(server.errors); i++) await sleep(25);
    assert.match(server.errors, /level=info event=notify-connected/);
});
