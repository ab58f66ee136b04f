// What tests about daily results and circles share: devices at addresses of their own, routes of many lengths, and figures computed
// here from what was sent, by other means than the server's.
import { createHash, randomBytes } from "node:crypto";
import { run } from "./client.mjs";

export const KINDS = ["easy", "medium", "fiendish", "micro"];
export const today = () => new Date().toISOString().slice(0, 10);
export const daysFrom = (date, days) => new Date(Date.parse(date) + days * 86400_000).toISOString().slice(0, 10);
/** A proxy on this machine is trusted, so that a test can come from any address. */
export const PROXY = ["--proxies", "127.0.0.0/8"];
export const device = (name = randomBytes(16)) => createHash("md5").update(name).digest("hex");
/** The i-th of many addresses. */
export const address = (i) => `10.${1 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}`;

/** Asks the server, from an address. The answer as JSON, with its HTTP status. */
export async function ask(server, method, path, { body, token, from = "10.0.0.1" } = {}) {
    const headers = { "X-Forwarded-For": from, ...(token ? { "Carom-Member": token } : {}) };
    const answer = await server.get(`/api/${path}`, { method, headers, ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }) });
    return { status: answer.status, ...(await answer.json()) };
}
export const send = (server, puzzle, result, from) =>
    ask(server, "POST", `daily/${puzzle.date}/${puzzle.kind}`, { body: result, from });
export const figuresOf = (server, puzzle, by, from) =>
    ask(server, "GET", `daily/${puzzle.date}/${puzzle.kind}${by ? `?device=${by}` : ""}`, { from });

/** A daily puzzle as the program prints it. */
export function dailyPuzzle(date, kind) {
    const { puzzles } = JSON.parse(run(["daily", date, "--json"]).out);
    return { date, ...puzzles.find((one) => one.kind === kind) };
}

/** Routes that reach the target, shortest first: `count` for each of some lengths. Moves of other robots are put before a shortest
 * route; `carom check` says which of them still work. */
export function routesOf(puzzle, count = 3, longer = [0, 1, 2]) {
    const { routes } = JSON.parse(run(["solve", puzzle.position, "--all", "--json"]).out);
    const shortest = routes.map((moves) => (Array.isArray(moves) ? moves.join(" ") : moves));
    const robots = [...new Set(puzzle.position.match(/[RYGBS](?=[a-p]\d)/g))];
    const moves = robots.flatMap((robot) => [..."NESW"].map((direction) => robot + direction));
    const found = [];
    for (const more of longer) {
        const before = more === 0 ? [""] : more === 1 ? moves.map((one) => `${one} `) : moves.flatMap((one) => moves.map((other) => `${one} ${other} `));
        let left = count;
        for (const words of before) {
            for (const route of shortest) {
                const checked = left > 0 ? run(["check", puzzle.position, words + route, "--json"]) : { status: 1 };
                if (checked.status !== 0) continue;
                found.push({ route: words + route, moves: JSON.parse(checked.out).moves });
                left--;
            }
        }
    }
    return found;
}

const comparable = ({ ms, moves }) => ms >= 200 * moves && ms <= 86400_000;

/** The figures that the server should give, from all results that count; `mine`: of the device that asks, or undefined. */
export function expected(results, optimum, mine) {
    const histogram = new Map(), routes = new Map();
    for (const { moves, route } of results) {
        histogram.set(moves, (histogram.get(moves) ?? 0) + 1);
        routes.set(route, { count: (routes.get(route)?.count ?? 0) + 1, moves });
    }
    const figures = {
        solved: results.length,
        shortest: results.filter(({ moves }) => moves === optimum).length,
        optimum,
        histogram: [...histogram].sort(([a], [b]) => a - b),
    };
    if (!mine) return figures;
    const others = results.filter((one) => one !== mine && comparable(one));
    const slower = others.filter(({ ms }) => ms > mine.ms).length;
    const order = ([a, one], [b, other]) => other.count - one.count || one.moves - other.moves || (a < b ? -1 : 1);
    return {
        ...figures,
        faster: comparable(mine) && others.length > 0 ? Math.floor((100 * slower) / others.length) : null,
        routes: [...routes].sort(order).slice(0, 24).map(([route, { count }]) => ({ route, count })),
    };
}
