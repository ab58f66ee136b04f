// RRGP over plain sockets (docs/reference/rrgp.md): whole rounds by hand, mixed with players over WebSockets, bad input, and the limits
// that users get. The client of Debian's `ricochet` itself is driven by tests/server/ricochet.mjs.
import test from "node:test";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Caller, codeOf } from "./rrgp-client.mjs";
import { freePort } from "../support/port.mjs";
import { Client, Server, run, sit, sleep, solve } from "./client.mjs";

async function open(t, options = [], more = {}) {
    for (let tries = 0; ; tries++) {
        const rrgp = await freePort();
        try {
            const server = await Server.start(["--rrgp", String(rrgp), ...options], more);
            server.rrgp = rrgp;
            server.callers = [];
            t.after(async () => {
                for (const caller of server.callers) caller.socket.destroy();
                assert.equal(await server.stop(), 0, server.errors);
            });
            return server;
        } catch (error) {
            if (tries === 5 || !/listen-failed/.test(error.message)) throw error;
        }
    }
}

const colours = { R: "red", Y: "yellow", G: "green", B: "blue" };
const directions = { N: "north", E: "east", S: "south", W: "west" };
const words = (move) => `${colours[move[0]]} ${directions[move[1]]}`;

test("a whole round over plain sockets: bids, a route that is taken back, the route, the score, the log", async (t) => {
    const server = await open(t);
    const ada = await Caller.named(server, "ada");
    const bob = await Caller.named(server, "bob the second");
    assert.equal(await ada.ask("NEW friday"), "NEW friday");
    assert.equal(await bob.ask("GAMES"), "GAMES friday");
    assert.equal(await bob.ask("JOIN friday"), "JOIN");
    assert.equal(await bob.ask("PLAYERS friday"), 'PLAYERS ada 0 "bob the second" 0');
    const page = await new Client(server, codeOf(ada)).open({ since: 0 });
    const { route } = await solve(page);
    assert.match(await ada.ask("GAMEINFO friday"), /^GAMEINFO 1 \w+ \w+ NEW 0 0 ""$/);
    await bob.do(`BID ${route.length + 3}`);
    await ada.notice(/GAMESTATE BID/);
    await ada.do(`BID ${route.length}`);
    await bob.notice(new RegExp(`^NOTICE BID ada ${route.length}$`));
    assert.match(await bob.ask("GAMEINFO friday"), new RegExp(`BID [1-9]\\d* ${route.length} ""$`));
    assert.equal(await ada.ask("BID 999"), "ERROR NOTLOWER");
    assert.equal(await ada.ask("MOVE red north"), "ERROR NOTACTIVE");
    await ada.do("NOBID");
    await bob.do("NOBID");
    await ada.notice(new RegExp(`^NOTICE ACTIVATE ${route.length}$`));
    await bob.notice(new RegExp(`^NOTICE ACTIVE ada ${route.length}$`));
    assert.equal(await bob.ask("MOVE red north"), "ERROR NOTACTIVE");
    if (route.length > 1) {
        await ada.do(`MOVE ${words(route[0])}`);
        const shown = await ada.ask("SHOW");
        await ada.do("UNDO");
        assert.notEqual(await ada.ask("SHOW"), shown, "a move can be seen, and is taken back");
        await ada.do(`MOVE ${words(route[0])}`);
        await ada.do("RESET");
    }
    for (const move of route) await ada.do(`MOVE ${words(move)}`);
    await bob.notice(/^NOTICE SCORE ada 1$/);
    await bob.notice(/GAMESTATE DONE/);
    assert.equal(bob.lines.filter((line) => /^NOTICE MOVE /.test(line)).length, route.length, "the others see the route once");
    assert.equal(await bob.ask("USERINFO ada"), `USERINFO friday true 0 1 ${route.length}`);
    await page.until(() => page.has("won"));
    assert.deepEqual(page.events.filter((event) => event.ev === "moved").map((event) => event.move), route);
    await ada.do("TURN");
    await bob.do("TURN");
    await ada.notice(/^NOTICE TURN /);
    const replay = run(["replay"], await server.log(page.code));
    assert.equal(replay.status, 0, replay.err);
});

