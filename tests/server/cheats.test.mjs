// Cheats and those who would outlast a table, tried with the limits that users get: rigged deals, a solver kept busy, logs
// without end, guessed codes, false names. Each test is named after what it closes (docs/reference/security.md).
import test from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, Server, run, sit, sleep } from "./client.mjs";
import { House, cells, hard } from "./abuse-fixture.mjs";

/** A table over HTTP, as a program would ask for it. */
async function post(house, body, from = "127.0.0.2") {
    const answer = await house.ask("/api/tables", { method: "POST", body: JSON.stringify(body), from });
    return { status: answer.status, ...JSON.parse(answer.body) };
}
async function come(house, code, name = undefined, more = {}) {
    const client = await new Client(house.server, code, more).open({ since: 0 });
    if (name) await client.join(name);
    return client;
}

const rigged = [
    { seed: 7 },
    { seed: "ab".repeat(32) },
    { tokens: ["Rm", "Yg"] },
    { board: "Y2-G4-R1-B4" },
    { robots: "Ra1,Yb2,Gc3,Bd4" },
    { preset: "micro", dice: ["6P"] },
];

test("4: nobody rigs a deal: neither a new table nor `again` takes a seed, board, robots, tokens or dice", async (t) => {
    const house = await House.open(t);
    for (const rules of rigged) {
        const made = await post(house, { rules });
        assert.deepEqual([made.status, made.why], [403, "not-arranged"], JSON.stringify(rules));
    }
    const { code } = await post(house, {});
    const mallory = await come(house, code, "Mallory");
    const ada = await come(house, code, "Ada");
    for (const rules of rigged) {
        const answer = await mallory.ask("again", { rules });
        assert.deepEqual([answer.ok, answer.why], [false, "not-arranged"], JSON.stringify(rules));
    }
    const answer = await mallory.ask("again", { rules: { seed: 7 }, options: { arranged: true } });
    assert.deepEqual([answer.ok, answer.why], [false, "stays-arranged"]);
    assert.equal(ada.game, 1, "nothing has changed");
});

test("4: an arranged table says so to everybody, and stays one; a table for one needs no words", async (t) => {
    const house = await House.open(t);
    const { code } = await post(house, { rules: { tokens: ["Rm", "Yg"], goal: 1 }, options: { arranged: true } });
    const ada = await come(house, code, "Ada");
    const bob = await come(house, code, "Bob");
    assert.equal(bob.welcome.options.arranged, true);
    assert.equal(JSON.parse((await house.ask(`/api/tables/${code}`)).body).options.arranged, true);
    await ada.do("again", { rules: { seed: 7 } });
    await bob.until(() => bob.game === 2);
    assert.equal(bob.messages.findLast((message) => message.type === "game").options.arranged, true);
    const hidden = await ada.ask("again", { options: { arranged: false } });
    assert.deepEqual([hidden.ok, hidden.why], [false, "stays-arranged"]);
    const plain = await come(house, (await post(house, {})).code);
    assert.equal(plain.welcome.options.arranged, false);
    assert.equal((await post(house, { rules: { preset: "solo", seed: 7 } })).status, 201);
});

test("5: every game is dealt by a secret whose hash players see, and its log proves each draw", async (t) => {
    const house = await House.open(t);
    const { code } = await post(house, { rules: { preset: "ricochet-it", goal: 1 } });
    const ada = await come(house, code, "Ada");
    await ada.do("again");
    const hashes = ada.events.concat(ada.messages.flatMap((message) => message.events ?? []))
        .filter((event) => event.ev === "opened").map((event) => event.seed_hash);
    assert.equal(new Set(hashes).size, 2, "each game has a secret of its own");
    for (const hash of hashes) assert.match(hash, /^[0-9a-f]{64}$/);
    const opened = ada.events[0];
    assert.deepEqual(opened.by_hand, []);
    assert.equal(opened.seed, undefined);
    await ada.do("start");
    await ada.do("skip"); // what is put back is drawn at random later
    await ada.do("next");
    const running = await house.server.log(code);
    assert.ok(!/"seed"|"tokens"/.test(running), "nobody is told before the end");
    await ada.do("leave");
    await ada.until(() => ada.has("over"));
    assert.match(ada.last("over").seed, /^[0-9a-f]{64}$/);

    const file = join(house.server.folder, "log.jsonl");
    const verdict = (text) => {
        writeFileSync(file, text);
        return run(["replay", file]).status;
    };
    const log = await house.server.log(code);
    assert.equal(verdict(log), 0, "the log");
    assert.equal(verdict(ada.events.map((event) => JSON.stringify(event)).join("\n") + "\n"), 0, "what a player saw");
    const drawn = ada.events.findLast((event) => event.ev === "drawn");
    const other = ada.events.find((event) => event.ev === "drawn" && event.target !== drawn.target);
    const forged = log.split("\n").map((line) => line.includes(`"seq":${drawn.seq},`)
        ? line.replace(`"${drawn.target}"`, `"${other.target}"`).replace(`"${drawn.cell}"`, `"${other.cell}"`) : line).join("\n");
    assert.notEqual(forged, log);
    assert.notEqual(verdict(forged), 0, "a forged draw");
});

