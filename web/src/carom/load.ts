/*
 * Fetches and compiles the C code once; the solver's workers are handed the compiled module.
 */
import address from "./carom.wasm?url";
import { use } from "./module";

export let compiled: WebAssembly.Module | undefined;

export async function load(): Promise<void> {
  compiled = await WebAssembly.compileStreaming(fetch(address)).catch(async () =>
    WebAssembly.compile(await (await fetch(address)).arrayBuffer()),
  );
  await use(compiled);
}
