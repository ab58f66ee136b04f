#!/usr/bin/env node
// A walk over the product of the server's limits: every HTTP address, WebSocket request and line of RRGP, with every parameter at 0,
// 1, its limit, one less and one more, on boards of extreme shapes, with the longest names and the most seats.
//
//     CAROM=build-asan/carom tests/server/walk.mjs [--short] [--seed N] [--part http|tables|requests|rrgp|crowd]... [--wait SECONDS]
//
// Addresses, requests, verbs and rules are those of the documents: one that the walk has no values for is a fault. Each request
// has to be answered, with JSON, a picture or a page that is whole, and never with 500; the server must not end, its sanitizers must not report
// anything, and SIGTERM has to end it. Says at the end how many requests were made; the exit code is 1 if anything was found. `--short` asks a
// sample, the same one for the same seed. What ended the server, or what nobody answered, is said with the request.
import http from "node:http";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Caller } from "./rrgp-client.mjs";
import { Client, Server, sleep } from "./client.mjs";
import { broken, chance, numbers, parameters, rules, shapes, strange, texts, usual } from "./extremes.mjs";
import { documented, limit } from "./limits.mjs";
import { freePort } from "../support/port.mjs";

const PARTS = ["http", "tables", "requests", "rrgp", "crowd"];
const { values } = parseArgs({ options: {
    short: { type: "boolean", default: false }, seed: { type: "string", default: "1" }, part: { type: "string", multiple: true, default: PARTS },
    wait: { type: "string", default: "60" }, stop: { type: "string", default: "5" }, faults: { type: "string", default: "20" },
} });
const SHORT = values.short;
const WAIT_MS = 1000 * Number(values.wait); // for an answer, on a machine that has other things to do
const STOP_MS = 1000 * Number(values.stop) * (SHORT ? 4 : 1); // for the end after SIGTERM
const AT_ONCE = 8; // requests on their way
const random = chance(Number(values.seed));

/* ---- what was asked, and what was found ---- */

const made = Object.fromEntries(PARTS.map((part) => [part, 0]));
const found = new Map(); // words: how often
let part = PARTS[0];

function fault(words, request) {
    const first = !found.has(words);
    found.set(words, (found.get(words) ?? 0) + 1);
    if (first) console.log(`FOUND in ${part}: ${words}${request ? `\n    ${request.slice(0, 400)}${request.length > 400 ? `… (${request.length} characters)` : ""}` : ""}`);
    if (found.size >= Number(values.faults)) throw new Error("enough was found");
}

