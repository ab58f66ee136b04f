// Programs that come to a table over the network: `carom bot`, and the example that is written from docs/reference/protocol.md alone.
import test from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Server, carom, caromDev, run, sit, solve } from "./client.mjs";

let server;
test.before(async () => { server = await Server.start(); });
test.after(async () => { assert.equal(await server.stop(), 0, server.errors); });

const link = (client) => `http://127.0.0.1:${server.port}/t/${client.code}`;

/** A program at the table; what it says on standard error is in `errors`. */
function start(t, command, words, env = {}) {
    const child = spawn(command, words, { stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, ...env } });
    child.errors = "";
    child.stderr.on("data", (data) => { child.errors += data; });
    child.out = "";
    child.stdout.on("data", (data) => { child.out += data; });
    child.done = new Promise((resolve) => { child.on("exit", (status) => resolve(status)); });
    t.after(() => child.kill("SIGKILL"));
    return child;
}

const joined = (client, name) => client.events.find((event) => event.ev === "joined" && event.name === name);

test("`carom bot` sits down as a marked bot, bids, shows, has no vote, and leaves when it is told to", async (t) => {
    const [ada] = await sit(server, ["Ada"], { preset: "ricochet", seed: 21, goal: 2 });
    const bot = start(t, carom, ["bot", link(ada), "--level", "10", "--name", "Ferdinand", "--seed", "3"]);
    await ada.until(() => joined(ada, "Ferdinand"), 60000);
    const id = joined(ada, "Ferdinand").by;
    assert.match(id, /^bot-10-p\d+$/);
    await ada.do("start");
    const { moves } = await solve(ada);
    await ada.do("bid", { moves: moves + 9 });
    await ada.until(() => ada.events.some((event) => event.ev === "bid" && event.by === id), 120000);
    await ada.do("done");
    await ada.until(() => ada.has("won") || ada.has("putback"), 120000);
    assert.ok(ada.events.some((event) => event.ev === "moved" && event.by === id), "it has shown something");
    const drawn = ada.events.filter((event) => event.ev === "drawn").length;
    const answer = await ada.do("next");
    assert.equal(answer.needed, 1, "one person, one vote");
    await ada.until(() => ada.events.filter((event) => event.ev === "drawn").length > drawn);
    bot.kill("SIGTERM");
    assert.equal(await bot.done, 0, bot.errors);
    await ada.until(() => ada.last("left")?.by === id);
    assert.equal(run(["replay"], await server.log(ada.code)).status, 0);
    assert.match(bot.out, /Ferdinand/);
});

test("`carom bot` says what is wrong with an address, a table and a name", async () => {
    const [ada] = await sit(server, ["Ada"], { preset: "ricochet" });
    assert.equal(run(["bot", "http://"]).status, 2);
    const nowhere = run(["bot", `http://127.0.0.1:${server.port}/t/AAAAAAAA`]);
    assert.equal(nowhere.status, 1);
    assert.match(nowhere.err, /There is no table/);
    const taken = run(["bot", link(ada), "--name", "ada"]);
    assert.equal(taken.status, 1, taken.err);
    assert.ok(taken.err.length > 10);
    assert.equal((await ada.ask("join", { name: "Eve", bot: 11 })).why, "bad-level");
});

test("`carom join` sits down, tells what happens and what can be done, bids, shows and leaves, in the player's language", async (t) => {
    const [ada] = await sit(server, ["Ada"], { preset: "ricochet-it", seed: 5, goal: 1 });
    const bob = start(t, carom, ["join", link(ada), "--name", "Bob", "--plain"], { LANGUAGE: "de", LANG: "C.UTF-8" });
    await ada.until(() => joined(ada, "Bob"), 60000);
    const id = joined(ada, "Bob").by;
    await ada.do("start");
    const { moves, route } = await solve(ada);
    bob.stdin.write(`${moves}\n`);
    await ada.until(() => ada.last("bid")?.by === id, 60000);
    bob.stdin.write("done\nnonsense\n");
    await ada.do("done");
    await ada.until(() => ada.last("turn")?.by === id, 60000);
    bob.stdin.write(`${route.join(" ")}\n`);
    await ada.until(() => ada.has("over"), 60000);
    assert.deepEqual(ada.last("over").winners, [id]);
    bob.stdin.write("quit\n");
    assert.equal(await bob.done, 0, bob.errors);
    assert.match(bob.out, /bid/, "what can be done");
    assert.match(bob.out, /nonsense/, "what is no command");
});

test("`carom-dev conformance` finds that the server keeps the protocol, and says so line by line", () => {
    const trial = run(["conformance", `ws://127.0.0.1:${server.port}`], "", caromDev);
    assert.equal(trial.status, 0, trial.out + trial.err);
    assert.match(trial.out, /^(holds  .*\n){20,}\d+ hold, 0 fail\n$/);
    const nowhere = run(["conformance", "ws://127.0.0.1:1"], "", caromDev);
    assert.equal(nowhere.status, 1);
    assert.match(nowhere.out, /FAILS/);
});

const script = fileURLToPath(new URL("../../examples/bot.mjs", import.meta.url));
const examples = [
    ["Nodelet", "in Node", (client) => [process.execPath, [script, link(client), "Nodelet"]]],
    ["Clara", "in C", (client) => [process.env.EXAMPLE_BOT, ["127.0.0.1", String(server.port), client.code]]],
];
for (const [name, title, command] of examples) {
    test(`the example ${title} plays a game to its end`, async (t) => {
        const [ada] = await sit(server, ["Ada"], { preset: "ricochet-it", seed: 5, goal: 1 });
        const bot = start(t, ...command(ada));
        await ada.until(() => joined(ada, name), 60000);
        const id = joined(ada, name).by;
        await ada.do("start");
        await ada.until(() => ada.events.some((event) => event.ev === "bid" && event.by === id), 60000);
        await ada.do("done");
        await ada.until(() => ada.has("over"), 60000);
        assert.deepEqual(ada.last("over").winners, [id]);
        assert.equal(await bot.done, 0, bot.errors);
    });
}
