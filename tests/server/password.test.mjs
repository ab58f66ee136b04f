// A private server with the real program and the limits that users get: nothing is shown without the password.
import test from "node:test";
import assert from "node:assert/strict";
import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server, WebSocket, caromDev, run } from "./client.mjs";

const PASSWORD = "a long pässword & more";

async function open(t, text = PASSWORD + "\n") {
    const folder = mkdtempSync(join(tmpdir(), "carom-"));
    const file = join(folder, "password");
    writeFileSync(file, text, { mode: 0o600 });
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const server = await Server.start(["--password-file", file], { defaults: true });
    t.after(async () => assert.equal(await server.stop(), 0, server.errors));
    server.say = (password, to = "/t/K7M2QXAB") => server.get("/password", {
        method: "POST", redirect: "manual", body: new URLSearchParams({ password, to }),
    });
    return server;
}
const basic = (password) => ({ Authorization: "Basic " + Buffer.from("anybody:" + password).toString("base64") });
const connects = (server, headers) => new Promise((resolve) => {
    const socket = new WebSocket(server.link.replace("http", "ws") + "/ws", { headers });
    socket.on("open", () => { socket.close(); resolve(101); });
    socket.on("unexpected-response", (_, answer) => resolve(answer.statusCode));
    socket.on("error", () => {});
});

test("our own programs have the password in the address, and say that it is wrong", async (t) => {
    const server = await open(t, "correct-horse\n");
    const at = (password) => `ws://:${password}@127.0.0.1:${server.port}`;
    assert.match(run(["conformance", at("correct-horse")], "", caromDev).out, /, 0 fail\n$/);
    assert.match(run(["conformance", at("wrong-horse")], "", caromDev).err, /wrong password/);
    const bot = run(["bot", at("wrong-horse") + "/t/K7M2QXAB"]);
    assert.deepEqual([bot.status, /wrong password/.test(bot.err)], [1, true]);
});

test("16: without the password there is nothing: no page, table, picture, solver, number or WebSocket", async (t) => {
    const server = await open(t);
    for (const path of ["/", "/t/K7M2QXAB", "/index.html", "/assets/x.js", "/manifest.webmanifest", "/sw.js", "/api/tables/K7M2QXAB",
        "/t/K7M2QXAB/log", "/t/K7M2QXAB/qr.svg", "/api/deal", "/api/solve/x", "/board/1x16.png", "/metrics", "/ws", "/nothing"]) {
        const answer = await server.get(path);
        assert.equal(answer.status, 401, path);
        assert.equal((await answer.json()).why, "password", path);
    }
    const made = await server.get("/api/tables", { method: "POST", body: "{}" });
    assert.equal(made.status, 401);
    assert.equal(await connects(server, {}), 401);
    assert.equal(await connects(server, { Cookie: "carom=1" }), 401);
    assert.equal((await server.get("/healthz")).status, 200);
});

test("16: a form asks for it in the reader's language, a cookie lets in, also after a restart and at WebSockets", async (t) => {
    const server = await open(t);
    const page = await server.get("/t/K7M2QXAB", { headers: { Accept: "text/html", "Accept-Language": "ca-ES,en;q=0.5" } });
    assert.equal(page.status, 401);
    const html = await page.text();
    assert.match(html, /lang="ca".*Contrasenya/);
    assert.match(html, /name="to" value="\/t\/K7M2QXAB"/);
    const wrong = await server.say("not that one");
    assert.equal(wrong.status, 401);
    assert.equal(wrong.headers.get("set-cookie"), null);
    const right = await server.say(PASSWORD);
    assert.deepEqual([right.status, right.headers.get("location")], [303, "/t/K7M2QXAB"]);
    const set = right.headers.get("set-cookie");
    assert.match(set, /HttpOnly; SameSite=Lax/);
    const headers = { Cookie: set.split(";")[0] };
    for (let i = 0; i < 2; i++) {
        assert.equal((await server.get("/api/deal", { headers })).status, 200);
        assert.equal((await server.get("/api/tables/K7M2QXAB", { headers })).status, 404);
        assert.equal(await connects(server, headers), 101);
        await server.restart();
    }
    const forged = { Cookie: headers.Cookie.replace(/=\d/, "=9") };
    assert.equal((await server.get("/api/deal", { headers: forged })).status, 401);
    assert.equal((await server.get("/api/deal", { headers: basic(PASSWORD) })).status, 200, "programs say it in a header");
    for (const to of ["//elsewhere.example", "https://elsewhere.example", "/\"><script>", "/password"])
        assert.equal((await server.say(PASSWORD, to)).headers.get("location"), "/", to);
});

test("16: guesses cost: after thirty wrong ones even the right one is not looked at", async (t) => {
    const server = await open(t);
    for (let i = 0; i < 31; i++) {
        const answer = i % 2 ? await server.say("guess " + i) : await server.get("/api/deal", { headers: basic("guess " + i) });
        assert.equal(answer.status, 401, String(i));
    }
    assert.equal((await server.say(PASSWORD)).status, 429);
    assert.equal((await server.get("/api/deal", { headers: basic(PASSWORD) })).status, 429);
});

test("16: a file that has no password does not start a server", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "carom-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "short"), "short\n");
    for (const name of ["short", "missing"]) {
        const answer = run(["serve", "--port", "0", "--data", join(folder, "data.db"), "--password-file", join(folder, name)]);
        assert.equal(answer.status, 2);
        assert.match(answer.err, /password-file/);
    }
});
