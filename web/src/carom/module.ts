/*
 * The C code in the browser: a text goes in, a text comes out. Nothing else on the page knows that it is WebAssembly.
 *
 * Everything here is synchronous once `load` is done; a call takes microseconds. Only solving can take long and runs in
 * a worker of its own (solver.ts).
 */
interface Exports {
  memory: WebAssembly.Memory;
  carom_input(): number;
  carom_input_size(): number;
  carom_output(): number;
  carom_call(length: number): number;
}

let exports: Exports | undefined;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/* Must be done once before the first call. */
export async function use(module: WebAssembly.Module): Promise<void> {
  const instance = await WebAssembly.instantiate(module);
  exports = instance.exports as unknown as Exports;
}

export function call(operation: string, text: string): string {
  if (!exports) throw new Error("the module is not loaded yet");
  const bytes = encoder.encode(`${operation}\n${text}`);
  if (bytes.length > exports.carom_input_size()) throw new Error("the question is too long");
  new Uint8Array(exports.memory.buffer, exports.carom_input(), bytes.length).set(bytes);
  const length = exports.carom_call(bytes.length);
  return decoder.decode(new Uint8Array(exports.memory.buffer, exports.carom_output(), length));
}