const within = (promise, ms, otherwise) => {
    let timer;
    const late = new Promise((resolve) => { timer = setTimeout(resolve, ms, otherwise); });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

/* ---- the server ---- */

/* A page whose head the server replaces by that of a preview. */
const web = mkdtempSync(join(tmpdir(), "carom-walk-"));
writeFileSync(join(web, "index.html"), "<!doctype html><head><!-- preview: --><!-- end of preview --></head><p>page</html>");
const PREVIEW = /^<!doctype html><head>(<meta property="[a-z:_]+" content="[^"<>]*" \/>\s*)+<!-- end of preview --><\/head><p>page<\/html>$/;
process.on("exit", () => rmSync(web, { recursive: true }));

let server;
async function start() {
    const rrgp = await freePort();
    server = await Server.start(["--rrgp", String(rrgp), "--max-watchers", "100000", "--race-seconds", "2", "--web", web], { env: { UBSAN_OPTIONS: "print_stacktrace=1", ...process.env } });
    server.rrgp = rrgp;
    server.gone = false;
    const { child } = server;
    child.once("exit", () => { if (server.child === child) server.gone = true; });
}

/** What the sanitizers or an assertion have said, in a few words. */
function reported(errors) {
    const line = /^.*(runtime error:|ERROR: (Address|Leak)Sanitizer:|assertion|Assertion).*$/m.exec(errors)?.[0];
    const place = /#\d+ \S+ in (\S+) \S*?(src\/\S+)/.exec(errors);
    return line && `${line.trim().slice(0, 200)}${place ? `, in ${place[1]} (${place[2]})` : ""}`;
}

/** SIGTERM has to end it soon, whatever it is busy with. */
async function terminate() {
    if (!server.gone) server.child.kill("SIGTERM");
    const code = await within(server.ended, STOP_MS, "late");
    if (code !== "late") return code;
    fault(`SIGTERM did not end the server within ${STOP_MS / 1000} s`);
    server.child.kill("SIGKILL");
    return server.ended.then(() => code);
}

/** Ends it, and looks at what it has said. */
async function stop() {
    const begun = Date.now();
    const code = await terminate();
    const said = reported(server.errors);
    if (said) fault(said);
    else if (!server.gone && code !== 0 && code !== "late") fault(`the server ended with ${code}: ${server.errors.slice(-300)}`);
    await server.stop().catch(() => {});
    return Date.now() - begun;
}

/** It has ended by itself, or hangs: says because of what, and begins anew. */
async function again(words, requests) {
    const code = server.gone ? await server.ended : null;
    const said = reported(server.errors);
    fault(`${words}${code === null ? "" : `: the server ended with ${code}`}${said ? `: ${said}` : ""}`, requests.join("\n    "));
    await terminate();
    await server.stop().catch(() => {});
    await start();
}

/* ---- HTTP ---- */

let asked = 0;
const address = () => `127.${20 + asked % 200}.${1 + Math.floor(asked / 200) % 200}.1`; // one of its own for each, so that nobody waits for a turn

/** A request; resolves with the answer, or with what came instead of one. */
function send({ method = "GET", path, body, headers = {} }) {
    asked++;
    return new Promise((resolve) => {
        const options = { port: server.port, host: "127.0.0.1", localAddress: address(), path, method, headers, agent: false, maxHeaderSize: 1 << 20 };
        const request = http.request(options, (answer) => {
            const parts = [];
            answer.on("data", (bytes) => parts.push(bytes));
            answer.on("end", () => resolve({ status: answer.statusCode, type: answer.headers["content-type"] ?? "", body: Buffer.concat(parts), whole: answer.complete }));
            answer.on("error", (error) => resolve({ broken: error.code }));
        });
        request.setTimeout(WAIT_MS, () => request.destroy(Object.assign(new Error(), { code: "unanswered" })));
        request.on("error", (error) => resolve({ broken: error.code ?? error.message }));
        request.end(body);
    });
}

function json(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

/** What is wrong with an answer; undefined: nothing. */
function wrong(answer, { method = "GET", rude = false }) {
    if (answer.broken) return rude && answer.broken !== "unanswered" ? undefined : `no answer (${answer.broken})`;
    const { status, type, body } = answer;
    if (status === 500) return "500";
    if (!answer.whole) return "an answer that is cut off";
    if (method === "HEAD" || status === 304) return undefined;
    const text = body.toString();
    if (type.startsWith("application/json") && json(text) === undefined) return "JSON that is none";
    if (/ndjson|jsonl|json-seq/.test(type) && !text.trimEnd().split("\n").every((line) => json(line) !== undefined)) return "a log with a line that is no JSON";
    if (type.startsWith("image/gif") && (body.subarray(0, 4).toString() !== "GIF8" || body.at(-1) !== 0x3b)) return "a GIF that is none";
    if (type.startsWith("image/png") && body.subarray(-8, -4).toString() !== "IEND") return "a PNG without its end";
    if (type.startsWith("image/svg") && !text.trimEnd().endsWith("</svg>")) return "an SVG without its end";
    if (text.includes("<meta") && !PREVIEW.test(text)) return "a preview that is none";
    return status >= 400 && type.startsWith("application/json") && json(text).why === undefined ? "a refusal without a reason" : undefined;
}

function words({ method = "GET", path, body = "", headers = {} }) {
    const names = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return `${method} ${path} ${names.length > 8 ? `(${names.length} headers)` : names.join(", ")} ${body}`.trimEnd();
}
/** Where it was asked: one fault of a kind is said for each such place. */
const where = ({ path }) => /^\/[^/?]*(\/[^/?]*)?/.exec(path)[0].slice(0, 24);

/** Sends all of them, some at a time. When the server ends, those on their way are sent again one by one, to find which it was. */
async function sendAll(requests) {
    for (let i = 0; i < requests.length; i += AT_ONCE) {
        const group = requests.slice(i, i + AT_ONCE);
        made[part] += group.length;
        const answers = await Promise.all(group.map(send));
        await within(server.ended, answers.some((answer) => answer.broken) ? 1000 : 0, undefined); // a core takes its time
        const lost = group.filter((request, k) => answers[k].broken === "unanswered");
        if (server.gone) await blame(group);
        else if (lost.length > 0) await again(`no answer within ${WAIT_MS / 1000} s`, lost.map(words));
        else answers.forEach((answer, k) => { const what = wrong(answer, group[k]); if (what) fault(`${what} at ${where(group[k])}`, words(group[k])); });
        const said = !server.gone && reported(server.errors);
        if (said) {
            fault(said, group.map(words).join("\n    "));
            server.errors = "";
        }
    }
}

async function blame(group) {
    const said = reported(server.errors);
    await server.stop().catch(() => {});
    await start();
    for (const request of group) {
        const answer = await send(request);
        await within(server.ended, answer.broken ? 1000 : 0, undefined);
        if (server.gone) return again("a request ends the server", [words(request)]);
    }
    fault(`requests end the server, but not one by one${said ? `: ${said}` : ""}`, group.map(words).join("\n    "));
}

const query = (members) => {
    const pairs = Object.entries(members).filter(([, value]) => value !== undefined);
    return pairs.length > 0 ? `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%20", "+")}`).join("&")}` : "";
};
const place = (text) => (/^%|^$/.test(text) ? text : encodeURI(text));

/** Each parameter of a query at each of its values, the others left out or at one of theirs. */
function* queries(names, position = undefined) {
    const all = Object.fromEntries(names.map((name) => [name, parameters[name](position)]));
    yield {};
    for (const name of names) {
        for (const value of all[name]) {
            const others = names.filter((other) => other !== name).map((other) => [other, random.below(2) ? random.pick(all[other]) : undefined]);
            yield { ...Object.fromEntries(others), [name]: value };
        }
    }
}

/** A sample in the short form, all of them in the long one. */
const some = (list, count) => (SHORT ? random.shuffle(list).slice(0, count) : list);

/** Pictures: each shape in each form at each width, with a route that can be drawn, or one at a limit. */
function* pictures() {
    const flat = shapes.filter(({ name }) => /^(16x1|1x16|16x16) (empty|chequered) (R|RYGBST)$/.test(name));
    const widths = parameters.width();
    for (const shape of SHORT ? flat : [...shapes, ...usual, ...broken]) {
        for (const form of ["svg", "png", "gif", "none"]) {
            const least = SHORT ? random.shuffle(widths).slice(0, 3) : shapes.indexOf(shape) % 7 === 0 ? widths : random.shuffle(widths).slice(0, 4);
            for (const width of [undefined, ...new Set([...least, String(Math.floor((limit("CAROM_GIF_WIDTH_MAX") + limit("WIDTH_MAX")) / 2))])]) {
                const list = parameters.route(shape);
                const route = form === "gif" && random.below(4) > 0 ? list[random.below(SHORT ? 2 : 3)] : random.below(3) ? random.pick(list) : undefined;
                const theme = random.below(2) ? random.pick(parameters.theme()) : undefined;
                const animate = form === "svg" && random.below(2) ? random.pick(parameters.animate()) : undefined;
                yield { path: `/board/${place(shape.text)}.${form}${query({ width, route, theme, animate })}` };
            }
        }
    }
}

function* positions() {
    const worst = shapes.filter(({ name, text }) => /^16x16 chequered.* T$/.test(name) && /Th16/.test(text));
    for (const shape of SHORT ? [...worst, ...random.shuffle(shapes).slice(0, 30), ...usual, ...broken] : [...shapes, ...usual, ...broken]) {
        yield { path: `/api/solve/${place(shape.text)}` };
        if (!SHORT || random.below(4) === 0) yield { path: `/api/solve/${place(shape.text)}${query({ all: "1", no_ricochet: random.pick(parameters.no_ricochet()) })}` };
        for (const members of some([...queries(["route", "bid", "no_ricochet", "at_most"], shape)], 1)) yield { path: `/api/check/${place(shape.text)}${query(members)}` };
    }
}

const DEAL = documented("protocol.md", "HTTP").find((line) => line.startsWith("GET /api/deal")).split("?")[1].split("&").map((pair) => pair.split("=")[0]);
const CODES = ["ABCDEFGH", "abcdefgh", "ABCDEF", "", "A", "ABCDEFGHJ", "%00", "%2e%2e", "A".repeat(4000)];

/** What has a code or none in it. `game` is the address of a finished one. */
function* places(code, game) {
    for (const one of [code, ...CODES]) {
        for (const members of some([...queries(["game"])], 4)) yield { path: `/t/${one}/log${query(members)}` };
        for (const rest of [`/api/tables/${one}`, `/t/${one}/qr.svg`, `/t/${one}`, `/t/${one}/`, `/t/${one}/none`]) yield { path: rest };
        for (const token of ["", "x", "A".repeat(limit("SEAT_TOKEN_LENGTH")), "A".repeat(limit("SEAT_TOKEN_LENGTH") + 1)]) yield { path: `/api/tables/${one}`, headers: { "Carom-Seat": token } };
    }
    for (const one of [game, "x", "0-0", "", "A".repeat(4000)]) yield* [{ path: `/g/${one}/log` }, { path: `/g/${one}` }];
    for (const members of queries(["after", "n"])) yield { path: `/api/tables${query(members)}` };
    for (const members of queries(DEAL)) yield { path: `/api/deal${query(members)}` };
    for (const path of ["/", "/healthz", "/readyz", "/metrics", "/docs", "/docs/", "/docs/%2e%2e/x", "/password", "/ws", "/none", "/api/", "/api/none", "/%00", "/index.html", "/sw.js", "//"])
        for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) yield { path, method };
    for (const method of ["POST", "GET"]) for (const path of ["/api/together", "/api/server", "/api/race"]) yield { path, method };
}

/** The addresses of the page's screens, whose head says what a link leads to, in the words and the language that were asked for. */
const SCREENS = [...readFileSync(new URL("../../src/server/http/static_files.c", import.meta.url), "utf8").split("} places[] = {")[1].split("};")[0].matchAll(/"([^"]+)"/g)].map(([, begins]) => begins);
function* screens(code, game, circle) {
    const claims = ["", "7-48/", "0-0/", "999-99999/", "9999-999999/", "-1--1/", "7-48", "%00/"];
    const dates = [new Date().toISOString().slice(0, 10), "2026-01-01", "1970-01-01", "9999-12-31", "2026-02-30", "x", "", "%00"];
    const tails = {
        "/t/": [code, ...CODES], "/g/": [game, ...CODES],
        "/daily": dates.flatMap((date) => ["", "/", "/easy", "/fiendish", "/%22%3e"].map((rest) => `/${date}${rest}`)),
        "/challenge": some([...shapes, ...usual, ...broken], 30).map(({ text }) => `/${random.pick(claims)}${place(text)}`),
        "/circle": [circle, ...CODES].map((one) => `/${one}`), "/match": [circle, ...CODES].flatMap((one) => ["/1", "/0", "/99999999999", ""].map((number) => `/${one}${number}`)),
    };
    const languages = [undefined, undefined, "de", "pt-BR,pt;q=0.9", "x".repeat(4000), "*", ",;q=", "de;q=" + "9".repeat(400)];
    for (const begins of SCREENS) {
        for (const rest of ["", ...tails[begins] ?? []]) {
            const language = random.pick(languages);
            const headers = { Accept: "text/html", ...(language === undefined ? {} : { "Accept-Language": language }) };
            yield { path: begins + rest, headers, rude: (begins + rest + language).length > 3000 };
        }
    }
}

/** Matches over days: every action, with targets, ends and routes at their limits and beyond. */
function* matches(circle, token) {
    const numbers = [-1, 0, 1, limit("MATCH_TARGETS_MAX"), limit("MATCH_TARGETS_MAX") + 1, 1.5, "1", null, Number.MAX_SAFE_INTEGER];
    const ends = [0, Date.now() + 1000, Date.now() + 86400_000 * limit("MATCH_DAYS_MAX") - 5000, Date.now() + 86400_000 * (limit("MATCH_DAYS_MAX") + 1), -1, "soon"];
    const routes = ["RN", "RN ".repeat(limit("CAROM_HANDED_MOVES_MAX")), "RN ".repeat(300), "north", "", 7];
    const headers = { "Carom-Member": token };
    for (const targets of some(numbers, 4))
        yield { path: `/api/circles/${circle}/matches`, method: "POST", body: JSON.stringify({ targets, ends: random.pick(ends) }), headers };
    for (const rest of ["", "/", "/0", "/1", "/1/log", "/1/show", "/1/hand", "/1/done", "/1/x", "/1/show/1", "/99999999", "/999999999", "/1a"])
        for (const method of some(["GET", "HEAD", "POST", "PATCH", "DELETE"], 2)) {
            const body = method === "POST" ? random.pick(["", "{}", JSON.stringify({ target: random.pick(numbers), route: random.pick(routes) })]) : undefined;
            yield { path: `/api/circles/${circle}/matches${rest}`, method, body, headers };
        }
}

/** Results and circles: every address with every method, and bodies whose members are missing, wrong, or at their limits. */
function* company({ circle, token }) {
    const today = new Date().toISOString().slice(0, 10);
    const devices = ["0".repeat(32), "0".repeat(31), "G".repeat(32), "", 7, null, undefined];
    const routes = ["RN", "RN ".repeat(limit("CAROM_CHECK_MOVES_MAX")), "RN ".repeat(limit("CAROM_CHECK_MOVES_MAX") + 1), "x".repeat(4 * limit("CAROM_CHECK_MOVES_MAX")), "\u0000", "", 7, undefined];
    const times = [0, -1, 2 ** 31, 2 ** 53, "7", undefined];
    const names = ["Ana", "ñ".repeat(24), "n".repeat(limit("NICKNAME_MAX")), "n".repeat(limit("NICKNAME_MAX") + 1), " ", "\u202e", "\u0000", 7, undefined];
    const dates = [today, "2026-01-01", "2025-12-31", "1970-01-01", "9999-12-31", "2026-02-30", "x", "", "%00", "1".repeat(3000)];
    for (const date of dates) {
        for (const kind of ["easy", "micro", "none", "", "easy/", "%00"]) {
            const path = `/api/daily/${date}/${kind}`;
            for (const device of some(devices, 2)) yield { path: path + query({ device: device?.toString() }) };
            yield { path, method: "DELETE" };
        }
    }
    for (const kind of ["easy", "medium", "fiendish", "micro"])
        for (const device of devices)
            for (const route of some(routes, 3))
                for (const ms of some(times, 2)) yield { path: `/api/daily/${today}/${kind}`, method: "POST", body: JSON.stringify({ device, route, ms }) };
    for (const name of names) {
        for (const member of some(names, 3)) yield { path: "/api/circles", method: "POST", body: JSON.stringify({ name, member, device: devices[0] }) };
        for (const device of some(devices, 2)) yield { path: `/api/circles/${circle}/members`, method: "POST", body: JSON.stringify({ name, device }) };
    }
    for (const code of [circle, circle.toLowerCase(), "A".repeat(limit("CIRCLE_CODE_LENGTH") + 1), ...CODES]) {
        for (const rest of ["", "/", "/members", "/members/me", "/members/you", "/x"]) {
            for (const method of some(["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"], 3)) {
                const wrong = random.pick([token.slice(1), `${token}x`, "A".repeat(limit("SEAT_TOKEN_LENGTH")), "", undefined]);
                const body = method === "GET" || method === "HEAD" ? undefined : random.pick(["", "{}", "[]", '{"name":"Bo"}', "{"]);
                const mine = random.below(2) > 0 && method !== "DELETE";
                yield { path: `/api/circles/${code}${rest}`, method, body, headers: { ...(mine ? { "Carom-Member": token } : wrong !== undefined ? { "Carom-Member": wrong } : {}) } };
            }
        }
        yield { path: `/api/circles/${code}${query({ date: random.pick(dates.slice(0, 7)) })}`, headers: { "Carom-Member": token } };
        yield* matches(code, token);
    }
}

/** Requests as large as they may be: parameters, headers, bodies, addresses. */
function* sizes() {
    const most = limit("BODY_MAX");
    for (const count of [1, 10, 60, 69, 70, 71, 72, 80, 100, 200, 400]) {
        for (const path of ["/api/deal", "/healthz", "/board/8x8.svg", "/api/tables", "/none"])
            yield { path: `${path}?${Array.from({ length: count }, (_, i) => `${"abcdefghij"[i % 10]}=${i % 10}`).join("&")}` };
        yield { path: "/healthz", headers: Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-${i}`, "y"])), rude: count > 100 };
    }
    for (const length of [1000, 4000, 5000, 5900, 6000, 6100, 6144, 6200, 8000, 20000]) {
        yield { path: `/${"a".repeat(length)}`, rude: length > 5000 };
        yield { path: `/api/deal?n=1&x=${"a".repeat(length)}`, rude: length > 5000 };
        yield { path: "/healthz", headers: { "X-Long": "a".repeat(length) }, rude: length > 5000 };
    }
    for (const length of [0, 1, most - 1, most, most + 1, 4 * most]) {
        const body = length < 2 ? "x".repeat(length) : `{"x":"${"y".repeat(Math.max(0, length - 8))}"}`;
        yield { path: "/api/tables", method: "POST", body, rude: length > most };
        yield { path: "/api/tables", method: "POST", body: "[".repeat(length), rude: length > most };
        yield { path: "/api/together", method: "POST", body, rude: length > most };
    }
}

