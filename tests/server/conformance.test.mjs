// `carom-dev conformance --listen` with clients that keep the protocol, and with one that does one thing wrong at a time.
import test from "node:test";
import assert from "node:assert/strict";
import net from "node:net";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { carom, caromDev } from "./client.mjs";
import { crowded } from "./extremes.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const plain = (fault) => (address) => [process.execPath, [path("minimal-client.mjs"), address, ...(fault ? [fault] : [])]];

/** Lets a client come to a trial; gives what was found. Most of it is waiting, so all trials begin together. */
async function trial(command, seconds = 60) {
    const listener = spawn(caromDev, ["conformance", "--listen", "--wait", String(seconds)], { stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    const ended = new Promise((resolve) => listener.once("close", resolve));
    const address = await new Promise((resolve) => {
        listener.stdout.on("data", (data) => {
            out += data;
            if (out.includes("\n")) resolve(out.split("\n")[0]);
        });
    });
    const client = spawn(...command(address), { stdio: "ignore" });
    const status = await ended;
    client.kill("SIGKILL");
    return { status, out };
}

const good = {
    "carom bot": (address) => [carom, ["bot", address, "--level", "10", "--games", "1", "--quiet"]],
    "the example in Node": (address) => [process.execPath, [path("../../examples/bot.mjs"), address]],
    "the example in C": (address) => [process.env.EXAMPLE_BOT, ["127.0.0.1", new URL(address).port, address.split("/").at(-1)]],
    "a client written from docs/reference/protocol.md alone, which plays another game": plain(),
};
const wrong = [
    ["version", /FAILS  Its first message is hello/],
    ["hangs-up", /FAILS  It answers pings\nFAILS  It comes back when its line was lost/],
    ["stays-away", /FAILS  It comes back when its line was lost/],
    ["strict", /FAILS  Messages and members that it does not know do it no harm/],
    ["forgets-token", /FAILS  \.\.\. with the token/],
    ["since", /FAILS  \.\.\. and asks for what it has missed/],
    ["unknown-do", /FAILS  It bids[^]*FAILS  All that it asks for are requests of the protocol/],
    ["wrong-bid", /FAILS  When its turn comes it shows a route/],
];
const keeps = Object.entries(good).map(([name, command]) => [name, trial(command)]);
const fails = wrong.map(([fault, line]) => [fault, line, trial(plain(fault), 30)]);
for (const [name, found] of keeps)
    test(`${name} keeps the protocol`, async () => {
        const { status, out } = await found;
        assert.equal(status, 0, out);
        assert.match(out, /^http:\S+\n(holds  .*\n){15,}\d+ hold, 0 fail\n$/);
    });
for (const [fault, line, found] of fails)
    test(`one that does not: ${fault}`, async () => {
        const { status, out } = await found;
        assert.equal(status, 1, out);
        assert.match(out, line);
    });

/** Sends this to a trial and keeps the line open. Gives what is answered, up to the end of the line. */
async function ask(t, request) {
    const listener = spawn(caromDev, ["conformance", "--listen", "--wait", "60"], { stdio: ["ignore", "pipe", "ignore"] });
    t.after(() => listener.kill("SIGKILL"));
    const address = new URL(await new Promise((resolve) => listener.stdout.once("data", (data) => resolve(`${data}`.split("\n")[0]))));
    const socket = net.connect(Number(address.port), address.hostname, () => socket.write(request));
    let answer = "";
    for await (const data of socket) answer += data;
    return answer;
}
const slow = [
    ["a body that does not come", "POST /api/tables HTTP/1.1\r\nContent-Length: 10\r\n\r\n", /^HTTP\/1.1 201 /],
    ["a position that takes too long", `GET /api/solve/${crowded()} HTTP/1.1\r\n\r\n`, /^HTTP\/1.1 200 [^]*"proven":false/],
];
for (const [words, request, answer] of slow)
    test(`a trial goes on after ${words}`, { timeout: 120000 }, async (t) => assert.match(await ask(t, request), answer));
