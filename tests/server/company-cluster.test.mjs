// Results and circles on two servers with one PostgreSQL: nobody can tell which of them answered.
import test from "node:test";
import assert from "node:assert/strict";
import { run } from "./client.mjs";
import { database, eventually, startNodes, stopNodes } from "./cluster.mjs";
import { PROXY, address, ask, dailyPuzzle, device, expected, figuresOf, routesOf, send, today } from "./company-client.mjs";
import { limit } from "./limits.mjs";

const nodes = await startNodes(2, { options: PROXY });
test.after(() => stopNodes(nodes));
const [one, other] = nodes;
const plain = ({ status, ...figures }) => figures;

test("28.1: results sent to two servers are one list on both, and survive one that is killed", async () => {
    const puzzle = dailyPuzzle(today(), "easy");
    const routes = routesOf(puzzle);
    const results = Array.from({ length: 40 }, (_, i) => ({ device: device(`d${i}`), ...routes[i % routes.length], ms: 5000 + 331 * i }));
    await Promise.all(results.map(({ device, route, ms }, i) => send(nodes[i % 2], puzzle, { device, route, ms }, address(i))));
    const figures = expected(results, puzzle.moves, results[3]);
    const settled = async (node) => JSON.stringify(plain(await figuresOf(node, puzzle, results[3].device))) === JSON.stringify(figures);
    for (const node of nodes) await eventually(() => settled(node), "both have all results");
    const twice = await Promise.all(nodes.map((node) => send(node, puzzle, { device: device("twice"), route: routes[0].route, ms: 9000 }, "10.7.7.7")));
    assert.deepEqual(twice.map(({ first }) => first).sort(), [false, true], "one result for a device that sends two at once");
    for (const node of nodes) await eventually(async () => (await figuresOf(node, puzzle)).solved === 41, "and no more");
    await other.crash();
    assert.equal((await figuresOf(other, puzzle)).solved, 41);
});

test("28.2: a circle has 200 members also if they join on two servers at once; what one decides the other knows", async () => {
    const most = limit("CIRCLE_MEMBERS_MAX");
    const made = await ask(one, "POST", "circles", { body: { name: "Team", member: "Ana", device: device("Ana") } });
    assert.equal(made.status, 201);
    const join = async (i, name = `Pupil ${i}x`) => {
        for (;;) { // `busy`: the other server was first too often
            const answer = await ask(nodes[i % 2], "POST", `circles/${made.circle}/members`, { body: { name, device: device(name) }, from: address(i) });
            if (answer.why !== "busy") return answer;
        }
    };
    const answers = await Promise.all(Array.from({ length: most + 9 }, (_, i) => join(i)));
    assert.equal(answers.filter(({ status }) => status === 201).length, most - 1);
    assert.ok(answers.every(({ status, why }) => status === 201 || why === "circle-full"));
    const look = (node, token) => ask(node, "GET", `circles/${made.circle}`, { token });
    for (const node of nodes) assert.deepEqual([(await look(node, made.token)).count, (await look(node, made.token)).members.length], [most, most]);
    const { token } = answers.find(({ status }) => status === 201);
    await ask(one, "DELETE", `circles/${made.circle}/members/me`, { token });
    assert.equal((await look(other, token)).members, undefined);
    assert.equal((await look(other, made.token)).count, most - 1);
});

test("28.8: what an operator erases at one server is gone at both; a copy of the database has the records", async () => {
    const puzzle = dailyPuzzle(today(), "medium");
    const [{ route, moves }] = routesOf(puzzle, 1, [0]);
    for (const [i, node] of nodes.entries()) await send(node, puzzle, { device: device(`e${i}`), route, ms: 7000 }, address(i));
    one.admin("erase", device("e1"));
    const mine = { device: device("e0"), route, moves, ms: 7000 };
    for (const node of nodes)
        await eventually(async () => JSON.stringify(plain(await figuresOf(node, puzzle, mine.device))) === JSON.stringify(expected([mine], puzzle.moves, mine)), "erased");
    const copy = `${one.folder}/copy.db`;
    assert.equal(run(["store", "copy", database, copy]).status, 0);
    const totals = JSON.parse(run(["store", "check", copy, "--json"]).out.trim().split("\n").at(-1));
    assert.ok(totals.records > 280, `${totals.records} records`);
    assert.equal(totals.wrong, 0);
});
