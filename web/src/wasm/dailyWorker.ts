/*
 * The puzzles of a day, in a thread of their own: finding them means solving a few hundred positions. The module for it is
 * fetched when the first day is asked for.
 */
import address from "./daily.wasm?url";
import { startModule, fetchModule } from "./module";

const ready = fetchModule(address).then(startModule);

addEventListener("message", async ({ data }: MessageEvent<{ id: number; date: string }>) => {
  try {
    const call = await ready;
    postMessage({ id: data.id, answer: call("daily", JSON.stringify({ date: data.date })) });
  } catch (why) {
    postMessage({ id: data.id, broken: String(why) });
  }
});
