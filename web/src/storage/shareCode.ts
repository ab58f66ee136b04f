/*
 * Anything as a code that fits into a link or a message: JSON, deflated, in the letters of base64url. What comes back from outside
 * is bounded before it is unfolded, and has a checksum (zlib's), so that a code that was cut off or changed is refused and
 * not guessed at.
 */
export type Wrong = "letters" | "damaged" | "too-long";
export class BadCode extends Error {
  constructor(readonly wrong: Wrong) {
    super(wrong);
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  way: TransformStream<BufferSource, Uint8Array>,
  most: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(way).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new BadCode("too-long");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function encodeShareCode(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const small = await through(bytes, new CompressionStream("deflate") as never, Infinity);
  let letters = "";
  for (let i = 0; i < small.length; i += 4096) letters += String.fromCharCode(...small.subarray(i, i + 4096));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/* Throws BadCode. `most` bounds what is unfolded, in bytes; a code has never more letters than twice that. */
export async function decodeShareCode(code: string, most: number): Promise<unknown> {
  if (!/^[A-Za-z0-9_-]+$/.test(code)) throw new BadCode("letters");
  if (code.length > 2 * most) throw new BadCode("too-long");
  try {
    const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const whole = await through(bytes, new DecompressionStream("deflate") as never, most);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(whole));
  } catch (why) {
    throw why instanceof BadCode ? why : new BadCode("damaged");
  }
}
