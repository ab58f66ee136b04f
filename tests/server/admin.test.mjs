// `carom admin` with the real program: the socket, and everything that can be asked there. With the limits that users get.
import test from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client, Server, carom, run, sit } from "./client.mjs";
import { eventually } from "./cluster.mjs";

async function open(t, options = []) {
    const server = await Server.start(options, { defaults: true });
    server.admin = (...words) => run(["admin", "--admin", join(server.folder, "data.db-admin"), ...words]);
    server.ask = (...words) => {
        const answer = server.admin("--json", ...words);
        assert.equal(answer.status, 0, answer.err);
        return answer.out.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
    };
    t.after(async () => assert.equal(await server.stop(), 0, server.errors));
    return server;
}

test("15: the socket is its owner's alone, goes with the server, survives kill -9, and can be left out", async (t) => {
    const server = await open(t);
    const path = join(server.folder, "data.db-admin");
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const other = (...words) => spawnSync("setpriv", ["--reuid", "65534", "--clear-groups", carom, ...words], { encoding: "utf8" });
    if (process.getuid() === 0 && other("version").status === 0) {
        const refused = other("admin", "--admin", path, "list");
        assert.equal(refused.status, 2);
        assert.match(refused.stderr, /for the server's own user; run this as that user or as root/);
    } else {
        t.diagnostic("only root can try this as somebody else");
    }
    await server.crash();
    assert.deepEqual(server.ask("list"), []);
    const without = await open(t, ["--admin", ""]);
    assert.equal(existsSync(join(without.folder, "data.db-admin")), false);
    const answer = without.admin("list");
    assert.equal(answer.status, 2);
    assert.match(answer.err, /no server is listening at/);
    assert.equal(answer.err.trim().split("\n").length, 1);
});

test("15: tables are listed, shown, locked, closed and deleted", async (t) => {
    const server = await open(t);
    const [ada, bob] = await sit(server, ["Ada", "Bob"]);
    await ada.do("start");
    const [row] = server.ask("list");
    assert.deepEqual([row.code, row.phase, row.players, row.here, row.locked], [ada.code, "bidding", 2, 2, false]);
    assert.match(server.admin("list").out, new RegExp(`code=${ada.code}  .*phase=bidding`));
    const [shown] = server.ask("show", ada.code.toLowerCase());
    assert.deepEqual(shown.names, { p1: "Ada", p2: "Bob" });
    assert.deepEqual(shown.connections.map((one) => one.address), ["127.0.0.1", "127.0.0.1"]);
    server.ask("lock", ada.code);
    await bob.until(() => bob.messages.some((message) => message.type === "host" && message.locked));
    assert.equal((await new Client(server, ada.code).open()).welcome.why, "locked");
    server.ask("unlock", ada.code);
    assert.equal((await new Client(server, ada.code).open()).welcome.type, "welcome");
    server.ask("close", ada.code);
    await bob.closed;
    assert.equal(bob.messages.at(-1).why, "table-closed");
    assert.ok(bob.has("over"), "the log ends as a log has to");
    for (const token of [ada.token, undefined])
        assert.equal((await new Client(server, ada.code, { token }).open()).welcome.why, "locked", "nobody comes in");
    assert.equal(server.ask("list", "--all").length, 1);
    server.ask("delete", ada.code);
    assert.equal((await new Client(server, ada.code).open()).welcome.why, "no-table");
    assert.deepEqual(server.ask("list", "--all"), []);
});

test("15: an address is banned for a time: who is there has to go, who comes is refused, others are not", async (t) => {
    const server = await open(t, ["--address", "0.0.0.0"]);
    const [ada] = await sit(server, ["Ada"]);
    const eve = await new Client(server, ada.code, {}, "127.0.0.9").open();
    assert.equal(eve.welcome.type, "welcome");
    server.ask("ban", "127.0.0.8/30", "1h");
    await eve.closed;
    assert.equal(eve.messages.at(-1).why, "banned");
    await assert.rejects(new Client(server, ada.code, {}, "127.0.0.10").open());
    await ada.do("time");
    const [ban] = server.ask("bans");
    assert.equal(ban.network, "127.0.0.8/30");
    assert.ok(ban.seconds > 3500 && ban.seconds <= 3600);
    server.ask("unban", "127.0.0.8/30");
    assert.equal((await new Client(server, ada.code, {}, "127.0.0.9").open()).welcome.type, "welcome");
});

test("15: limits change without a restart", async (t) => {
    const server = await open(t);
    assert.equal(server.ask("limits")[0]["new-tables"], 120);
    await server.table();
    server.ask("limits", "new-tables=1", "max-watchers=7");
    assert.equal(server.ask("limits")[0]["max-watchers"], 7);
    await assert.rejects(async () => {
        for (let i = 0; i < 3; i++) await server.table();
    }, /rate/);
});

test("15: bans outlast a restart, kill -9 too; what was lifted does not come back", async (t) => {
    const server = await open(t);
    server.ask("ban", "192.0.2.0/24", "1h");
    server.ask("ban", "2001:db8::7", "2h");
    server.ask("ban", "198.51.100.7", "1h");
    server.ask("unban", "198.51.100.7");
    const path = join(server.folder, "data.db-admin-bans");
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const networks = () => server.ask("bans").map((ban) => ban.network).sort();
    await server.restart();
    assert.deepEqual(networks(), ["192.0.2.0/24", "2001:db8::/64"]);
    await server.crash();
    assert.deepEqual(networks(), ["192.0.2.0/24", "2001:db8::/64"]);
    const [ban] = server.ask("bans");
    assert.ok(ban.seconds > 3000 && ban.seconds <= 7200, "for as long as was said");
    writeFileSync(path, "192.0.2.0/24 5\nnonsense\n203.0.113.9 99999999999999\n");
    await server.restart();
    assert.deepEqual(networks(), ["203.0.113.9"], "those that are over are not, and what is none does no harm");
});

test("15: limits are reloaded from their file, all of them or none", async (t) => {
    const file = join(mkdtempSync(join(tmpdir(), "carom-limits-")), "limits");
    t.after(() => rmSync(dirname(file), { recursive: true }));
    writeFileSync(file, "# ours\nnew-tables=7\n\n  max-watchers=9 # few\n");
    const server = await open(t, ["--limits", file, "--max-tables", "77"]);
    const some = () => { const [all] = server.ask("limits"); return [all["new-tables"], all["max-watchers"], all["max-tables"]]; };
    assert.deepEqual(some(), [7, 9, 77]);
    writeFileSync(file, "new-tables=8\n");
    assert.equal(server.ask("reload")[0]["new-tables"], 8);
    for (const bad of ["new-tables=1\nno-limit=3\n", "new-tables=1\nmax-tables\n", "new-tables=x\n", "new-tables=-1\n", `${"#".repeat(300)}\n`]) {
        writeFileSync(file, bad);
        const answer = server.admin("reload");
        assert.deepEqual([answer.status, answer.err.trim().split("\n").length], [2, 1], bad);
    }
    assert.deepEqual(some(), [8, 9, 77]);
    assert.equal((await open(t)).admin("reload").status, 0, "without files there is nothing to be read, and nothing wrong");
    await assert.rejects(open(t, ["--limits", file]), /limits-line-invalid/);
});

test("reload: words and limits are read again and the access log is opened anew, all of it or nothing", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "carom-reload-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const [words, limits, log] = ["words", "limits", "access.log"].map((name) => join(folder, name));
    writeFileSync(words, "rumpelstilz\n");
    writeFileSync(limits, "new-tables=7\n");
    const server = await open(t, ["--words", words, "--limits", limits, "--access-log", log]);
    const code = await server.table();
    const joins = async (name) => {
        const client = await new Client(server, code).open();
        const { ok } = await client.ask("join", { name });
        if (ok) await client.do("leave");
        await client.close();
        return ok;
    };
    assert.equal(await joins("Rumpelstilz"), false);
    assert.equal(await joins("Knirps"), true);
    writeFileSync(words, "knirps\n");
    renameSync(log, `${log}.1`);
    writeFileSync(limits, "no-limit=1\n");
    assert.equal(server.admin("reload").status, 2);
    assert.equal(await joins("Rumpelstilz"), false, "one file is wrong: the others are not taken either");
    writeFileSync(limits, "new-tables=8\n");
    assert.equal(server.admin("reload").status, 0);
    assert.equal(await joins("Rumpelstilz"), true);
    assert.equal(await joins("Knirps"), false);
    await server.table();
    await eventually(
        () => /method=POST path=\/api\/tables/.test(readFileSync(log, "utf8")),
        "the log goes on under its own name",
    );
});

