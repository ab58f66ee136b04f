/*
 * Solving without blocking the page. A question that nobody waits for any more ends its worker, whatever it is doing;
 * answers are remembered while the page lives.
 */
import { InputError } from "./ops";
import { compiled } from "./fetchModule";
import type { Solution } from "./answers";

export type { Solution };

export interface SolveRequest {
  answer: Promise<Solution>;
  cancel: () => void;
}

export class Cancelled extends Error {}

const known = new Map<string, Solution>();
const KEPT = 200;
let idle: Worker | undefined;
let count = 0;

const hire = (): Worker => {
  const worker = idle ?? new Worker(new URL("./solverWorker.ts", import.meta.url), { type: "module" });
  if (!idle) worker.postMessage({ id: 0, module: compiled });
  idle = undefined;
  return worker;
};

function understand(key: string, text: string): Solution {
  const answer = JSON.parse(text);
  if (typeof answer.error === "string") throw new InputError(answer.error, answer.found);
  if (known.size > KEPT) known.clear();
  known.set(key, answer);
  return answer;
}

/* Every shortest route, at most `limit` of them listed; from where the moves already `made` have led. */
export function solve(position: string, limit = 64, made: string[] = []): SolveRequest {
  const question = JSON.stringify({ position, all: true, limit, route: made.join(" ") });
  const remembered = known.get(question);
  if (remembered) return { answer: Promise.resolve(remembered), cancel: () => {} };
  const worker = hire();
  const id = (count += 1);
  let give: (why: Error) => void = () => {};
  let done = false;
  const answer = new Promise<Solution>((resolve, reject) => {
    give = reject;
    worker.onmessage = (event: MessageEvent<{ id: number; answer: string }>) => {
      if (event.data.id !== id) return;
      done = true;
      if (idle) worker.terminate();
      else idle = worker;
      try {
        resolve(understand(question, event.data.answer));
      } catch (why) {
        reject(why);
      }
    };
    worker.onerror = () => reject(new Error("the solver stopped"));
  });
  worker.postMessage({ id, question });
  return {
    answer,
    cancel: () => {
      if (done) return;
      done = true;
      worker.terminate();
      give(new Cancelled());
    },
  };
}

/* Starts the worker before it is needed, so that the first hint comes at once. */
export function warmUp(): void {
  idle ??= hire();
}