test("a table with a player on the page and one here: each sees what the other does, and either may win", async (t) => {
    const server = await open(t);
    const [ada] = await sit(server, ["Ada"], { preset: "sfrenati", claim: "at-most", goal: 0 });
    const bob = await Caller.named(server, "bob");
    assert.equal(await bob.ask(`JOIN ${ada.code.toLowerCase()}`), "JOIN");
    await ada.until(() => ada.events.some((event) => event.ev === "joined" && event.name === "bob"));
    assert.match(await bob.ask(`GAMEINFO ${ada.code.toLowerCase()}`), /^GAMEINFO 0 whirl whirl DONE 0 0 ""$/);
    await bob.do("TURN"); // in the lobby that is `start`
    await ada.until(() => ada.has("drawn"));
    const first = await solve(ada);
    await ada.do("bid", { moves: first.route.length });
    await bob.notice(new RegExp(`^NOTICE BID Ada ${first.route.length}$`));
    await ada.do("done");
    await bob.do("NOBID");
    await ada.until(() => ada.has("turn"));
    for (const move of first.route) await ada.do("move", { move });
    await bob.notice(/^NOTICE SCORE Ada 1$/);
    assert.equal(bob.lines.filter((line) => /^NOTICE POSITION /.test(line)).length, first.route.length);
    await ada.do("next");
    await bob.do("TURN");
    await ada.until(() => ada.count("drawn") === 2);
    const second = await solve(ada);
    await bob.do(`BID ${second.route.length}`);
    await bob.do("NOBID");
    await ada.do("done");
    await bob.notice(/ACTIVATE/);
    for (const move of second.route) await bob.do(`MOVE ${words(move)}`);
    await ada.until(() => ada.last("won")?.by === "p2");
    await bob.do("QUIT");
    await bob.ended;
    await ada.until(() => ada.has("left"));
    const replay = run(["replay"], await server.log(ada.code));
    assert.equal(replay.status, 0, replay.err);
});

test("every error has its name, and the connection stays", async (t) => {
    const server = await open(t);
    const eve = new Caller(server);
    const wrong = async (line, error) => assert.equal(await eve.ask(line), `ERROR ${error}`, line);
    for (const line of ["WHO", "GAMES", "JOIN x", "SHOW", "MESSAGE hi"]) await wrong(line, "NONAMESET");
    for (const line of ["JOIN", "BID", "USERINFO"]) await wrong(line, "SYNTAX");
    await wrong('HELO "   "', "INVALIDNAME");
    await wrong("HELO " + "x".repeat(60), "INVALIDNAME");
    await eve.do("HELO eve");
    await wrong("FROBNICATE", "COMMAND");
    await wrong("HELP frobnicate", "COMMAND");
    await wrong('MESSAGE "never ends', "SYNTAX");
    await wrong("MESSAGE \u0001", "SYNTAX");
    await wrong("JOIN nothing-like-that", "NOGAME");
    await wrong("JOIN AAAAAAAA", "NOGAME");
    await wrong("PLAYERS nowhere", "NOGAME");
    await wrong("USERINFO nobody", "NOUSER");
    await wrong("DISPOSE nowhere", "NOGAME");
    for (const line of ["SHOW", "BID 4", "TURN", "PART", "MOVE red north"]) await wrong(line, "NOTINGAME");
    await wrong("VERSION x", "NOTNUMBER");
    assert.equal(await eve.ask("version 7"), "VERSION 1");
    assert.match(await eve.ask("HELP"), /^HELP "HELO \[name\]\nWHO\n[^]*VERSION number\n"$/);
    const mallory = await Caller.named(server, "mallory");
    assert.equal(await mallory.ask("HELO Eve"), "ERROR INVALIDNAME", "names that people would take for each other");
    await eve.do("NEW one");
    await wrong("BID 0", "NOTNUMBER");
    await wrong("BID four", "NOTNUMBER");
    await wrong("NOBID", "NOBID");
    await wrong("REVOKE", "NOBID");
    await wrong("TURN", "NOTDONE");
    await wrong("MOVE pink north", "NOTCOLOR");
    await wrong("MOVE red up", "NOTDIRECTION");
    await wrong("UNDO", "NOTACTIVE");
    await wrong("PASS", "NOTACTIVE");
    await wrong("DISPOSE one", "NOTEMPTY");
    await mallory.do("WATCH one");
    assert.equal(await mallory.ask("BID 4"), "ERROR NOTPLAYING");
    assert.equal(await eve.ask("WATCHERS one"), "WATCHERS mallory");
    await eve.do("BID 1");
    await wrong("REVOKE", "NOTLOWER");
    await eve.do("NOBID");
    await eve.notice(/ACTIVATE 1/);
    for (const move of ["red n", "red e", "red s", "red w"]) { // one of them can be made, and was not the last word
        const reply = await eve.ask(`MOVE ${move}`);
        if (reply !== "MOVE") assert.equal(reply, "ERROR BLOCKED");
        else break;
    }
    if ((await eve.ask("GAMEINFO one")).includes(" SHOW ")) {
        await wrong("MOVE blue s", "TOOMANYMOVES");
        await eve.do("PASS");
    }
    await wrong("BID 3", "NOTBIDDING");
});