test("5: what players add goes into every draw, so that not even the server can have chosen it", async (t) => {
    const house = await House.open(t);
    const { code } = await post(house, { rules: { preset: "micro" } });
    const ada = await come(house, code); // somebody who looks on so far
    for (const nonce of ["", "ab", "A".repeat(64), "g".repeat(64), "a".repeat(65), 7, null]) {
        const answer = await ada.ask("join", { name: "Ada", nonce });
        assert.deepEqual([answer.ok, answer.why, answer.args?.what], [false, "bad-message", "`nonce` has to be 64 hexadecimal digits"]);
    }
    const nonces = ["1".repeat(64), "2".repeat(64), "3".repeat(64)];
    await ada.join("Ada", { nonce: nonces[0] });
    const bob = await come(house, code, undefined);
    await bob.join("Bob", { nonce: nonces[1] });
    await ada.do("start", { nonce: nonces[2] });
    await ada.until(() => ada.has("drawn"));
    const late = await come(house, code, undefined);
    await late.join("Eve", { nonce: "4".repeat(64) });
    await ada.until(() => ada.count("joined") === 3);
    assert.deepEqual(ada.events.filter((event) => /joined|started/.test(event.ev)).map((event) => event.nonce), [...nonces, undefined]);
    for (const one of [ada, bob, late]) await one.do("leave");
    await ada.until(() => ada.has("over"));

    const file = join(house.server.folder, "nonces.jsonl");
    const verdict = (text) => {
        writeFileSync(file, text);
        return run(["replay", file]);
    };
    for (const log of [await house.server.log(code), ada.events.map((event) => JSON.stringify(event)).join("\n") + "\n"]) {
        const { status, out } = verdict(log);
        assert.equal(status, 0, out);
        assert.match(out, /added to the seed.*: Ada, Bob, Ada\n/);
        for (const nonce of nonces) assert.equal(verdict(log.replace(nonce, "5".repeat(64))).status, 1, "a nonce that is another");
    }
});

test("6: one address does not keep the solver from others who ask", async (t) => {
    const house = await House.open(t);
    await house.under(t, async () => {
        const flood = [];
        for (let i = 0; i < 36; i++) flood.push(house.ask("/api/solve/" + hard(cells[i]), { from: "127.0.0.2" }));
        let settled = 0;
        flood.forEach((one) => one.then(() => settled++, () => settled++));
        const first = await Promise.race(flood); // the queue is full, or a search is done
        assert.ok([200, 503].includes(first.status));
        const honest = await house.ask("/api/solve/Y2-G4-R1-B4/Rh2,Yl3,Gb8,Bn13/Gm", { from: "127.0.0.3" });
        assert.equal(honest.status, 200, honest.body);
        assert.ok(JSON.parse(honest.body).moves > 0);
        assert.ok(settled < 36, "and that before the others' questions were through");
    });
});

test("6: a position that was solved is not solved again", async (t) => {
    const house = await House.open(t);
    const path = "/api/solve/Y2-G4-R1-B4/Rh2,Yl3,Gb8,Bn13/Gm?all=1";
    const first = await house.ask(path);
    const solved = await house.metric("carom_positions_solved_total");
    const again = await house.ask(path, { from: "127.0.0.3" });
    assert.equal(again.body, first.body);
    assert.equal(await house.metric("carom_positions_solved_total"), solved);
});

