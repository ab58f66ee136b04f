/*
 * Fetches and compiles the C code once; the solver's workers are handed the compiled module. Of the two modules only the one is
 * fetched that the browser can run best: they give the same answers, the plain one more slowly. The service worker chooses in the
 * same way (serviceWorker.js).
 */
import fast from "./carom.wasm?url";
import { fetchModule, hasSimd, initModule } from "./module";
import plain from "./plain.wasm?url";

export let compiled: WebAssembly.Module | undefined;

export async function load(): Promise<void> {
  compiled = await fetchModule(hasSimd() ? fast : plain);
  await initModule(compiled);
}
