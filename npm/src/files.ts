/*
 * Where the package's own files come from: beside this one. Browsers fetch them; node.js reads them from disk.
 */
export type Reader = (address: URL) => Promise<ArrayBuffer | ArrayBufferView<ArrayBuffer>>;

let read: Reader = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be fetched: ${answer.status}`);
  return answer.arrayBuffer();
};

export function setReader(reader: Reader): void {
  read = reader;
}

/* The address as a literal where it is used lets bundlers find the file. */
export const compileFile = async (address: URL): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await read(address));

export const textFile = async (address: URL): Promise<string> => new TextDecoder().decode(await read(address));