test("6: tables whose rounds are hard to solve do not keep other tables without a result", async (t) => {
    const house = await House.open(t);
    const rules = { hourglass: 600000, board: "16x16-tRmh8.Ygi9.Gsg6", robots: "Ra1,Yd5,Gn12,Bp3" };
    const attackers = [];
    for (let i = 0; i < 8; i++) {
        const { code } = await post(house, { rules, options: { arranged: true } });
        const client = await new Client(house.server, code, {}, "127.0.0.2").open({ since: 0 });
        await client.join("Mallory");
        await client.do("start");
        attackers.push(client);
    }
    await house.under(t, async () => {
        for (let i = 0; i < 10; i++) {
            for (const client of attackers) {
                await client.ask("skip");
                await client.ask("next");
            }
        }
        const [ada] = await sit(house.server, ["Ada"], { hourglass: 600000 });
        await ada.do("start");
        await ada.do("skip");
        await ada.until(() => ada.messages.some((message) => message.type === "result"), 40000);
    });
});

test("7: no connection fills the disk with `again`, and it comes as one message", async (t) => {
    const house = await House.open(t);
    const { code } = await post(house, {});
    const mallory = await new Client(house.server, code, {}, "127.0.0.2").open({ since: 0 });
    await mallory.join("M".repeat(48));
    for (let i = 0; i < 16; i++) await mallory.do("bot", { level: 1 });
    mallory.messages.length = 0;
    await mallory.do("again");
    const told = mallory.messages.filter((message) => message.type === "events");
    assert.equal(told.length, 1, "one message");
    assert.equal(told[0].events.length, 18, "the opening and everybody who sits down");
    const others = [];
    for (let i = 0; i < 7; i++) others.push(await new Client(house.server, code, { token: mallory.token }, "127.0.0.2").open());
    const answers = await Promise.all(others.flatMap((one) => Array.from({ length: 95 }, () => one.ask("again"))));
    const refused = answers.filter((answer) => !answer.ok);
    assert.ok(refused.length > 0 && refused.length < answers.length, `${refused.length} refused`);
    for (const answer of refused) assert.equal(answer.why, "rate");
    const bytes = statSync(join(house.server.folder, "data.db")).size;
    assert.ok(bytes < 32 << 20, `${bytes} bytes`);
});

test("7: strangers who come and go do not use up what may be written at a table: half of it is for those who sit there", async (t) => {
    const house = await House.open(t);
    const [ada] = await sit(house.server, ["Ada"]);
    let refused;
    for (let batch = 0; batch < 60 && !refused; batch++) {
        const answers = await Promise.all(Array.from({ length: 10 }, async (_, k) => {
            const mallory = await new Client(house.server, ada.code, {}, `127.${10 + batch}.0.${k + 1}`).open();
            const said = Array.from({ length: 45 }, () => [mallory.ask("join", { name: `Guest ${k}` }), mallory.ask("leave")]).flat();
            await Promise.all(said);
            await mallory.close();
            return Promise.all(said.filter((_, i) => i % 2 === 0));
        }));
        refused = answers.flat().find((answer) => !answer.ok);
    }
    assert.equal(refused?.why, "rate", "newcomers are refused at last");
    assert.ok(ada.events.length < 20000, `${ada.events.length} events`);
    await ada.do("start");
    for (let i = 0; i < 90; i++) await ada.do("bid", { moves: 1000 - i });
});

