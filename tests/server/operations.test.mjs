// What whoever runs a server has: is it alive and ready, what is it doing, who asks, and a restart that nobody is refused in.
import test from "node:test";
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Server, carom, run, sit, sleep } from "./client.mjs";

/** A server that is stopped at the end. */
async function open(t, options = [], more = {}) {
    const server = await Server.start(options, more);
    t.after(() => server.stop());
    return server;
}

/** All numbers of /metrics by name and label. */
async function metrics(server) {
    const lines = (await (await server.get("/metrics")).text()).trim().split("\n");
    for (const line of lines) assert.match(line, /^(# (HELP|TYPE) (carom|process)_\w+ .+|(carom|process)_\w+(\{\w+="[^"]+"\})? \d+(\.\d+)?)$/);
    return new Map(lines.filter((line) => line[0] !== "#").map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]));
}

test("17: metrics tell of delays, queues, space, refusals by reason and how long answers take", async (t) => {
    const server = await open(t);
    const [ada] = await sit(server, ["Ada", "Bob"], { hourglass: 600000 });
    await ada.do("start");
    await ada.do("bid", { moves: 9 });
    assert.equal((await ada.ask("bid", { moves: 9 })).ok, false);
    await server.get("/nothing.txt");
    const seen = await metrics(server);
    for (const name of ["loop", "ws_request", "http_request", "commit"]) {
        const count = seen.get(`carom_${name}_seconds_count`);
        assert.ok(count > 0, name);
        assert.equal(seen.get(`carom_${name}_seconds_bucket{le="+Inf"}`), count, name);
        assert.ok(seen.get(`carom_${name}_seconds_bucket{le="0.001000"}`) <= count, name);
        assert.ok(seen.get(`carom_${name}_seconds_sum`) >= 0, name);
    }
    assert.ok(seen.get("carom_loop_iteration_max_seconds") > 0);
    assert.equal(seen.get('carom_api_errors_total{code="referee"}'), 1);
    assert.equal(seen.get('carom_api_errors_total{code="not-found"}'), 1);
    assert.equal(seen.get('carom_api_errors_total{code="rate"}'), 0);
    for (const name of ["jobs_waiting{kind=\"round\"}", "jobs_waiting{kind=\"http\"}", "rows_pending", "send_queue_bytes", "ws_partial_messages", "http_connections"])
        assert.ok(seen.get(`carom_${name}`) >= 0, name);
    assert.ok(seen.get("carom_data_bytes") > 4096 && seen.get("carom_disk_free_bytes") > 0);
});

test("17: metrics are called as `promtool check metrics` wants it, and say what every Prometheus client does of its process", async (t) => {
    const server = await open(t);
    const text = await (await server.get("/metrics")).text();
    const kinds = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    assert.ok(kinds.length > 40);
    assert.equal(new Set(kinds.map(([, name]) => name)).size, kinds.length);
    for (const [, name, kind] of kinds) {
        assert.equal(name.endsWith("_total"), kind === "counter", name);
        assert.doesNotMatch(name, /milli|micro|minutes|hours|days|kilo|mega|_ms(_|$)|_us(_|$)|_(count|sum|bucket|info_total)$|[A-Z]/, name);
        assert.match(text, new RegExp(`^# HELP ${name} \\S`, "m"));
    }
    const seen = await metrics(server);
    assert.equal(seen.get(`carom_build_info{version="${run(["--version"]).out.trim().split(" ").at(-1)}"}`), 1);
    assert.ok(seen.get("process_cpu_seconds_total") > 0);
    assert.ok(Math.abs(seen.get("process_start_time_seconds") - Date.now() / 1000) < 600);
    assert.ok(seen.get("process_open_fds") > 5 && seen.get("process_open_fds") < seen.get("process_max_fds"));
    assert.ok(Math.abs(seen.get("process_resident_memory_bytes") / 2 ** 20 - server.memory()) < 20);
    assert.ok(seen.get("process_virtual_memory_bytes") > seen.get("process_resident_memory_bytes"));
});

test("30: no alert fires at a server with a file that has nothing wrong", async (t) => {
    const seen = await metrics(await open(t));
    for (const [name, value] of [["carom_store_up", 1], ["carom_store_notify_connected", 1], ["carom_overloaded", 0], ["carom_tables_stale", 0], ["carom_store_pending_bytes", 0], ["carom_commits_failed_total", 0]])
        assert.equal(seen.get(name), value, name);
});

