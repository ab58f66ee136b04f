// A client in few lines, written from docs/reference/protocol.md and nothing else: it follows no events but asks for the state, lets the
// server solve, bids and shows. `node minimal-client.mjs ADDRESS [FAULT]`; with a fault it does one thing wrong on purpose.
import { WebSocket } from "./client.mjs";

const [address, fault] = process.argv.slice(2);
const place = new URL(address);
const code = place.pathname.split("/").at(-1);
let socket, token, you, game = 1, seq = 0, last = 0, route = [], pause = 0, done = false;
const waiting = new Map();

/** A request; gives its answer, or nothing if the line breaks first. */
function ask(what, members = {}) {
    const id = ++last;
    socket.send(JSON.stringify({ id, do: what, ...members }));
    return new Promise((resolve) => waiting.set(id, resolve));
}

async function bid() {
    const { state } = await ask("watch");
    if (state.phase !== "bidding" || state.players.find((player) => player.id === you)?.bid) return;
    const solved = await (await fetch(new URL("/api/solve/" + encodeURIComponent(state.position), place))).json();
    route = solved.route;
    await ask(fault === "unknown-do" ? "shout" : "bid", { moves: fault === "wrong-bid" ? 1 : route.length });
    await ask("done");
}

async function show() {
    for (const move of route) if (!(await ask("move", { move }))?.ok) return;
}

function sitDown() {
    if (fault === "hangs-up") socket._socket.cork(); // it goes with the same packet that asks for a seat, and for good
    void ask("join", { name: "Plain" }).then((answer) => { you = answer.you; });
    if (fault !== "hangs-up") return;
    done = true;
    socket.close();
    socket._socket.uncork();
}

const on = {
    welcome(message) {
        pause = 0;
        you = message.you;
        if (fault !== "forgets-token") token = message.token ?? token;
        if (message.game !== game) [game, seq] = [message.game, 0];
        if (!you) sitDown();
        else if (message.state.phase === "bidding") void bid();
    },
    answer(message) {
        waiting.get(message.id)?.(message);
        waiting.delete(message.id);
    },
    events(message) {
        for (const event of message.events) {
            seq = event.seq;
            if (event.ev === "drawn") void bid();
            if (event.ev === "turn" && event.by === you) void show();
        }
    },
    game(message) {
        [game, seq] = [message.game, 0];
    },
    bye(message) {
        done = !["stopping", "slow", "silent", "rate", "store"].includes(message.why);
        pause = message.retry ?? 0;
    },
};

function open() {
    const hello = { version: fault === "version" ? 2 : 1, table: code, game, since: fault === "since" ? seq + 1 : seq };
    socket = new WebSocket(`ws://${place.host}/ws`);
    socket.on("open", () => void ask("hello", token ? { ...hello, token } : hello));
    socket.on("message", (data) => {
        const message = JSON.parse(data);
        if (on[message.type]) on[message.type](message);
        else if (fault === "strict") throw new Error(`what is ${message.type}?`);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
        if (done || fault === "stays-away") process.exit(0);
        pause = Math.min(Math.max(2 * pause, 500), 10000);
        setTimeout(open, pause * (1 + Math.random() / 2));
    });
}

open();