test("7: who comes to a long game gets its history page by page", async (t) => {
    const house = await House.open(t, ["--message-rate", "0", "--table-events", "0"]);
    const [ada, bob] = await sit(house.server, ["Ada", "Bob"], { hourglass: 600000 });
    await ada.do("start");
    let bid = 1000000;
    for (let i = 0; i < 35; i++) { // about 80 bytes each, 2.4 MB
        await Promise.all(Array.from({ length: 1000 }, () => ada.ask("bid", { moves: --bid })));
    }
    const late = new Client(house.server, ada.code);
    const coming = late.open({ since: 0 });
    for (let i = 0; i < 200; i++) await ada.ask("bid", { moves: --bid });
    await coming;
    await bob.until(() => bob.last("bid").moves === bid);
    await late.until(() => late.last("bid")?.moves === bid);
    assert.equal(late.gap, undefined);
    assert.equal(late.events[0].seq, 1);
    assert.deepEqual(late.events.map((event) => event.seq), bob.events.map((event) => event.seq));
    await late.do("join", { name: "Late" });
    const crowd = Array.from({ length: 3 }, (_, i) => new Client(house.server, ada.code, {}, `127.0.0.${10 + i}`));
    await Promise.all(crowd.map((one) => one.open({ since: 0 })));
    for (const one of crowd) assert.deepEqual([one.gap, one.events.length], [undefined, late.events.length], "many at once take turns");
    const log = (await house.server.log(ada.code)).trimEnd().split("\n");
    assert.equal(log.length, late.events.at(-1).seq, "and its whole log can be had");
});

/** Looks into a data file, or changes it, while the server runs; what the program says comes back. */
function inside(server, program, ...words) {
    const begin = "import re, sqlite3, sys\ndb = sqlite3.connect(sys.argv[1], timeout=20)\n" +
        "def table(): return db.execute('SELECT id FROM tables WHERE code = ?', (sys.argv[2],)).fetchone()\n";
    return execFileSync("python3", ["-c", begin + program, join(server.folder, "data.db"), ...words], { encoding: "utf8" });
}

test("7: tables that nobody has played at for long are forgotten while the server runs", async (t) => {
    const house = await House.open(t);
    const { code } = await post(house, {});
    await house.server.restart(); // so it is not in memory
    inside(house.server, `for key, body in db.execute("SELECT seq, body FROM events WHERE table_id = ?", table()).fetchall():
    db.execute("UPDATE events SET body = ? WHERE table_id = ? AND seq = ?", (re.sub('"at":[0-9]+', '"at":1000', body), *table(), key))
db.execute("UPDATE tables SET created = 1 WHERE code = ?", (sys.argv[2],))
db.commit()`, code);
    const left = () => inside(house.server, `print(table(), db.execute("SELECT count(*) FROM events").fetchone()[0])`, code);
    const before = left();
    for (let i = 0; i < 100 && !left().startsWith("None"); i++) await sleep(100);
    assert.match(left(), /^None/, before);
    assert.equal((await house.ask(`/api/tables/${code}`)).status, 404);
    assert.equal((await house.ask(`/api/tables/${house.players[0].code}`)).status, 200, "others stay");
});

test("7: with little room on the disk there are no new tables, and games go on", async (t) => {
    const server = await Server.start();
    t.after(() => server.stop());
    const [ada] = await sit(server, ["Ada"]);
    server.options.push("--min-free", "1000000000");
    await server.restart();
    const refused = await server.get("/api/tables", { method: "POST", body: "{}" });
    assert.deepEqual([refused.status, (await refused.json()).why], [503, "no-space"]);
    const back = await new Client(server, ada.code, { token: ada.token }).open({ since: 0 });
    await back.do("start");
});

test("8: a table whose log cannot be written says sorry alone", async (t) => {
    const house = await House.open(t);
    const [eve] = await sit(house.server, ["Eve"]);
    inside(house.server, `db.execute("INSERT INTO events SELECT table_id, game, seq + 1, body FROM events WHERE table_id = ? ORDER BY seq DESC LIMIT 1", table())
db.commit()`, eve.code);
    const answer = await eve.ask("start");
    assert.equal(answer, null, "no answer: it has not happened");
    assert.equal(eve.messages.find((message) => message.type === "bye")?.why, "store");
    await house.latency();
    assert.equal(house.players[0].messages.find((message) => message.type === "bye"), undefined, "nobody else was told");
    const back = await new Client(house.server, eve.code, { token: eve.token }).open({ since: 0 });
    assert.ok(back.welcome.type === "welcome" || back.welcome.why === "store", "and the store is asked for it again");
});

