// HTTP as people expect it: addresses that lead nowhere, pages of other origins, caches, queries that are too long.
import test from "node:test";
import assert from "node:assert/strict";
import net from "node:net";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Server } from "./client.mjs";

const position = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg";
const folder = mkdtempSync(join(tmpdir(), "carom-http-"));
mkdirSync(join(folder, "web"));
writeFileSync(join(folder, "web/index.html"), "<title>page</title>");
writeFileSync(join(folder, "password"), "a long password\n", { mode: 0o600 });
const other = "https://blog.example";
const server = await Server.start(["--web", join(folder, "web"), "--origins", `${other},https://third.example`]);
const secret = await Server.start(["--web", join(folder, "web"), "--origins", other, "--password-file", join(folder, "password")]);
test.after(async () => {
    await server.stop();
    await secret.stop();
    rmSync(folder, { recursive: true });
});

test("17: an unknown address is 404: JSON below /api, the page elsewhere", async () => {
    for (const path of ["/api", "/api/", "/api/nothing", "/api/table", "/api/deal/x", "/nothing.js"]) {
        const answer = await server.get(path);
        assert.equal(answer.status, 404, path);
        assert.equal((await answer.json()).why, "not-found", path);
    }
    for (const path of ["/nothing", "/nothing/", "/t", "/t/", "/g/", "/dailyx", "/apix", "/metricsx"]) {
        const answer = await server.get(path);
        assert.equal(answer.status, 404, path);
        assert.equal(await answer.text(), "<title>page</title>", path);
        assert.match(answer.headers.get("content-type"), /text\/html/);
    }
    assert.equal((await server.get("/nothing.txt", { headers: { Accept: "text/html,*/*" } })).headers.get("content-type"), "text/html; charset=utf-8");
    for (const path of ["/", "/index.html", "/t/K7M2QXAB", "/g/x", "/daily", "/daily/2026-11-16", "/challenge", "/challenge/x", "/circle", "/circle/x", "/match/x"])
        assert.equal((await server.get(path)).status, 200, path);
});

test("the page can ask which of its parts this server serves", async () => {
    const answer = await server.get("/api/server");
    assert.equal(answer.status, 200);
    assert.equal(typeof (await answer.json()).company, "boolean");
    assert.equal((await server.get("/api/server", { method: "POST", body: "{}" })).status, 405);
});

