#!/usr/bin/env node
// The client of Debian's `ricochet`, a program nobody here wrote, against our server: it connects, makes a game, shows the
// board, bids, demonstrates and asks for the next round, driven by keys on a screen in memory. Needs the packages ricochet, xvfb,
// xdotool and imagemagick, and takes half a minute, so it is not part of ./test:
//
//     CAROM=build/carom tests/server/ricochet.mjs [PICTURE.png]
//
// With a name it leaves a picture of the client in the middle of its demonstration there.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { Client, Server, run, sleep, solve } from "./client.mjs";
import { Caller } from "./rrgp-client.mjs";
import { freePort } from "../support/port.mjs";

const picture = process.argv[2];
const keys = { N: "Up", E: "Right", S: "Down", W: "Left" };

/** Tries until it is so. */
async function until(what, condition) {
    for (let i = 0; i < 300; i++) {
        const found = await condition();
        if (found) return found;
        await sleep(100);
    }
    throw new Error("waited in vain for " + what);
}

async function screen() {
    const child = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1100x760x24"], { stdio: ["ignore", "pipe", "ignore"] });
    const number = await new Promise((resolve, reject) => {
        child.stdout.once("data", (data) => resolve(String(data).trim()));
        child.once("exit", () => reject(new Error("Xvfb does not start")));
    });
    return { child, env: { ...process.env, DISPLAY: `:${number}` } };
}

const rrgp = await freePort();
const server = await Server.start(["--rrgp", String(rrgp)]);
const { child: display, env } = await screen();
const x = (...words) => {
    try {
        return execFileSync("xdotool", words, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    } catch {
        return ""; // nothing found
    }
};
const client = spawn("/usr/games/ricochet", ["--host", "localhost", "--port", String(rrgp), "--name", "debian"],
    { env, stdio: "ignore" });
try {
    const ada = new Caller({ rrgp });
    await ada.do("HELO ada");
    const games = await until("the list of games", () => x("search", "--onlyvisible", "--name", "^Ricochet Robots Games$"));
    x("windowfocus", "--sync", games);
    x("type", "--window", games, "friday");
    x("mousemove", "--window", games, "512", "66", "click", "1"); // New Game
    await ada.notice(/^NOTICE JOIN debian friday$/);
    await ada.do("JOIN friday");
    const window = await until("the board", () => x("search", "--onlyvisible", "--name", "^Ricochet Robots$"));
    x("windowsize", "--sync", window, "1100", "760");
    x("windowfocus", "--sync", window);
    const key = (...names) => { for (const name of names) x("key", "--window", window, name); };

    const codes = run(["admin", "--admin", server.folder + "/data.db-admin", "--json", "list"]);
    const page = await new Client(server, JSON.parse(codes.out).code).open({ since: 0 });
    const { route } = await solve(page);
    key(...String(route.length + 2), "Return");
    await ada.notice(new RegExp(`^NOTICE BID debian ${route.length + 2}$`));
    key("d");
    await ada.notice(/^NOTICE NOBID debian$/);
    await ada.do(`BID ${route.length + 5}`);
    await ada.do("NOBID");
    await ada.notice(/^NOTICE ACTIVE debian /);
    // Keys are lost on a busy machine, and nothing tells us what the client has seen: what was shown is taken back, and shown again.
    for (let pause = 500; !ada.lines.includes("NOTICE SCORE debian 1"); pause *= 2) {
        assert.ok(pause < 10000, "the route did not arrive");
        await sleep(pause);
        for (const [i, move] of route.entries()) {
            key(move[0].toLowerCase());
            await sleep(pause / 2);
            key(keys[move[1]]);
            await sleep(pause);
            if (i === Math.floor((route.length - 1) / 2) && picture)
                execFileSync("import", ["-window", "root", "-resize", "1000x", "-colors", "48", `png8:${picture}`], { env });
        }
        await sleep(pause);
        for (let i = 0; i < route.length + 2 && !ada.lines.includes("NOTICE SCORE debian 1"); i++) key("u");
    }
    key("t");
    await ada.do("TURN");
    await ada.notice(/^NOTICE TURN /);
    const replay = run(["replay"], await server.log(page.code));
    assert.equal(replay.status, 0, replay.err);
    console.log(`ok: Debian's client bid ${route.length + 2}, showed ${route.join(" ")} and has a point; the log holds`);
    await page.close();
    ada.socket.destroy();
} finally {
    client.kill();
    display.kill();
    await server.stop();
}
