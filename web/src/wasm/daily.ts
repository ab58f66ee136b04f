/*
 * The puzzles of a day: a pure function of the date, the same as `carom daily DATE --json` says, without a server.
 */
import { InputError } from "./ops";
import type { DailyPuzzle } from "./answers";

export type { DailyPuzzle };

interface Heard {
  id: number;
  answer?: string;
  broken?: string;
}
const known = new Map<string, Promise<DailyPuzzle[]>>();
let worker: Worker | undefined;
let count = 0;

function ask(date: string): Promise<DailyPuzzle[]> {
  const id = (count += 1);
  const asked = (worker ??= new Worker(new URL("./dailyWorker.ts", import.meta.url), { type: "module" }));
  return new Promise((resolve, reject) => {
    const failed = (why: string) => {
      known.delete(date); // asked again, it may work
      worker = undefined;
      asked.terminate();
      reject(new Error(why));
    };
    asked.addEventListener("error", () => failed("the puzzles of the day could not be fetched"));
    asked.addEventListener("message", ({ data }: MessageEvent<Heard>) => {
      if (data.id !== id) return;
      if (data.answer === undefined) return failed(data.broken ?? "");
      const answer = JSON.parse(data.answer);
      if (typeof answer.error === "string") reject(new InputError(answer.error, answer.found));
      else resolve(answer.puzzles as DailyPuzzle[]);
    });
    asked.postMessage({ id, date });
  });
}

export function daily(date: string): Promise<DailyPuzzle[]> {
  let answer = known.get(date);
  if (!answer) known.set(date, (answer = ask(date)));
  return answer;
}
