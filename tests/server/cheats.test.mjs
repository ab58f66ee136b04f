// Cheats and those who would outlast a table, tried with the limits that users get: rigged deals, a solver kept busy, logs
// without end, guessed codes, false names. Each test is named after what it closes (docs/security.md).
import test from "node:test";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, Server, run, sit } from "./client.mjs";
import { House } from "./strangers.mjs";

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
        assert.match(made.sentence, /arranged/);
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

// A target in the middle of an empty board, which no search of ours reaches before its bound.
const hard = (robot) => `16x16-tRmh8/Ra1,Yd5,Gn12,B${robot}/Rm`;
const cells = Array.from({ length: 12 * 12 }, (_, i) => "abcdefghijkl"[i % 12] + (2 + Math.floor(i / 12)));

test("6: one address does not keep the solver from others who ask", async (t) => {
    const house = await House.open(t);
    await house.under(t, async () => {
        const flood = [];
        for (let i = 0; i < 40; i++) flood.push(house.ask("/api/solve/" + hard(cells[i]), { from: "127.0.0.2" }));
        let settled = 0;
        flood.forEach((one) => one.then(() => settled++, () => settled++));
        const first = await Promise.race(flood); // the queue is full, or a search is done
        assert.ok([200, 503].includes(first.status));
        const honest = await house.ask("/api/solve/Y2-G4-R1-B4/Rh2,Yl3,Gb8,Bn13/Gm", { from: "127.0.0.3" });
        assert.equal(honest.status, 200, honest.body);
        assert.ok(JSON.parse(honest.body).moves > 0);
        assert.ok(settled < 40, "and that before the others' questions were through");
    });
});

test("6: a position that was solved is not solved again", async (t) => {
    const house = await House.open(t);
    const path = "/api/solve/Y2-G4-R1-B4/Rh2,Yl3,Gb8,Bn13/Gm?all=1";
    const first = await house.ask(path);
    const solved = await house.metric("carom_solved_total");
    const again = await house.ask(path, { from: "127.0.0.3" });
    assert.equal(again.body, first.body);
    assert.equal(await house.metric("carom_solved_total"), solved);
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