/** Addresses that the documents have and the walk does not. The short form leaves methods out, so it looks at paths only. */
function forgotten(requests) {
    const names = ["HTTP", "Results of others, and circles"].flatMap((heading) => documented("protocol.md", heading)).filter((words) => /^(GET|POST|PATCH|DELETE) \//.test(words));
    const asked = [...new Set(requests.map(({ method = "GET", path }) => `${method} ${path.split("?")[0]}`))];
    return names.filter((words) => {
        const [method, path] = words.split("?")[0].split(" ");
        const shape = path.replace(/[.]/g, "\\.").replace(/[A-Z]+|…/g, ".+");
        return !asked.some((one) => new RegExp(`^${SHORT ? "[A-Z]+" : method} ${shape}$`).test(one));
    });
}

async function walkHttp() {
    const code = await server.table({});
    const [ada] = [await new Client(server, code).open({ since: 0 })];
    const game = ada.welcome.replay ?? "x";
    ada.socket.terminate();
    const circle = await server.get("/api/circles", { method: "POST", body: JSON.stringify({ name: "Team", member: "Ana", device: "0".repeat(32) }) });
    const { circle: team, token } = await circle.json();
    const lists = [[...places(code, game)], [...screens(code, game, team)], [...sizes()], [...company({ circle: team, token })], [...pictures()], [...positions()]];
    for (const words of forgotten(lists.flat())) fault(`the walk does not ask for \`${words}\` of docs/reference/protocol.md`);
    lists[0] = lists[0].filter(() => !SHORT || random.below(3) === 0);
    for (const list of lists) await sendAll(list);
}

/** Tables laid in every way; some of them are begun, which gives their first target to the solver. */
async function walkTables() {
    for (const rule of some([...rules(random, SHORT ? 20 : 400)], 60)) {
        for (const arranged of [true, false]) {
            const request = { path: "/api/tables", method: "POST", body: JSON.stringify({ rules: rule, options: { arranged, listed: random.below(2) > 0 } }) };
            made[part]++;
            const answer = await send(request);
            await within(server.ended, server.gone ? 0 : 1, undefined);
            if (server.gone) await again("a request ends the server", [words(request)]);
            const what = wrong(answer, request);
            if (what && !server.gone) fault(what, words(request));
            if (answer.status !== 201) continue;
            await begin(json(answer.body.toString()).code, words(request));
        }
    }
}

async function begin(code, request) {
    const client = new Walker(code);
    if (!await client.come()) return;
    for (const message of [{ do: "join", name: "Ada" }, { do: "start" }, { do: "bid", moves: 1 }, { do: "skip" }, { do: "watch" }]) await client.say(message, request);
    client.go();
}

/* ---- WebSocket requests ---- */

/** A connection whose every message has to be JSON without a gap, and whose every request is answered. */
class Walker extends Client {
    constructor(code, more = {}) {
        super(server, code, more, address());
        asked++;
        this.ours = server.child;
    }
    receive(data) {
        if (json(data.toString()) === undefined) {
            fault(`a message that is no JSON: ${/"type":"(\w+)"/.exec(data.toString())?.[1] ?? "?"}`, `${data.length} bytes, the end of it: …${data.toString().slice(-80)}`);
            return;
        }
        super.receive(data);
        if (this.gap) fault(`a gap: ${this.gap}`);
        this.messages.length = this.bytes.length = 0;
        if (this.events.length > 1000) this.events.splice(0, 900);
    }
    async come(options = { since: 0 }) {
        const opened = await within(this.open(options).catch((error) => error), WAIT_MS, "late");
        if (opened === this) return this.welcome?.type === "welcome" ? this : null;
        if (server.gone) await again("a connection ends the server", [String(opened)]);
        else fault("a connection got no welcome", String(opened));
        return null;
    }
    /** One request, as members or as bytes; `null`: the connection is gone. */
    async say(message, context = "") {
        made[part]++;
        const text = typeof message === "string" ? message : JSON.stringify({ id: this.next, ...message });
        const answer = typeof message === "string" || "id" in message ? this.closed.then(() => null) : new Promise((resolve) => {
            this.waiting.set(this.next++, resolve);
            this.closed.then(() => resolve(null));
        });
        this.socket.send(text);
        const result = typeof message === "string" || "id" in message ? await this.echo(answer) : await within(answer, WAIT_MS, "late");
        if (result === null) await within(server.ended, 20, undefined);
        if (server.gone && server.child === this.ours) await again("a request ends the server", [`${context} ${text}`]);
        else if (result === "late") fault("a request was not answered", `${context} ${text}`);
        return result;
    }
    /** What has no id of ours is done when a request behind it is answered. */
    async echo(closed) {
        const after = this.next++;
        const answered = new Promise((resolve) => this.waiting.set(after, resolve));
        this.socket.send(JSON.stringify({ id: after, do: "time" }));
        return within(Promise.race([answered, closed]), WAIT_MS, "late");
    }
    alive() {
        return this.socket?.readyState === 1 && this.ours === server.child;
    }
    go() {
        this.socket.terminate();
    }
}

const ids = ["p1", "p2", "bot-1-1", "bot-10-p3", "", "p0", "p".repeat(limit("CAROM_ID_SIZE") - 1), "p".repeat(limit("CAROM_ID_SIZE")), 1, null];
const moves = ["RN", "RE", "6P", "TE!", `TE${"+".repeat(limit("MOVE_MAX") - 2)}`, `TE${"+".repeat(limit("MOVE_MAX") - 1)}`, "", "x".repeat(200), 1];
const hands = [...new Set(["R", "T"].flatMap((robot) => parameters.route({ robot })))];
const levels = [...numbers(10, 1), ...strange];
const NAMES = texts(limit("NICKNAME_MAX"));
/** The members of each request and their values. `nonce` is what players add to the chance of a game. */
const members = {
    join: { name: [...NAMES, 1, null], handicap: [...numbers(limit("CAROM_HANDICAP_MAX")), ...strange], bot: levels, nonce: ["", "0".repeat(32), "f".repeat(64), "f".repeat(63), "f".repeat(65), 1] },
    leave: {}, start: { nonce: ["0".repeat(32), "x"], first: ids }, chip: { chip: [true, false, 1] }, bid: { moves: [...numbers(limit("CAROM_BID_MAX")), ...strange, "1"], credit: [...numbers(limit("CAROM_CREDIT_MAX")), -1] },
    hand: { route: [...hands, 1] }, done: {}, flip: {}, pass: {}, move: { move: moves }, skip: {}, next: {},
    bot: { level: levels, remove: ids }, again: { rules: [undefined, {}, [], null, { preset: "race" }, { preset: "micro" }, { preset: "solo" }, { preset: "sfrenati", handicap: true }],
        options: [undefined, {}, { listed: true }, { credit: 1 }, { arranged: true }, []] },
    list: {}, unlist: {}, react: { reaction: ["bravo", "wow", "hmm", "oops", "haha", "thanks", "", "none", 1] }, lock: {}, unlock: {}, remove: { player: ids },
    pause: {}, resume: {}, end: {}, host: { player: ids }, time: {}, watch: {},
    hello: { version: [...numbers(1), ...strange], table: CODES.map(decodeURIComponent), token: ["", "A".repeat(22), "A".repeat(23), null], since: [...numbers(2 ** 32 - 1), -1], game: [...numbers(2 ** 32 - 1), -1], as: ["display", "", 1] },
    none: {}, open: { rules: [{}] }, tick: {}, void: {}, hint: {}, "": {},
};
for (const name of documented("protocol.md", "Requests")) if (!(name in members)) throw new Error(`the walk has no values for the request \`${name}\` of docs/reference/protocol.md`);

/** Each request with each member at each value, and as many again with several of them at any. */
function* messages() {
    for (const [name, all] of Object.entries(members)) {
        const keys = Object.keys(all);
        yield { do: name };
        for (const key of keys) for (const value of all[key]) yield { do: name, ...(name === "join" && key !== "name" ? { name: random.pick(NAMES) } : {}), [key]: value };
        if (keys.length > 1) for (let i = 0; i < 20; i++) yield { do: name, ...Object.fromEntries(keys.map((key) => [key, random.pick(all[key])])) };
    }
    for (const id of [...numbers(limit("CAROM_TIME_MAX")), -1, "x", null]) yield { id, do: "time" };
    const most = 8192; // --max-message
    for (const length of [most - 1, most]) yield `{"do":"time","x":"${"y".repeat(length - 19)}"}`;
    yield* ["", "[]", "{", "\u0000", "[".repeat(8000), `{${"\"a\":1,".repeat(1000)}"do":"time"}`, "null", "{\"do\":\"time\",\"do\":\"end\"}"];
}

const LAID = [{}, { preset: "race" }, { preset: "micro" }, { preset: "micro-expert" }, { preset: "solo" }, { preset: "solo", touch: true }, { preset: "sfrenati", handicap: true },
    { transparent: true, silver: true, barriers: "only", hourglass: 0 }];

const RACE = "the next public race"; // which the server starts while strange things are asked there
async function tableOf(rule) {
    if (rule !== RACE) return server.table(rule);
    return (await (await server.get("/api/race", { method: "POST" })).json()).code;
}

/** A host, a player, a program, and somebody who looks on, at one table; whoever was sent away comes back. */
async function seats(code) {
    const all = [];
    for (const name of ["Ada", "Bob", "Cy", null]) {
        const walker = new Walker(code);
        if (!await walker.come()) continue;
        if (name) await walker.say({ do: "join", name, ...(name === "Cy" ? { bot: 10 } : {}) });
        all.push(walker);
    }
    return all;
}

async function walkRequests() {
    for (const rule of [RACE, ...some(LAID, 3)]) {
        let code = await tableOf(rule);
        let all = await seats(code);
        if (rule === RACE) await sleep(2500); // it begins
        for (const message of some(random.shuffle([...messages()]), 60)) {
            let walker = random.pick(all);
            if (!walker?.alive()) {
                all.filter((one) => one.alive()).forEach((one) => one.go());
                code = await tableOf(rule);
                all = await seats(code);
                walker = random.pick(all);
            }
            await walker?.say(message, `at a table ${JSON.stringify(rule)}:`);
            if (random.below(12) === 0) for (const what of ["join", "start", "bid", "done"]) if (walker?.alive()) await walker.say({ do: what, name: "Ada", moves: 3 });
        }
        await sendAll([{ path: `/t/${code}/log` }, { path: `/api/tables/${code}` }, { path: `/t/${code}` }]);
        all.filter((one) => one.alive()).forEach((one) => one.go());
    }
}

/* ---- RRGP ---- */

const OPERANDS = ["", "a", "0", "1", "-1", String(limit("CAROM_BID_MAX")), String(limit("CAROM_BID_MAX") + 1), "99999999999999999999", "red", "north", "\"\"", "\"", "\\", "\\\\", "\"a b\"", "\u0001",
    ...NAMES.map((name) => `"${name.replaceAll(/["\\]/g, "\\$&")}"`).filter((name) => !/[\0\n]/.test(name) && name.length < 400)];
const VERBS = documented("rrgp.md", "Lines").map((line) => line.split(" ")[0]).concat("HELP", "NONE", "");

async function walkRrgp() {
    const lines = VERBS.flatMap((verb) => OPERANDS.flatMap((first) => [`${verb} ${first}`, `${verb} ${first} ${random.pick(OPERANDS)}`, `${verb} ${first} ${random.pick(OPERANDS)} ${random.pick(OPERANDS)}`]));
    const most = limit("RRGP_LINE_MAX", "rrgp/syntax.h");
    for (const length of [most - 2, most - 1, most, most + 1, limit("INPUT_MAX"), limit("INPUT_MAX") + 1]) lines.push(`MESSAGE ${"a".repeat(length - 8)}`, `MESSAGE "${"\\\"".repeat((length - 10) / 2)}"`);
    let callers = [];
    for (const line of some(random.shuffle(lines), 250)) {
        if (callers.length < 3 || callers.some((caller) => caller.socket.destroyed)) {
            for (const caller of callers) caller.socket.destroy();
            callers = await Promise.all([0, 1, 2].map(async (i) => {
                const caller = new Caller(server, address());
                asked++;
                await caller.ask(`HELO walker-${asked}-${i}`).catch(() => null);
                if (i < 2) await caller.ask(i === 0 ? `NEW game-${asked}` : `JOIN game-${asked - 1}`).catch(() => null);
                return caller;
            }));
        }
        made[part]++;
        const caller = random.pick(callers);
        const reply = await within(caller.ask(line).catch(() => "late"), WAIT_MS, "late");
        caller.lines.length = 0;
        if (reply === undefined) await within(server.ended, 20, undefined);
        if (server.gone) await again("a line of RRGP ends the server", [line]);
        else if (reply === "late" && line.trim() !== "" && !/(^|[^\\])(\\\\)*"/.test(line.replaceAll(/"([^"\\]|\\.)*"/g, ""))) fault("a line of RRGP was not answered", line);
        if (reply === "late") caller.socket.destroy();
    }
    for (const caller of callers) caller.socket.destroy();
}

/* ---- the most seats, the longest names ---- */

/** Ids as long as they get, names that double when they are written. */
async function sitDown(code, count, from) {
    const all = [];
    for (let i = 0; i < count; i++) {
        const walker = new Walker(code);
        if (!await walker.come({})) break;
        all.push(walker);
        const tail = String(from + i);
        const answer = await walker.say({ do: "join", name: "\"".repeat(limit("NICKNAME_MAX") - tail.length) + tail, bot: i % 2 ? 10 : undefined });
        if (!answer?.ok) break;
    }
    return all;
}

async function walkCrowd() {
    for (const preset of SHORT ? ["ricochet"] : ["ricochet", "race", "micro"]) {
        const code = await server.table({ preset });
        const host = new Walker(code);
        if (!await host.come()) return;
        await host.say({ do: "join", name: "Ada" });
        const all = await sitDown(code, SHORT ? 20 : limit("CAROM_PLAYERS_MAX") + 1, 0);
        for (const what of [{ do: "start" }, { do: "bid", moves: 5 }, { do: "skip" }, { do: "done" }, { do: "next" }, { do: "watch" }, { do: "react", reaction: "bravo" }])
            await Promise.all([host, ...all].filter((one) => one.alive()).map((one) => one.say(what)));
        await sendAll([{ path: `/api/tables/${code}` }, { path: `/t/${code}/log` }, { path: "/api/tables" }, { path: `/t/${code}` }]);
        await host.say({ do: "end" });
        await host.say({ do: "again" });
        [host, ...all].forEach((one) => one.go());
    }
    if (!SHORT) await keepSeats();
}

/** Seats of people who have gone: the host ends the game again and again, and everybody keeps a token. */
async function keepSeats() {
    const code = await server.table({});
    const host = new Walker(code);
    if (!await host.come()) return;
    for (let kept = 0; kept < 1500 && host.alive();) {
        await host.say({ do: "join", name: "Ada" });
        const all = [];
        for (let i = 0; i < limit("CAROM_PLAYERS_MAX"); i++, kept++) {
            const walker = new Walker(code);
            if (!await walker.come({})) break;
            all.push(walker);
            if (!(await walker.say({ do: "join", name: `N${kept}`, bot: 10 }))?.ok) break;
        }
        await host.say({ do: "end" });
        all.forEach((one) => one.go());
        if (all.length < 2) break;
    }
    await host.say({ do: "watch" });
    await sleep(1500); // presence is told once a second at large tables
    await host.say({ do: "time" });
    host.go();
}

/* ---- all of it ---- */

const walks = { http: walkHttp, tables: walkTables, requests: walkRequests, rrgp: walkRrgp, crowd: walkCrowd };
process.on("unhandledRejection", (error) => { if (error?.message === "enough was found") finish(); });
const begun = Date.now();
let slowest = 0;
function finish() {
    const total = Object.values(made).reduce((sum, one) => sum + one, 0);
    if (process.env.WALK_REPORT) writeFileSync(process.env.WALK_REPORT, JSON.stringify({ made, found: Object.fromEntries(found) }));
    console.log(`${total} requests in ${((Date.now() - begun) / 1000).toFixed(0)} s (${Object.entries(made).map(([name, count]) => `${name} ${count}`).join(", ")}), seed ${values.seed}; ` +
        (found.size === 0 ? `none crashed the server, none unanswered, no sanitizer report; SIGTERM ended it in ${slowest} ms at most` : `${found.size} faults, see above`));
    process.exit(found.size === 0 ? 0 : 1);
}
for (part of values.part) {
    if (!(part in walks)) throw new Error(`there is no part "${part}"; there are ${PARTS.join(", ")}`);
    await start();
    try {
        await walks[part]();
    } catch (error) {
        if (error.message === "enough was found") break;
        fault(`the walk ended early: ${error.stack}`);
    }
    slowest = Math.max(slowest, await stop());
}
finish();
