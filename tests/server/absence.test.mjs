// Who is away: the turn is passed on, and the seat is found again. Tried with the limits that users get, so each test waits for
// them, 20 seconds long, which is why they are not among the cheats (docs/reference/security.md).
import test from "node:test";
import assert from "node:assert/strict";
import { Client, sit, sleep } from "./client.mjs";
import { House } from "./abuse-fixture.mjs";

test("12: who was away when another game began sits down again with the same token", async (t) => {
    const house = await House.open(t);
    const [ada, bob] = await sit(house.server, ["Ada", "Bob"]);
    await bob.close();
    const sits = () => ada.events.some((event) => event.ev === "joined" && event.by === bob.you);
    for (let i = 0; i < 60 && sits(); i++) { // for a while he still counts as present
        await sleep(500);
        await ada.do("again");
    }
    assert.ok(!sits());
    const back = await new Client(house.server, bob.code, { token: bob.token }).open({ since: 0 });
    assert.equal(back.welcome.you, bob.you);
    const answer = await back.join("Bob");
    assert.equal(answer.you, bob.you, "the same player");
    await back.do("start");
});

test("14: who is away holds nobody up: the turn to show is passed on, with its time said before", async (t) => {
    const house = await House.open(t);
    const [ada, bob] = await sit(house.server, ["Ada", "Bob"], { hourglass: 600000, demonstration: 0 });
    const [eve, dan] = await sit(house.server, ["Eve", "Dan"]);
    await eve.do("start");
    await eve.do("pause");
    assert.equal((await dan.ask("resume")).why, "not-host");
    await eve.close();
    await ada.do("start");
    await bob.do("bid", { moves: 5 });
    await ada.do("bid", { moves: 9 });
    await ada.do("done");
    await bob.do("done");
    await ada.until(() => ada.last("turn")?.by === bob.you);
    await bob.close();
    await ada.until(() => ada.messages.some((message) => message.type === "presence" && message.passes > 0));
    const passes = ada.messages.findLast((message) => message.type === "presence").passes;
    await ada.until(() => ada.last("turn")?.by === ada.you, 40000);
    assert.equal(ada.last("failed").why, "passed");
    assert.ok(ada.last("failed").at >= passes, "not before the time that was said");
    const back = await new Client(house.server, bob.code, { token: bob.token }).open();
    assert.equal(back.welcome.you, bob.you, "back, he is in");
    await dan.do("resume"); // a host who does not come back holds nobody up either
});