test("noise, long lines and pages of others end a connection, and nothing else", async (t) => {
    const server = await open(t);
    const ada = await Caller.named(server, "ada");
    await ada.do("NEW quiet");
    const bytes = (...numbers) => Buffer.from(numbers);
    for (const noise of ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", "POST / HTTP/1.1\r\n\r\nHELO x\n", "x".repeat(600) + "\n",
        "x".repeat(5000), "HELO a\n".repeat(2000)]) {
        const caller = new Caller(server);
        caller.socket.write(noise);
        if (!noise.startsWith("HELO")) await caller.ended;
        else await caller.until(() => caller.replies().length > 0 || caller.socket.destroyed);
        caller.socket.destroy();
    }
    for (const noise of [bytes(255, 251, 1, 10), bytes(0, 10), bytes(0xc3, 0x28, 10)]) {
        const caller = new Caller(server);
        caller.socket.write(noise);
        await caller.until(() => caller.replies()[0] === "ERROR SYNTAX");
        await caller.do("HELO fine");
        await caller.do("QUIT");
        await caller.ended;
    }
    assert.match(await ada.ask("GAMEINFO quiet"), / NEW /);
});

test("the limits of every other way hold here: rate, addresses, bans, tables, codes, locks, private servers", async (t) => {
    const server = await open(t, ["--message-rate", "5", "--max-per-address", "4", "--new-tables", "3", "--misses", "3"], { defaults: true });
    const [eve] = await sit(server, ["Eve"], { preset: "sfrenati" });
    const ada = await Caller.named(server, "ada");
    await ada.do("NEW one");
    await ada.do("NEW two");
    assert.equal(await ada.ask("NEW three"), "ERROR NOGAME", "three tables an hour, made in whichever way");
    const mallory = await Caller.named(server, "mallory", "127.0.0.2");
    for (const code of ["AAAAAAAA", "BBBBBBBB", "CCCCCCCC", "DDDDDDDD"]) await mallory.ask(`JOIN ${code}`);
    assert.equal(await mallory.ask(`JOIN ${codeOf(ada)}`), "ERROR NOTPLAYING", "guessing is over for now");
    const flood = new Caller(server, "127.0.0.3");
    for (let i = 0; i < 400; i++) flood.socket.write("HELP bid\n");
    await flood.ended;
    assert.ok(flood.lines.includes("ERROR COMMAND"));
    const many = [1, 2, 3, 4, 5].map(() => new Caller(server, "127.0.0.4"));
    await Promise.any(many.map((caller) => caller.ended));
    const admin = (...more) => run(["admin", "--admin", join(server.folder, "data.db-admin"), ...more]);
    const gone = await Caller.named(server, "gone", "127.0.0.5");
    assert.equal(admin("ban", "127.0.0.5", "1h").status, 0);
    await gone.ended;
    await new Caller(server, "127.0.0.5").ended;
    await eve.do("lock");
    const late = await Caller.named(server, "late", "127.0.0.6");
    assert.equal(await late.ask(`JOIN ${eve.code}`), "ERROR NOTPLAYING");
    await late.notice(/locked/);
    const password = join(server.folder, "password");
    writeFileSync(password, "correct horse\n");
    await assert.rejects(Server.start(["--rrgp", String(server.rrgp + 1), "--password-file", password]), /nobody can say the password/);
});

