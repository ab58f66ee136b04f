// Everybody at one table of the 1999 set, to the end of the game: a client as the page is one, `carom bot`, `carom join` on a
// terminal, and somebody who speaks RRGP over a plain socket. Each wins a target, and the log is verified. With CAROM_LONG the page
// itself is there too, in Chromium; it has to be built then.
//
// No hourglass runs: bidding ends when everybody has said that they are done, however slow the machine is.
import test from "node:test";
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { Caller } from "./rrgp-client.mjs";
import { freePort } from "../support/port.mjs";
import { Server, carom, run, sit, sleep, solve } from "./client.mjs";

const long = process.env.CAROM_LONG ? await import("../web/table-harness.mjs") : undefined;
const colours = { R: "red", Y: "yellow", G: "green", B: "blue" };
const directions = { N: "north", E: "east", S: "south", W: "west" };
const arrows = { N: "Up", E: "Right", S: "Down", W: "Left" };

async function open() {
    for (let tries = 0; ; tries++) {
        const rrgp = await freePort();
        try {
            return Object.assign(await Server.start(["--rrgp", String(rrgp), ...(long ? ["--web", long.page] : [])]), { rrgp, callers: [] });
        } catch (error) {
            if (tries === 5 || !/listen-failed/.test(error.message)) throw error;
        }
    }
}

/** A person at a terminal of their own (tmux). */
class Terminal {
    constructor(...words) {
        this.socket = `carom-mixed-${process.pid}`;
        this.tmux("new-session", "-d", "-x", "80", "-y", "24", ...words);
    }
    tmux(...words) {
        return spawnSync("tmux", ["-L", this.socket, "-f", "/dev/null", ...words], {
            encoding: "utf8", env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", TERM: "xterm-256color" } }).stdout;
    }
    keys(...keys) {
        for (const key of keys) this.tmux("send-keys", key);
    }
    async shows(words) {
        for (let i = 0; i < 600; i++) {
            if (this.tmux("capture-pane", "-p").includes(words)) return;
            await sleep(100);
        }
        throw new Error(`${words} is not on the screen:\n${this.tmux("capture-pane", "-p")}`);
    }
}

test("page, bot, terminal and RRGP play one game to its end, and its log is verified", { skip: spawnSync("tmux", ["-V"]).status !== 0 }, async (t) => {
    const server = await open();
    const [ada] = await sit(server, ["Ada"], { preset: "sfrenati", seed: 3, goal: 2, claim: "at-most", hourglass: 0, demonstration: 0 });
    const link = `http://127.0.0.1:${server.port}/t/${ada.code}`;
    const seated = (name) => ada.events.find((event) => event.ev === "joined" && event.name === name)?.by;
    const bot = spawn(carom, ["bot", link, "--level", "10", "--name", "Carom", "--seed", "5", "--games", "1", "--quiet"], { stdio: "ignore" });
    const terminal = new Terminal(carom, "join", link, "--name", "Tom");
    const browser = await long?.openBrowser();
    const eva = await long?.Person.come(browser, "Eva");
    t.after(async () => {
        bot.kill("SIGKILL");
        terminal.tmux("kill-server");
        await browser?.close();
        for (const caller of server.callers) caller.socket.destroy();
        assert.equal(await server.stop(), 0, server.errors);
    });
    const rob = await Caller.named(server, "rob");
    await rob.do(`JOIN ${ada.code.toLowerCase()}`);
    if (eva) {
        await eva.page.goto(link);
        await eva.sit();
    }
    await ada.until(() => seated("Carom") && seated("Tom") && seated("rob"), 60000);

    let route;
    const bids = {
        Ada: () => ada.do("bid", { moves: route.length }),
        Tom: () => terminal.keys(...String(route.length), "Enter"),
        rob: () => rob.do(`BID ${route.length}`),
        Eva: async () => { await eva.phase("bidding"); await eva.bid(route.length); },
        Carom: () => {}, // it knows by itself
    };
    const shows = {
        Ada: async () => { for (const move of route) await ada.do("move", { move }); },
        Tom: () => { for (const move of route) terminal.keys(move[0].toLowerCase(), arrows[move[1]]); },
        rob: async () => { for (const move of route) await rob.do(`MOVE ${colours[move[0]]} ${directions[move[1]]}`); },
        Eva: async () => { await eva.phase("showing"); await eva.show(route); },
        Carom: () => {},
    };
    const dones = {
        Ada: () => ada.do("done"),
        Tom: async () => { await terminal.shows("Space: done"); terminal.keys("Space"); },
        rob: () => rob.do("NOBID"),
        Eva: () => eva.tap("done"),
        Carom: () => {},
    };
    const people = ["Carom", "Tom", "rob", ...(eva ? ["Eva"] : []), "Ada"];
    const nameOf = (id) => ada.events.findLast((event) => event.ev === "joined" && event.by === id).name;
    const hasBid = (name) => ada.events.slice(ada.events.findLastIndex((event) => event.ev === "drawn"))
        .some((event) => event.ev === "bid" && nameOf(event.by) === name);

    await ada.do("start");
    for (let round = 1; !ada.has("over"); round++) {
        assert.ok(round < 20, "it does not end");
        await ada.until(() => ada.count("drawn") === round, 60000);
        ({ route } = await solve(ada));
        const first = people[(round - 1) % people.length];
        if (first === "Tom") await terminal.shows("number, Enter: bid"); // also when the bot has bid before
        await bids[first]();
        await ada.until(() => hasBid(first), 120000);
        const rounds = () => ada.count("won") + ada.count("putback");
        let turn = ada.count("turn") + 1;
        for (const name of people) await dones[name]();
        for (; rounds() < round; turn++) {
            await ada.until(() => ada.count("turn") >= turn || rounds() === round, 120000);
            if (rounds() === round) break;
            const name = nameOf(ada.events.filter((event) => event.ev === "turn")[turn - 1].by);
            if (name === "Tom") await terminal.shows("arrows: move");
            await shows[name]();
            await ada.until(() => ada.count("turn") > turn || rounds() === round, 120000);
        }
        if (ada.has("over")) break;
        if (round === 1) await terminal.shows("Press Enter for the next target."); // before that Enter means something else
        await ada.do("next"); // more than half of the people have to want it
        await eva?.tap("next");
        if (round === 1) terminal.keys("Enter");
        else await rob.do("TURN");
    }
    const winners = new Set(ada.events.filter((event) => event.ev === "won").map((event) => nameOf(event.by)));
    for (const name of people.slice(1)) assert.ok(winners.has(name), `${name} has won nothing`);
    assert.ok(ada.events.some((event) => event.ev === "moved" && nameOf(event.by) === "Carom"), "the bot has shown something");
    await terminal.shows("Game over!");
    const log = await server.log(ada.code);
    const replay = run(["replay"], log);
    assert.equal(replay.status, 0, replay.err);
    assert.match(log, /"ev":"over"/);
    const review = run(["replay", "--review", "--json"], log); // V1 to V4, of everybody, however they were connected
    assert.equal(review.status, 0, review.err);
    for (const { name, won, rounds } of JSON.parse(review.out).players)
        assert.ok(people.includes(name) && won >= 1 && won < rounds, review.out);
});
