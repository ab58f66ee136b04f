/*
 * Fetches and compiles the C code once; the solver's workers are handed the compiled module. Of the two modules only the one is
 * fetched that the browser can run best: they give the same answers, the plain one more slowly. The service worker chooses in the
 * same way (serviceWorker.js).
 */
import fast from "./carom.wasm?url";
import { fetchModule, initModule } from "./module";
import plain from "./plain.wasm?url";

/* The smallest module with SIMD: a function that makes a vector of zeros and drops it. */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11];

export const hasSimd = () => WebAssembly.validate(new Uint8Array(SIMD));

export let compiled: WebAssembly.Module | undefined;

export async function load(): Promise<void> {
  compiled = await fetchModule(hasSimd() ? fast : plain);
  await initModule(compiled);
}