test("30: the alerts and the dashboard ask for metrics that exist", async (t) => {
    const server = await open(t);
    const told = await (await server.get("/metrics")).text();
    const exist = new Set([...told.matchAll(/^# TYPE (\w+) /gm)].map((match) => match[1]));
    const guide = readFileSync(new URL("../../docs/guide/operating.md", import.meta.url), "utf8");
    const alerts = [...readFileSync(new URL("../../docs/examples/prometheus-alerts.yml", import.meta.url), "utf8").matchAll(/alert: (\w+)/g)];
    for (const [, name] of alerts) assert.ok(guide.includes(`\`${name}\``), `operating.md says what to do when ${name} fires`);
    for (const [file, least] of [["prometheus-alerts.yml", 10], ["prometheus-alerts-test.yml", 4], ["grafana-dashboard.json", 20]]) {
        const text = readFileSync(new URL(`../../docs/examples/${file}`, import.meta.url), "utf8");
        const asked = new Set([...text.matchAll(/\b(?:carom|process)_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, "")));
        assert.ok(asked.size >= least, `${file}: ${asked.size}`);
        for (const name of asked) assert.ok(exist.has(name), `${file} asks for ${name}`);
    }
    const cwd = fileURLToPath(new URL("../../docs/examples", import.meta.url));
    if (spawnSync("promtool", ["--version"]).error) {
        t.diagnostic("no promtool here, so alerts and queries themselves were not tried");
        return;
    }
    const folder = mkdtempSync(join(tmpdir(), "carom-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const queries = readFileSync(join(cwd, "grafana-dashboard.json"), "utf8").match(/"expr": *"(?:[^"\\]|\\.)*"/g);
    assert.ok(queries.length >= 20);
    // The dashboard's queries as rules, because promtool reads rules.
    const rules = queries.map((query, i) => ({ record: `query:${i}`, expr: JSON.parse(`{${query}}`).expr.replaceAll("$__rate_interval", "5m") }));
    writeFileSync(join(folder, "queries.yml"), JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
    for (const words of [["check", "rules", "prometheus-alerts.yml", join(folder, "queries.yml")], ["test", "rules", "prometheus-alerts-test.yml"], ["check", "metrics"]]) {
        const checked = spawnSync("promtool", words, { cwd, encoding: "utf8", input: told });
        assert.equal(checked.status, 0, `${words.join(" ")}: ${checked.stdout}${checked.stderr}`);
        t.diagnostic(`promtool ${words.slice(0, 2).join(" ")}: ${checked.stdout.trim().replaceAll(/\s+/g, " ")}`);
    }
});

test("17: reading metrics changes nothing", async (t) => {
    const server = await open(t);
    await server.get("/api/deal?n=100"); // a turn that takes a while
    const first = await metrics(server);
    for (let i = 0; i < 5; i++)
        assert.ok((await metrics(server)).get("carom_loop_iteration_max_seconds") >= first.get("carom_loop_iteration_max_seconds"));
    assert.ok(first.get("carom_loop_iteration_max_seconds") > 0);
});

test("17: metrics are for this machine, or for whom the host names", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "carom-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "token");
    writeFileSync(file, "a token of 24 bytes here\n", { mode: 0o600 });
    const proxied = (address) => ({ headers: { "X-Forwarded-For": address } });
    const said = (token, more = {}) => ({ headers: { Authorization: `Bearer ${token}`, ...more } });
    const status = async (server, options = {}) => (await server.get("/metrics", options)).status;

    const usual = await open(t);
    assert.equal(await status(usual), 200);
    for (const name of ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"]) // a proxy here that nobody has named
        assert.equal(await status(usual, { headers: { [name]: "127.0.0.1" } }), 404, name);
    assert.equal((await (await usual.get("/metrics", proxied("203.0.113.7"))).json()).why, "not-found");

    const named = await open(t, ["--proxies", "127.0.0.1", "--metrics", "203.0.113.0/24,2001:db8::7"]);
    assert.equal(await status(named), 404);
    assert.equal(await status(named, proxied("203.0.113.7")), 200);
    assert.equal(await status(named, proxied("2001:db8::7")), 200);
    assert.equal(await status(named, proxied("2001:db8::8")), 404);
    assert.equal(await status(named, proxied("198.51.100.7")), 404);

    const token = await open(t, ["--metrics", "", "--metrics-token-file", file]);
    assert.equal(await status(token), 404);
    assert.equal(await status(token, said("a token of 24 bytes here")), 200);
    assert.equal(await status(token, said("a token of 24 bytes here", { "X-Forwarded-For": "203.0.113.7" })), 200);
    assert.equal(await status(token, said("a token of 24 bytes her")), 404);

    const secret = await open(t, ["--password-file", file, "--metrics-token-file", file]);
    assert.equal(await status(secret), 401);
    assert.equal(await status(secret, said("a token of 24 bytes here")), 200);
    assert.equal((await secret.get("/", said("a token of 24 bytes here"))).status, 401);
    await assert.rejects(Server.start(["--metrics", "10.0.0.1/8"]), /bad-option option=metrics/);
    await assert.rejects(Server.start(["--metrics-token-file", join(folder, "none")]), /bad-option option=metrics-token-file/);
});

test("17: /readyz asks the store, /healthz does not", async (t) => {
    // Files of at most 400 KB or so: the store fails soon, the process does not.
    const server = await open(t, [], { blocks: 400 });
    assert.equal((await server.get("/readyz")).status, 200);
    let failed = false;
    for (let i = 0; i < 4000 && !failed; i++) failed = (await server.get("/api/tables", { method: "POST" })).status === 503;
    assert.ok(failed, "the file may not grow any more");
    const ready = await server.get("/readyz");
    assert.equal(ready.status, 503);
    assert.equal(await ready.text(), "store\n");
    assert.equal((await server.get("/healthz")).status, 200);
    assert.ok((await metrics(server)).get("carom_commits_failed_total") > 0);
});

test("17: the access log has no whole addresses and no codes, and nobody can write lines into it", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "carom-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "access.log");
    const server = await open(t, ["--access-log", file, "--proxies", "127.0.0.1"]);
    const code = await server.table();
    const from = { headers: { "X-Forwarded-For": "203.0.113.77" } };
    await server.get(`/t/${code}/log`, from);
    await server.get(`/api/tables/${code}`, { headers: { "X-Forwarded-For": "2001:db8:1:2:3:4:5:6" } });
    for (const path of ["/api/circles/ABCDEFGHJKLM/matches/1/log", "/circle/ABCDEFGHJKLM", "/match/ABCDEFGHJKLM-1"]) await server.get(path, from);
    await server.get("/a%0Ab%22%20status=200.txt", from);
    const [ada] = await sit(server, ["Ada"]);
    await ada.close();
    const expected = [
        "from=127.0.0.0 method=POST path=/api/tables status=201",
        "from=203.0.113.0 method=GET path=/t/*/log status=200",
        "from=2001:db8:1:: method=GET path=/api/tables/* status=200",
        "from=203.0.113.0 method=GET path=/api/circles/*/matches/1/log status=404",
        "from=203.0.113.0 method=GET path=/circle/* status=200",
        "from=203.0.113.0 method=GET path=/match/* status=200",
        'from=203.0.113.0 method=GET path="/a?b??status=200.txt" status=404',
        "from=127.0.0.0 method=POST path=/api/tables status=201",
        "from=127.0.0.0 method=GET path=/ws status=101",
    ];
    const lines = () => readFileSync(file, "latin1").trim().split("\n");
    for (let i = 0; i < 100 && lines().length < expected.length; i++) await sleep(50);
    assert.deepEqual(lines().map((line) => line.replace(/^time=\S+Z (.*) ms=\d+$/, "$1")), expected);
    assert.ok(!readFileSync(file, "latin1").includes(code));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    await assert.rejects(Server.start(["--access-log", join(folder, "none", "x")]), /access-log-open-failed/);
});

/** One request on a connection of its own: its status, or the error's code. */
function ask(port) {
    return new Promise((resolve) => {
        let text = "";
        const socket = net.connect({ port, host: "127.0.0.1" }, () => socket.write("GET /api/deal HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
        socket.on("data", (data) => { text += data; });
        socket.on("error", (error) => resolve(error.code));
        socket.on("close", () => resolve(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? "closed"));
    });
}

test("17: a socket that is handed over stays open while the server restarts: nobody is refused", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "carom-"));
    const words = [carom, "serve", "--port", "1", "--data", join(folder, "data.db"), "--log-level", "warn", "--request-rate", "0"];
    const holder = spawn(fileURLToPath(new URL("activate.py", import.meta.url)), words, { stdio: ["pipe", "pipe", "inherit"] });
    t.after(() => rmSync(folder, { recursive: true }));
    const lines = createInterface({ input: holder.stdout })[Symbol.asyncIterator]();
    const line = async () => (await lines.next()).value;
    const port = Number(await line());
    assert.equal(await line(), `carom plays at http://127.0.0.1:${port}`, "it listens where it was told by the socket, not by --port");
    const answers = [];
    let going = true;
    const asking = (async () => {
        while (going) {
            const asked = ask(port);
            asked.then((answer) => answers.push(answer));
            await sleep(5);
        }
    })();
    for (let i = 0; i < 3; i++) {
        await sleep(100);
        holder.stdin.write("restart\n");
        assert.equal(await line(), "ended 0");
        assert.equal(await line(), `carom plays at http://127.0.0.1:${port}`);
        assert.equal(await ask(port), "200");
    }
    going = false;
    await asking;
    holder.stdin.end();
    assert.equal(await new Promise((resolve) => holder.once("exit", resolve)), 0);
    const count = (answer) => answers.filter((other) => other === answer).length;
    t.diagnostic(`${answers.length} requests, ${count("200")} answered, ${count("503")} told that it restarts`);
    assert.equal(count("ECONNREFUSED"), 0);
    assert.ok(count("200") + count("503") >= answers.length - 3, `others: ${answers.filter((answer) => !["200", "503"].includes(answer))}`);
    assert.ok(count("200") > 3 * count("503"));
});

test("17: tables are kept for days, weeks or years", () => {
    const refused = (value) => run(["serve", "--data", "/nowhere/carom.db", "--keep", value]);
    for (const value of ["0", "90", "90d", "12w", "2y"]) assert.match(refused(value).err, /store-open-failed/, value);
    for (const value of ["", "d", "90x", "-1d", "90dd", "300y", "1.5w"]) {
        assert.equal(refused(value).status, 2, value);
        assert.match(refused(value).err, /--keep is/, value);
    }
});
