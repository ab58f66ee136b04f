// A bot in plain Node, written from docs/reference/protocol.md: it sits down at a table, bids the shortest route and shows it.
//
//     node examples/bot.mjs http://localhost:8080/t/K7M2QXAB [NAME]
//
// It knows no rule of the game: the server's /api/solve finds the route. WebSockets come from the package `ws` (Debian:
// node-ws), or from Node itself where it has them (22 and later).
import { createRequire } from "node:module";

const [address, name = "Nodelet"] = process.argv.slice(2);
if (!address) {
  console.error("usage: node bot.mjs http://localhost:8080/t/CODE [NAME]");
  process.exit(2);
}
const place = new URL(address);
const code = place.pathname.match(/^\/t\/([^/]+)/)?.[1];
const Socket = globalThis.WebSocket ?? loadWs();

function loadWs() {
  const require = createRequire(import.meta.url);
  for (const where of ["ws", "/usr/share/nodejs/ws"]) {
    try {
      return require(where);
    } catch {
      // the next place
    }
  }
  throw new Error("the package `ws` is missing (Debian: node-ws)");
}

// ---- the table, as far as this bot needs it ----

const table = { you: null, board: "", robots: new Map(), kept: new Map(), position: "", bid: 0, route: [], at: 0, game: 1, seq: 0 };

const words = (robots) => [...robots].map(([robot, cell]) => robot + cell).join(",");
const read = (text) => new Map(text.split(",").map((word) => [word[0], word.slice(1)]));

const heard = {
  opened: (event) => {
    table.board = event.board;
    table.robots = read(event.robots ?? "");
    table.kept = new Map(table.robots);
  },
  drawn: (event) => {
    table.robots = new Map(table.kept); // where the last winner left them
    const micro = event.start !== undefined;
    const via = event.via ? `${event.via}>` : "";
    table.position = micro ? `${table.board}/${event.start}>${via}${event.target}` : `${table.board}/${words(table.kept)}/${event.target}`;
    table.bid = 0;
    void think(table.position);
  },
  moved: (event) => void table.robots.set(event.move[0], event.to),
  reset: () => void (table.robots = new Map(table.kept)),
  won: () => void (table.kept = new Map(table.robots)),
  bid: (event) => {
    if (event.by === table.you) table.bid = event.moves;
    else if (table.bid > 0) ask("done");
  },
  turn: (event) => {
    table.at = 0;
    if (event.by === table.you) show();
  },
  over: () => leave(),
};

async function think(position) {
  const answer = await fetch(new URL(`/api/solve/${encodeURIComponent(position)}`, place)).then((found) => found.json());
  if (position !== table.position || !answer.route) return;
  table.route = answer.route;
  say(answer.moves);
}

function say(moves) {
  ask("bid", { moves });
  ask("done");
}

/** The next move of the route; a moment later, so that people can follow. */
function show() {
  const move = table.route[table.at];
  if (move) setTimeout(() => ask("move", { move }, () => (table.at++, show())), 300);
}

// ---- the line ----

let socket, token, pause = 0, last = 0, gone = false;
const waiting = new Map();

/** Sends a request; `then` is called when it was accepted. What cannot be sent is lost: the events tell what has happened. */
function ask(what, members = {}, then = undefined) {
  if (socket.readyState !== Socket.OPEN) return;
  last += 1;
  waiting.set(last, then);
  socket.send(JSON.stringify({ id: last, do: what, ...members }));
}

function leave() {
  gone = true;
  socket.close();
}

function welcome(message) {
  pause = 0;
  table.you = message.you;
  token = message.token ?? token; // store it before `join`
  if (message.game !== table.game) Object.assign(table, { game: message.game, seq: 0 });
  if (!message.you) ask("join", { name, bot: 10 });
  else if (message.state.phase === "bidding" && table.bid === 0 && table.route.length > 0) say(table.route.length);
}

function hear(message) {
  if (message.type === "welcome") {
    welcome(message);
  } else if (message.type === "events") {
    for (const event of message.events) {
      if (event.seq <= table.seq) continue;
      table.seq = event.seq;
      heard[event.ev]?.(event);
    }
  } else if (message.type === "game") {
    Object.assign(table, { game: message.game, seq: 0 });
  } else if (message.type === "answer") {
    if (message.you) table.you = message.you;
    if (message.ok) waiting.get(message.id)?.();
    else if (message.refused === "join" || message.refused === "hello") throw new Error(message.sentence);
    waiting.delete(message.id);
  } else if (message.type === "bye") {
    console.error(message.sentence);
    gone = !["stopping", "slow", "silent", "rate", "store"].includes(message.why);
    pause = message.retry ?? pause;
  }
}

/** Opens the line; when it is lost, again after a while, with the token and what is known already. */
function open() {
  socket = new Socket(`ws://${place.host}/ws`);
  socket.addEventListener("open", () => ask("hello", { version: 1, table: code, token, game: table.game, since: table.seq }));
  socket.addEventListener("message", ({ data }) => hear(JSON.parse(data)));
  socket.addEventListener("error", () => {}); // `close` follows
  socket.addEventListener("close", () => {
    if (gone) process.exit(0);
    pause = Math.min(Math.max(2 * pause, 500), 10000);
    setTimeout(open, pause * (1 + Math.random() / 2));
  });
}

open();