test("11: codes of tables have 40 bits, and guessing them costs", async (t) => {
    const house = await House.open(t);
    const { code } = await post(house, {});
    assert.match(code, /^[A-HJ-NP-Z2-9]{8}$/);
    const [ada] = house.players;
    const mallory = new Client(house.server, "AAAAAAAA", {}, "127.0.0.2");
    await mallory.open();
    let asked = 0;
    let answer = mallory.welcome;
    while (answer.why === "no-table" && asked < 1000) {
        asked++;
        answer = JSON.parse((await house.ask("/api/tables/" + "ABCDEFGH".replace("H", "ABCDEFGHJK"[asked % 10]))).body);
    }
    assert.equal(answer.why, "rate");
    assert.ok(answer.args.retry > 10000 && asked < 200, `${asked} guesses, then ${answer.args.retry} ms`);
    const right = await mallory.ask("hello", { version: 1, table: ada.code });
    assert.equal(right.why, "rate", "a right guess is not told either");
    const seat = await new Client(house.server, ada.code, { token: ada.token }, "127.0.0.2").open();
    assert.equal(seat.welcome.you, ada.you, "who has a seat is let in from there too");
    const other = await new Client(house.server, ada.code, {}, "127.0.0.3").open();
    assert.equal(other.welcome.type, "welcome", "and so are other addresses");
});

test("11: addresses of finished games cannot be guessed either", async (t) => {
    const house = await House.open(t);
    const seen = [];
    while (seen.length < 1000 && !seen.includes(429))
        seen.push((await house.ask(`/g/ABCDEFGHJKLMNPQRSTUV${"ABCDEFGHJK"[seen.length % 10]}-1/log`)).status);
    assert.equal(seen.at(-1), 429);
    assert.ok(seen.length < 200, `${seen.length} guesses`);
});

test("12: names that look empty or like another's at the table are refused, families are not", async (t) => {
    const house = await House.open(t);
    const { code } = await post(house, {});
    await come(house, code, "Ada");
    const mallory = await come(house, code);
    for (const [name, why] of [["\u2800", "name-empty"], ["\u00a0\u3000", "name-empty"], ["\u0301", "name-empty"], ["\u0410d\u0430", "name-taken"],
        ["\uff21da", "name-taken"], ["A\u0301da", "name-taken"], ["A\u200dda", "name-bad"], ["\u00c1DA", "name-taken"]]) {
        const answer = await mallory.ask("join", { name });
        assert.deepEqual([answer.ok, answer.why], [false, why], JSON.stringify(name));
    }
    await mallory.join("\u{1f468}\u200d\u{1f469}\u200d\u{1f467}");
});

test("14: the host locks the table, asks players to leave, ends the game and hands that on", async (t) => {
    const house = await House.open(t);
    const [ada, bob, eve] = await sit(house.server, ["Ada", "Bob", "Eve"]);
    const late = await new Client(house.server, ada.code).open();
    assert.equal(late.welcome.host, ada.you, "whoever came first");
    for (const [what, members] of [["lock", {}], ["remove", { player: ada.you }], ["end", {}], ["host", { player: bob.you }]]) {
        const answer = await bob.ask(what, members);
        assert.deepEqual([answer.ok, answer.why], [false, "not-host"], what);
    }
    await ada.do("lock");
    await bob.until(() => bob.messages.some((message) => message.type === "host" && message.locked));
    assert.equal((await late.ask("join", { name: "Late" })).why, "locked");
    assert.equal((await new Client(house.server, ada.code).open()).welcome.why, "locked", "a stolen code opens nothing");
    const again = await new Client(house.server, ada.code, { token: bob.token }).open();
    assert.equal(again.welcome.you, bob.you, "who has a seat comes back");
    assert.equal((await ada.ask("remove", { player: "p99" })).why, "no-player");
    await ada.do("start");
    await ada.do("remove", { player: eve.you });
    await eve.closed;
    assert.equal(eve.messages.at(-1).why, "removed");
    assert.equal((await new Client(house.server, ada.code, { token: eve.token }).open()).welcome.why, "locked");
    await ada.do("unlock");
    await ada.do("host", { player: bob.you });
    await bob.do("end");
    await ada.until(() => ada.has("over"));
    await bob.do("again");
    await ada.join("Ada");
    await bob.do("leave").catch(() => bob.ask("join", { name: "Bob" }).then(() => bob.do("leave")));
    await ada.until(() => ada.messages.findLast((message) => message.type === "host").host === ada.you);
});
