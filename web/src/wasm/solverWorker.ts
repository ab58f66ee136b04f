/*
 * The solver's own thread. The compiled module comes first, then one question at a time; ending the worker is how a
 * question is taken back.
 */
import { callModule, initModule } from "./module";

export interface Question {
  id: number;
  module?: WebAssembly.Module;
  question?: string;
}

let ready: Promise<void> | undefined;

addEventListener("message", async ({ data }: MessageEvent<Question>) => {
  if (data.module) ready = initModule(data.module);
  await ready;
  if (data.question) postMessage({ id: data.id, answer: callModule("solve", data.question) });
});