test("nobody has it for themselves: callers, games and kept seats of an address are bounded, with the limits that users get", async (t) => {
    const server = await open(t, [], { defaults: true });
    const many = Array.from({ length: 300 }, () => new Caller(server, "127.0.0.2"));
    let ended = 0;
    await new Promise((resolve) => {
        for (const caller of many) caller.ended.then(() => { if (++ended === 300 - 32) resolve(); });
    });
    const ada = await Caller.named(server, "ada", "127.0.0.3"); // there is room for others
    const eve = await Caller.named(server, "eve", "127.0.0.4");
    assert.equal(ended, 300 - 32);
    const make = async (caller, name) => { // too much at once is refused for a while, and so is everything if the machine is too busy
        for (let tries = 0; ; tries++) {
            const answer = await caller.ask(`NEW ${name}`);
            if (answer.startsWith("NEW") || answer === "ERROR NOTEMPTY" || tries === 100) return answer;
            await sleep(300);
        }
    };
    const looks = []; // somebody on the page is at each of them, or it would be gone with the one who made it
    for (let i = 0; i < 40 && await make(eve, `mine-${i}`) !== "ERROR NOTEMPTY"; i++)
        looks.push(await new Client(server, /\/t\/(\w{8})/.exec(eve.lines.findLast((line) => line.includes("/t/")))[1]).open());
    assert.equal(looks.length, 32);
    assert.match(await make(ada, "friday"), /^NEW/);
});

test("only tables of the 1999 set are spoken of, and a code is told to nobody who has not got it", async (t) => {
    const server = await open(t);
    const [ada] = await sit(server, ["Ada"], { preset: "ricochet" });
    const bob = await Caller.named(server, "bob");
    assert.equal(await bob.ask(`JOIN ${ada.code}`), "ERROR NOGAME");
    await bob.notice(/1999/);
    const [eve] = await sit(server, ["Eve"], { preset: "sfrenati" });
    await bob.do(`JOIN ${eve.code}`);
    const mallory = await Caller.named(server, "mallory");
    assert.equal(await mallory.ask("USERINFO bob"), 'USERINFO "" false 0 0 0');
    assert.equal(await mallory.ask("GAMES"), "GAMES");
    assert.equal(await mallory.ask(`PLAYERS ${eve.code}`), "ERROR NOGAME");
    assert.ok(!mallory.lines.some((line) => line.includes(eve.code)));
    await eve.do("again", { rules: { preset: "ricochet" } });
    await bob.notice(/not of the 1999 set any more/);
    assert.equal(await bob.ask("SHOW"), "ERROR NOTINGAME");
});

test("who is cut off comes back to the same seat by the same name; who parts gives it up", async (t) => {
    const server = await open(t);
    const ada = await Caller.named(server, "ada");
    await ada.do("NEW late");
    const bob = await Caller.named(server, "bob");
    await bob.do("JOIN late");
    const page = await new Client(server, codeOf(ada)).open({ since: 0 });
    bob.socket.destroy();
    await ada.notice(/^NOTICE QUIT bob$/);
    const again = await Caller.named(server, "bob");
    await again.do("JOIN late");
    assert.equal(page.count("joined"), 2, "nobody new has come");
    await again.do("PART");
    await page.until(() => page.count("left") === 1);
    await again.do("JOIN late");
    await page.until(() => page.count("joined") === 3);
    const twin = await Caller.named(server, "twin", "127.0.0.9");
    assert.equal(await twin.ask("WHO").then((line) => line.split(" ").length), 7);
    await again.do("NEW other"); // leaves the first game by itself
    await page.until(() => page.count("left") === 2);
});

