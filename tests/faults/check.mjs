// What has to be true after a run, whatever was broken.
import { run } from "../server/client.mjs";

const LEFT = { bid: "bid", done: "done", move: "moved", skip: "skip", start: "started", join: "joined" };

function same(command, event) {
    const by = command.what === "join" ? event.id ?? event.by : event.by;
    return event.ev === LEFT[command.what] && by === command.by &&
        (command.what !== "bid" || event.moves === command.members.moves) &&
        (command.what !== "move" || event.move === command.members.move);
}

/** The log of a game, as each node has it: the same, and one that replays. */
async function logOf(nodes, code, game, wrong) {
    const texts = await Promise.all(nodes.map((node) => node.log(code, game)));
    if (texts.some((text) => text !== texts[0])) wrong.push(`${code}/${game}: the nodes have different logs`);
    const verdict = run(["replay"], texts[0]);
    if (verdict.status !== 0) wrong.push(`${code}/${game} does not replay: ${verdict.out}${verdict.err}`);
    return texts[0].trim().split("\n").map((line) => JSON.parse(line));
}

/** Acknowledged commands are in the log, each once; nothing is there that was refused. */
function checkCommands(players, logs, wrong) {
    for (const player of players) {
        const used = new Set();
        for (const ack of player.acks) {
            const log = logs.get(ack.game);
            if (!log || log.length < ack.seq) {
                wrong.push(`${player.code}: ${JSON.stringify(ack)} was acknowledged and is not in the log`);
                continue;
            }
            if (LEFT[ack.what] === undefined) continue;
            const found = log.findLast((event) => event.seq <= ack.seq && same(ack, event) && !used.has(`${ack.game}:${event.seq}`));
            // A move that ends a demonstration leaves `failed` behind it, and is still a move; `start` may have been somebody else's.
            if (found) used.add(`${ack.game}:${found.seq}`);
            else if (ack.what !== "start") wrong.push(`${player.code}: ${JSON.stringify(ack)} left nothing in the log`);
        }
        const unknown = [...player.unknown];
        for (const [game, log] of logs)
            for (const event of log) {
                if (!["bid", "moved"].includes(event.ev) || event.by !== player.you || used.has(`${game}:${event.seq}`)) continue;
                const at = unknown.findIndex((told) => told.game === game && same(told, event));
                if (at < 0) wrong.push(`${player.code}/${game}: ${JSON.stringify(event)} is in the log, and ${player.you} was never told so`);
                else unknown.splice(at, 1);
            }
    }
}

/** Everybody saw the log, in its order and without a gap; and nothing before its time. */
function checkSeen(players, logs, wrong) {
    for (const player of players) {
        wrong.push(...player.faults.map((fault) => `${player.code}: ${fault}`));
        for (const [game, seen] of player.games) {
            const log = logs.get(game);
            seen.forEach(({ event, came }, i) => {
                if (event.seq !== i + 1) wrong.push(`${player.code}/${game}: ${player.you} saw event ${event.seq} in place ${i + 1}`);
                else if (event.seq > 1 && JSON.stringify(event) !== JSON.stringify(log?.[i]))
                    wrong.push(`${player.code}/${game}: ${player.you} saw ${JSON.stringify(event)}, the log has ${JSON.stringify(log?.[i])}`);
                if (came < event.at - 250) wrong.push(`${player.code}/${game}: event ${event.seq} came ${event.at - came} ms early`);
            });
        }
    }
}

/** What is wrong with one table: its players' models beside its logs. */
export function compare(players, logs) {
    const wrong = [];
    checkCommands(players, logs, wrong);
    checkSeen(players, logs, wrong);
    return wrong;
}

export async function check(nodes, codes, players) {
    const wrong = [];
    let events = 0;
    for (const code of codes) {
        const here = players.filter((player) => player.code === code);
        const state = await nodes[0].get(`/api/tables/${code}`);
        if (state.status !== 200) wrong.push(`${code}: ${state.status} ${await state.text()}`);
        const current = state.status === 200 ? (await state.json()).game : 0;
        const logs = new Map();
        for (let game = 1; game <= current; game++) {
            logs.set(game, await logOf(nodes, code, game, wrong));
            events += logs.get(game).length;
        }
        wrong.push(...compare(here, logs));
    }
    return { wrong, events };
}
