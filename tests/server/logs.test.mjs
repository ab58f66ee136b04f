// What the server logs: every line can be read by programs, and tells no more about people than docs/reference/security.md says.
import test from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server, carom, sleep } from "./client.mjs";

/** A line of logfmt as an object; throws where a strict reader would. */
function readLogfmt(line) {
    const fields = {};
    for (let rest = line; rest !== "";) {
        const pair = /^([^\s="]+)=(?:("(?:[^"\\]|\\.)*")|([^\s="\\]+))(?: |$)/.exec(rest);
        assert.ok(pair, `not logfmt at '${rest}' in '${line}'`);
        assert.ok(!(pair[1] in fields), `${pair[1]} twice: ${line}`);
        fields[pair[1]] = pair[2] ? JSON.parse(pair[2]) : pair[3];
        rest = rest.slice(pair[0].length);
    }
    return fields;
}
const readers = { logfmt: readLogfmt, json: JSON.parse };

/** Waits for a line about this event and gives it. */
async function logged(server, event, read = readLogfmt) {
    for (let i = 0; i < 200; i++) {
        const found = server.errors.split("\n").slice(0, -1).map(read).filter((line) => line.event === event);
        if (found.length > 0) return found;
        await sleep(25);
    }
    throw new Error(`no ${event}: ${server.errors}`);
}

test("17: a line of the log can be read, whatever is in its values", () => {
    const file = '/nowhere/a "quoted" name=1\\2\nlevel=info event=forged\u0007 é/' + "x".repeat(600);
    for (const [format, read] of Object.entries(readers)) {
        const done = spawnSync(carom, ["serve", "--data", file, "--log-format", format], { encoding: "utf8" });
        assert.equal(done.status, 2);
        const lines = done.stderr.trim().split("\n").map(read);
        assert.deepEqual(lines.map(({ level, event }) => [level, event]), [["error", "store-open-failed"]], format);
        assert.ok(lines[0].file.length > 500 && file.startsWith(lines[0].file), format);
        assert.match(lines[0].error, /./);
        assert.match(lines[0].time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
});

test("17: `--json` and `--log-format json` write objects, the first line and the access log included", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "carom-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "access.log");
    for (const options of [["--json"], ["--log-format", "json"]]) {
        const server = await Server.start([...options, "--log-level", "info", "--access-log", file]);
        await server.get("/healthz");
        assert.equal(await server.stop(), 0);
        const [started] = await logged(server, "started", JSON.parse);
        assert.equal(started.link, server.link);
        assert.equal(typeof started.ms, "number");
    }
    const lines = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(lines.map(({ from, method, path, status }) => [from, method, path, status]),
        Array(2).fill(["127.0.0.0", "GET", "/healthz", 200]));
});

test("17: addresses are shortened and codes left out, unless the level is `debug`", async (t) => {
    for (const level of ["info", "debug"]) {
        const server = await Server.start(["--log-level", level, "--proxies", "127.0.0.1"]);
        t.after(() => server.stop());
        const headers = { "X-Forwarded-For": "203.0.113.77" };
        const answer = await (await server.get("/api/tables", { method: "POST", headers })).json();
        const [created] = await logged(server, "table-created");
        assert.equal(created.address, "203.0.113.0");
        assert.equal(created.preset, "ricochet");
        assert.match(created.id, /^\d+$/);
        assert.equal(created.table, level === "debug" ? answer.code : undefined);
        assert.ok(!server.errors.includes("203.0.113.77"));
        assert.equal(server.errors.includes(answer.code), level === "debug");
    }
});

test("17: `table-created` is logged when the table is on the disk, and not if it never gets there", async (t) => {
    const server = await Server.start(["--log-level", "info"], { blocks: 400 });
    t.after(() => server.stop());
    const status = [];
    while (status.at(-1) !== 503 && status.length < 4000) status.push((await server.get("/api/tables", { method: "POST" })).status);
    assert.equal(status.at(-1), 503, "the file may not grow any more");
    await logged(server, "store-failed");
    assert.equal((await logged(server, "table-created")).length, status.filter((one) => one === 201).length);
});
