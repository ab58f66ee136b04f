// nginx and HAProxy as docs/examples has them, the real programs, in front of three servers on one PostgreSQL: WebSockets go through,
// and players of a server that is stopped come back to another.
import test from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../support/port.mjs";
import { Client, sleep } from "./client.mjs";
import { eventually, startNodes, stopNodes } from "./cluster.mjs";

const examples = join(dirname(fileURLToPath(import.meta.url)), "../../docs/examples");
const nodes = await startNodes(3, { options: ["--proxies", "127.0.0.1"] });
test.after(() => stopNodes(nodes));

function program(name) {
    const found = ["/usr/sbin/", "/usr/bin/", "/usr/local/sbin/"].map((place) => place + name).find(existsSync);
    if (!found) throw new Error(`${name} is not installed; tools/install test does that`);
    return found;
}

/** The example with the ports of this test. */
function example(name, port) {
    let text = readFileSync(join(examples, name), "utf8").replace(/\b8443\b/, port).replace("maxconn 4000", "maxconn 200");
    for (const [i, node] of nodes.entries()) text = text.replace(`127.0.0.1:${8081 + i}`, `127.0.0.1:${node.port}`);
    return text;
}

/** Starts it, plays through it, stops it. */
async function through(name, t) {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "carom-proxy-"));
    chmodSync(folder, 0o755);
    const file = join(folder, "config");
    let words;
    if (name === "nginx") {
        const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((what) => `${what}_temp_path ${folder}/${what};`).join(" ");
        writeFileSync(file, `daemon off; master_process off; pid ${folder}/pid; error_log stderr error; events {} ` +
            `http { access_log off; ${paths} ${example("nginx.conf", port)} }`);
        words = [program("nginx"), "-p", folder, "-c", file, "-e", "stderr"];
    } else {
        writeFileSync(file, example("haproxy.cfg", port));
        words = [program("haproxy"), "-db", "-f", file];
    }
    const child = spawn(words[0], words.slice(1), { stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (data) => { errors += data; });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    t.after(async () => {
        child.kill("SIGKILL");
        await ended;
        rmSync(folder, { recursive: true, force: true });
    });
    const door = { link: `http://127.0.0.1:${port}` };
    await eventually(async () => {
        if (child.exitCode !== null) throw new Error(`${name}: ${errors}`);
        return (await fetch(door.link + "/healthz").catch(() => ({}))).status === 200;
    }, `${name} answers`);
    return door;
}

for (const name of ["nginx", "haproxy"])
    test(`${name}: WebSockets, and a server that goes`, async (t) => {
        const door = await through(name, t);
        const answer = await fetch(door.link + "/api/tables", { method: "POST", body: "{}" });
        assert.equal(answer.status, 201);
        const { code } = await answer.json();
        const clients = [];
        for (const who of ["Ada", "Bob", "Cyd"]) {
            const client = await new Client(door, code).open({ since: 0 });
            await client.join(who);
            clients.push(client);
        }
        for (const client of clients) await client.until(() => client.count("joined") === 3);
        await clients[0].do("start");
        for (const client of clients) await client.until(() => client.has("drawn"));
        await nodes[0].restart(); // those who were there come back elsewhere
        for (const client of clients)
            await eventually(async () => {
                if (client.socket.readyState === 1) return true;
                await sleep(100);
                return (await client.open({ resume: true }).catch(() => ({ welcome: {} }))).welcome?.type === "welcome";
            }, "everybody is back");
        await clients[2].do("bid", { moves: 20 });
        for (const client of clients) await client.until(() => client.has("bid"));
        for (const client of clients) assert.equal(client.gap, undefined);
        for (const client of clients) await client.close();
    });