test("nobody passes for the server, or, watching, for somebody who plays", async (t) => {
    const server = await open(t);
    const eve = new Caller(server);
    for (const name of ["carom", "CAROM", "c\u0430rom", "c\u00e1rom", '"c arom"']) // Cyrillic, an accent, a blank
        assert.equal(await eve.ask(`HELO ${name}`), "ERROR INVALIDNAME", name);
    const [ada] = await sit(server, ["Ada"], { preset: "sfrenati" });
    await eve.do("HELO ada");
    assert.equal(await eve.ask(`WATCH ${ada.code}`), "ERROR INVALIDNAME");
    assert.equal(await eve.ask(`JOIN ${ada.code}`), "ERROR INVALIDNAME");
    await eve.do("HELO bob");
    await eve.do(`WATCH ${ada.code}`);
    await eve.do("MESSAGE hello");
    const bob = await new Client(server, ada.code).open();
    await bob.join("Bob");
    assert.equal(await eve.ask("MESSAGE hello"), "ERROR INVALIDNAME", "somebody of that name has come since");
});

test("a game that nobody is at is on no list, and its name is free", async (t) => {
    const server = await open(t);
    const ada = await Caller.named(server, "ada");
    const bob = await Caller.named(server, "bob");
    await ada.do("NEW friday");
    const page = await new Client(server, codeOf(ada)).open({ since: 0 });
    await ada.do("PART");
    await page.until(() => page.has("over"));
    assert.equal(await bob.ask("GAMES"), "GAMES friday", "somebody watches");
    await bob.do("JOIN friday"); // the next game there, which bob begins
    await page.until(() => page.messages.some((message) => message.type === "game"));
    await bob.do("TURN");
    await bob.do("PART");
    page.close();
    await page.closed;
    for (let i = 0; i < 200 && (await bob.ask("GAMES")) !== "GAMES"; i++) await sleep(50);
    assert.equal(await bob.ask("GAMES"), "GAMES");
    assert.equal(await bob.ask("JOIN friday"), "ERROR NOGAME");
    assert.equal(await ada.ask("NEW friday"), "NEW friday");
});

test("the server ends with callers connected, and tells them", async (t) => {
    const server = await open(t);
    const ada = await Caller.named(server, "ada");
    await ada.do("NEW last");
    server.child.kill("SIGTERM");
    await ada.notice(/^NOTICE MESSAGE carom /, 2);
    await ada.ended;
});

test("a mixed table to the end of its game: the page, a bot and a caller; its log holds", async (t) => {
    const server = await open(t);
    const [ada] = await sit(server, ["Ada"], { preset: "sfrenati", claim: "at-most", goal: 1, hourglass: 5000 });
    await ada.do("bot", { level: 1 });
    const bob = await Caller.named(server, "bob");
    await bob.do(`JOIN ${ada.code}`);
    assert.match(await bob.ask(`PLAYERS ${ada.code}`), /^PLAYERS Ada 0 \S+ 0 bob 0$/);
    let route = [];
    for (let round = 1; !ada.has("over"); round++) {
        await bob.do("TURN"); // the first time that is `start`
        if (round > 1) await ada.do("next");
        await ada.until(() => ada.count("drawn") === round);
        ({ route } = await solve(ada));
        await bob.ask(`BID ${route.length}`); // the bot may have been faster
        await ada.until(() => ada.has("over") || ada.count("putback") === round || ada.last("turn")?.by === "p2", 60000);
        if (ada.has("over") || ada.count("putback") === round) continue;
        await bob.notice(new RegExp(`^NOTICE ACTIVATE ${route.length}$`));
        for (const move of route) await bob.do(`MOVE ${words(move)}`);
        await ada.until(() => ada.has("over"));
    }
    await bob.notice(/^NOTICE GAMEOVER Ada \d \S+ \d bob \d$/);
    const replay = run(["replay"], await server.log(ada.code));
    assert.equal(replay.status, 0, replay.err);
    assert.equal(new Set(ada.events.filter((event) => event.ev === "joined").map((event) => event.by)).size, 3);
});
