/*
 * The C code in the browser: a text goes in, a text comes out. Nothing else on the page knows that it is WebAssembly.
 *
 * Everything here is synchronous once `use` is done; a call takes microseconds. Only solving, and the puzzles of a day, can take
 * long and run in workers of their own (solver.ts, daily.ts).
 */
interface Exports {
  memory: WebAssembly.Memory;
  carom_input(): number;
  carom_input_size(): number;
  carom_output(): number;
  carom_call(length: number): number;
}
export type Call = (operation: string, text: string) => string;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/* The smallest module with SIMD: a function that makes a vector of zeros and drops it. */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11];

/* Can this engine run the module with SIMD, or only the plain one? */
export const hasSimd = () => WebAssembly.validate(new Uint8Array(SIMD));

export const fetchModule = (address: string): Promise<WebAssembly.Module> =>
  WebAssembly.compileStreaming(fetch(address)).catch(async () =>
    WebAssembly.compile(await (await fetch(address)).arrayBuffer()),
  );

/* A module of its own, to be called. */
export async function startModule(module: WebAssembly.Module): Promise<Call> {
  const instance = await WebAssembly.instantiate(module, { env: { now: () => performance.now() } });
  const exports = instance.exports as unknown as Exports;
  return (operation, text) => {
    const bytes = encoder.encode(`${operation}\n${text}`);
    if (bytes.length > exports.carom_input_size()) throw new Error("the question is too long");
    new Uint8Array(exports.memory.buffer, exports.carom_input(), bytes.length).set(bytes);
    const length = exports.carom_call(bytes.length);
    return decoder.decode(new Uint8Array(exports.memory.buffer, exports.carom_output(), length));
  };
}

let page: Call | undefined;

/* The module that `call` asks; must be done once before the first call. */
export async function initModule(module: WebAssembly.Module): Promise<void> {
  page = await startModule(module);
}

export function callModule(operation: string, text: string): string {
  if (!page) throw new Error("the engine is not loaded yet; expected `await load()` before");
  return page(operation, text);
}