test("15: bad input is one sentence and exit code 2, and changes nothing", async (t) => {
    const server = await open(t);
    const before = server.ask("limits");
    for (const words of [["list", "more"], ["show"], ["show", "K7M2QXAB"], ["show", "?"], ["dance"], [], ["ban", "1.2.3.4"],
        ["ban", "1.2.3.4", "soon"], ["ban", "1.2.3.400", "1h"], ["ban", "1.2.3.4/8", "1h"], ["unban", "1.2.3.4"], ["limits", "new-tables"],
        ["limits", "new-tables=5", "no-limit=1"], ["limits", "new-tables=-1"]]) {
        const answer = server.admin(...words);
        assert.equal(answer.status, 2, words.join(" "));
        assert.equal(answer.err.trim().split("\n").length, 1, answer.err);
        assert.equal(answer.out, "");
    }
    assert.deepEqual(server.ask("limits"), before);
    assert.deepEqual(server.ask("bans"), []);
});

test("15: a nickname is erased from all logs, which still replay", async (t) => {
    const server = await open(t);
    const [ada, bob] = await sit(server, ["Ada Lovelace", "Bob"]);
    await ada.do("start");
    await ada.do("leave");
    const [eve] = await sit(server, ["Ada  LOVELACE"]);
    const [dan] = await sit(server, ["Dan"]);
    const found = server.ask("erase", "Ada Lovelace");
    assert.deepEqual(found.map((one) => [one.code, one.erased]).sort(), [[ada.code, 1], [eve.code, 1]].sort());
    await bob.closed;
    assert.equal(bob.messages.at(-1).why, "stopping", "who was there comes back");
    await dan.do("time");
    const log = await server.log(ada.code);
    assert.equal(log.includes("Lovelace"), false);
    assert.match(log, /"ev":"joined","by":"p1","name":"p1"/);
    assert.match(log, /"ev":"left","by":"p1","name":"p1"/);
    const again = await new Client(server, bob.code, { token: bob.token }).open();
    assert.deepEqual([again.welcome.you, again.welcome.state.players.map((one) => one.name)], [bob.you, ["Bob"]]);
    await again.do("leave");
    const file = join(server.folder, "log.jsonl");
    writeFileSync(file, await server.log(ada.code));
    assert.equal(run(["replay", file]).status, 0);
    assert.equal(run(["store", "check", join(server.folder, "data.db")]).status, 0);
    assert.deepEqual(server.ask("erase", "Ada Lovelace"), []);
});
