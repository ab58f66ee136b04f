// Questions to the module that would take for ever end in time. Speaks TAP: bounds.mjs CAROM.WASM...
//
// The module has a clock that goes on by one millisecond each time it is asked, so nothing here depends on the machine.
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const cells = Array.from({ length: 256 }, (_, i) => "abcdefghijklmnop"[i % 16] + (Math.floor(i / 16) + 1));

// A board of nothing but barriers, except for the cells named; robots stand on the first of these.
function crowded(free, kind, robots, target) {
  const barriers = cells.map((cell, i) => "RYGB"[i % 4] + kind(i) + cell).filter((_, i) => !free.includes(cells[i]));
  const standing = [...robots].map((robot, i) => robot + free[i]).join(",");
  return `16x16-b${barriers.join(".")}/${standing}/${robots[0]}@${target}`;
}

const scattered = Array.from({ length: 48 }, (_, i) => "abcdefghijklmnop"[(i * 7) % 16] + ((Math.floor((i * 11) / 3) % 16) + 1));
const long = crowded(scattered, (i) => "ud"[Math.floor((i * i) / 7) % 2], "RYGBST", scattered[6]);

const tests = {
  "max_ms ends a search": (call) => {
    const answer = call("solve", { position: long, max_ms: 20 });
    return answer.proven === false && answer.moves === null && answer.at_least > 0;
  },
  "max_ms ends the search for all routes": (call) => {
    const answer = call("solve", { position: long, all: true, max_ms: 20 });
    return answer.proven === false && answer.moves === null;
  },
  "limits that are none": (call) => {
    const position = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Rg";
    return [-1, 0, 2 ** 32, 2 ** 53].every((most) => {
      const answer = call("solve", { position, max_ms: most, max_nodes: most, max_moves: most });
      return answer.proven === true && answer.moves === 7;
    });
  },
  "moves through many barriers are not all tried": (call) => {
    const few = JSON.stringify(call("moves", { position: long, robot: "T", plus: 3 }));
    return [64, 4294967295, 4294967296].every((plus) => JSON.stringify(call("moves", { position: long, robot: "T", plus })) === few);
  },
  "fewer barriers than none are none": (call) =>
    JSON.stringify(call("moves", { position: long, robot: "T", plus: -1 })) ===
    JSON.stringify(call("moves", { position: long, robot: "T", plus: 0 })),
};

async function run(wasm, name) {
  let clock = 0;
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env: { now: () => (clock += 1) } });
  const { memory, carom_input, carom_output, carom_call } = instance.exports;
  return tests[name]((operation, request) => {
    const input = new TextEncoder().encode(operation + "\n" + JSON.stringify(request));
    new Uint8Array(memory.buffer).set(input, carom_input());
    const length = carom_call(input.length);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, carom_output(), length)));
  });
}

// What does not end would block this thread too: each test has one of its own, and a minute.
function apart(wasm, name) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { wasm, name } });
  const answer = new Promise((resolve) => {
    worker.on("message", resolve);
    worker.on("error", (wrong) => resolve(`${wrong}`));
  });
  const late = new AbortController();
  const ended = wait(60000, "no end", { signal: late.signal }).catch(() => {});
  return Promise.race([answer, ended]).finally(() => {
    late.abort();
    return worker.terminate();
  });
}

if (isMainThread) {
  const modules = process.argv.slice(2);
  let number = 0;
  let failures = 0;
  console.log(`1..${modules.length * Object.keys(tests).length}`);
  for (const wasm of modules) {
    for (const name of Object.keys(tests)) {
      const good = await apart(wasm, name);
      failures += good === true ? 0 : 1;
      console.log(`${good === true ? "ok" : "not ok"} ${++number} - ${name}`);
      if (good !== true) console.log(`# ${good}`);
    }
  }
  process.exit(failures > 0 ? 1 : 0);
} else {
  parentPort.postMessage(await run(workerData.wasm, workerData.name));
}
