// The server's end on a hostile system: SIGTERM ends it in time, even where a thread never comes back. HOSTILE names the library.
import test from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Server } from "../server/client.mjs";

const library = process.env.HOSTILE;
const PATIENCE = 20000; // far longer than it may take: a server that does not end fails, a slow machine does not

test("A3: SIGTERM ends a server whose disk does not answer", async () => {
    const folder = mkdtempSync(join(tmpdir(), "carom-stop-"));
    const hang = join(folder, "hang");
    const server = await Server.start([], { folder, env: { LD_PRELOAD: library, HOSTILE_HANG: hang } });
    const client = new Client(server, await server.table());
    await client.open({ since: 0 });
    await client.do("join", { name: "Ada" });
    writeFileSync(hang, "");
    client.ask("start", {}).catch(() => {}); // never answered
    await server.get("/healthz");
    const begun = performance.now();
    server.child.kill("SIGTERM");
    let timer;
    const late = new Promise((resolve) => { timer = setTimeout(resolve, PATIENCE, "it did not end"); });
    const code = await Promise.race([server.ended, late]);
    clearTimeout(timer);
    server.child.kill("SIGKILL");
    assert.equal(code, 1, server.errors);
    assert.match(server.errors, /event=stopped-by-force/);
    console.log(`# ended after ${Math.round(performance.now() - begun)} ms`);
    rmSync(folder, { recursive: true, force: true });
});