test("17: pages of --origins may read /api, others may not", async () => {
    const asked = async (path, origin, more = {}) => (await server.get(path, { ...more, headers: { Origin: origin, ...more.headers } })).headers;
    for (const path of ["/api/deal", "/api/nothing", `/api/solve/${position}`]) {
        const allowed = await asked(path, other);
        assert.equal(allowed.get("access-control-allow-origin"), other, path);
        assert.match(allowed.get("vary"), /Origin/, path);
        for (const origin of ["https://evil.example", "https://blog.example.evil.example", "null"]) {
            const refused = await asked(path, origin);
            assert.equal(refused.get("access-control-allow-origin"), null, path);
            assert.match(refused.get("vary"), /Origin/, path);
        }
    }
    assert.equal((await asked("/", other)).get("access-control-allow-origin"), null);
    const made = await server.get("/api/tables", { method: "POST", body: "{}", headers: { Origin: other } });
    assert.equal(made.status, 201);
    assert.equal(made.headers.get("access-control-allow-origin"), other);
    for (const one of [server, secret]) { // a browser asks first, without a password
        const headers = { Origin: other, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type" };
        const answer = await one.get("/api/tables", { method: "OPTIONS", headers });
        assert.equal(answer.status, 204);
        assert.equal(answer.headers.get("access-control-allow-origin"), other);
        assert.match(answer.headers.get("access-control-allow-methods"), /POST/);
        assert.match(answer.headers.get("access-control-allow-headers"), /Content-Type/);
    }
    assert.equal((await server.get("/api/tables", { method: "OPTIONS", headers: { Origin: "https://evil.example" } })).status, 403);
});

test("17: pictures may be shown on other pages; a private server's are nobody else's and in no shared cache", async () => {
    for (const end of ["svg", "png"]) {
        const picture = await server.get(`/board/${position}.${end}?width=64`);
        assert.equal(picture.headers.get("cross-origin-resource-policy"), "cross-origin");
        assert.equal(picture.headers.get("cache-control"), "public, max-age=86400");
        const headers = { Authorization: "Basic " + btoa("x:a long password") };
        const hidden = await secret.get(`/board/${position}.${end}?width=64`, { headers });
        assert.equal(hidden.status, 200);
        assert.equal(hidden.headers.get("cross-origin-resource-policy"), "same-origin");
        assert.equal(hidden.headers.get("cache-control"), "private, max-age=86400");
    }
    assert.equal((await server.get("/")).headers.get("cross-origin-resource-policy"), "same-origin");
});

test("17: `?animate=` is another picture than none", async () => {
    const picture = async (query) => (await server.get(`/board/${position}.svg?route=BN${query}`)).text();
    const still = await picture("");
    const film = await picture("&animate=");
    assert.notEqual(film, still);
    assert.equal(await picture("&animate=1"), film);
    assert.equal(await picture(""), still);
});

test("17: a query with too many parts is refused with a sentence", async () => {
    const query = (count) => Array.from({ length: count }, (_, i) => `a${i}=1`).join("&");
    assert.equal((await server.get(`/api/deal?${query(31)}&n=2`)).status, 200);
    for (const count of [33, 70, 75, 80, 100, 400]) {
        const answer = await server.get(`/api/deal?${query(count)}`);
        assert.equal(answer.status, 400, String(count));
        assert.equal((await answer.json()).why, "bad-query", String(count));
    }
    const headers = Object.fromEntries(Array.from({ length: 66 }, (_, i) => [`x${i}`, "1"]));
    assert.equal((await server.get("/api/deal", { headers })).status, 431);
});

test("A5: a refusal has its whole sentence, and is counted once", async () => {
    const count = async () => Number(/^carom_api_errors_total\{code="bad-rules"\} (\d+)$/m.exec(await (await server.get("/metrics")).text())[1]);
    const before = await count();
    const rule = "x".repeat(39); // as much as a sentence says of what was found
    const answer = await server.get("/api/tables", { method: "POST", body: JSON.stringify({ rules: { [rule]: 1 } }) });
    const { why, args } = await answer.json();
    assert.deepEqual([answer.status, why], [400, "bad-rules"]);
    assert.match(args.what, new RegExp(`^there is no rule ${rule}; expected preset, .* chip, side, touch or easy_start$`));
    assert.equal(await count(), before + 1);
});

/** The status line of the one answer to these bytes, or what came instead. (libmicrohttpd 0.9.75 may send the head of its own 431 twice.) */
function status(text) {
    return new Promise((resolve) => {
        let got = "";
        const socket = net.connect(server.port, "127.0.0.1", () => socket.write(text));
        socket.on("data", (data) => { got += data; });
        const line = (otherwise) => (got === "" ? otherwise : got.includes('"refused"') && got.split("HTTP/1.1 ").length > 2 ? "answered twice" : got.split("\r\n")[0]);
        socket.on("error", (error) => resolve(line(error.code)));
        socket.on("close", () => resolve(line("closed")));
        setTimeout(() => socket.destroy(), 20000).unref();
    });
}

test("A8: a head of any size is answered", async () => {
    const many = (count, part) => Array.from({ length: count }, (_, i) => part(i)).join("");
    const head = (line, more = "") => `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${more}\r\n`;
    const kinds = {
        headers: (n) => head("GET /healthz", many(n, (i) => `x${i}: 1\r\n`)),
        cookies: (n) => head("GET /healthz", `Cookie: ${many(n, (i) => `a${i}=1; `)}\r\n`),
        "smallest cookies": (n) => head("GET /healthz", `Cookie: ${"a;".repeat(10 * n)}\r\n`),
        "cookie headers": (n) => head("GET /healthz", "Cookie: a=1;b=2\r\n".repeat(n)),
        "a query and headers": (n) => head(`GET /healthz?${many(32, (i) => `a${i}=1&`)}`, many(n, (i) => `x${i}: 1\r\n`)),
        "one cookie": (n) => head("GET /healthz", `Cookie: ${"a".repeat(4000 + 16 * n)}\r\n`),
        "one cookie, every size": (n) => head("GET /healthz", `Cookie: ${"a".repeat(5500 + n)}\r\n`),
        "one cookie, every size again": (n) => head("GET /healthz", `Cookie: ${"a".repeat(5670 + n)}\r\n`),
        "one header": (n) => head("GET /healthz", `x: ${"a".repeat(4000 + 16 * n)}\r\n`),
        "a long query": (n) => head(`GET /healthz?x=${"a".repeat(40 * n)}`),
        "a long path": (n) => head(`GET /${"a".repeat(40 * n)}`),
        "a long method": (n) => head(`${"G".repeat(40 * n)} /`),
    };
    for (const [kind, make] of Object.entries(kinds)) {
        const counts = Array.from({ length: 170 }, (_, i) => i + 1);
        const answers = await Promise.all(counts.map((count) => status(make(count))));
        for (const [i, answer] of answers.entries()) assert.match(answer, /^HTTP\/1\.1 (200|400|404|405|414|431) /, `${kind}: ${counts[i]}`);
    }
    assert.match(await status(kinds.headers(72)), / 431 /);
});

test("11: after too many misses a locked table is not told from none", async () => {
    const few = await Server.start(["--misses", "3"]);
    const code = await few.table();
    const ada = await new Client(few, code).open({ since: 0 });
    await ada.join("Ada");
    await ada.do("lock");
    const why = async (wanted) => {
        const client = await new Client(few, wanted).open();
        client.socket.close();
        return client.welcome.why ?? "welcome";
    };
    assert.match(await why(code), /locked/);
    for (let i = 0; i < 4; i++) await why("ZZZZZZZ" + "ABCD"[i]);
    assert.match(await why("ZZZZZZZZ"), /rate/);
    assert.match(await why(code), /rate/);
    await ada.close();
    await few.stop();
});
