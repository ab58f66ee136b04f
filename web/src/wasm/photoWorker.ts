/*
 * Reads photos in a thread of its own: the browser decodes the file, turns it upright and makes it smaller, the module does the rest.
 */
import { fetchModule } from "./module";
import address from "./photo.wasm?url";

interface Exports {
  memory: WebAssembly.Memory;
  photo_pixels(width: number, height: number): number;
  photo_corners(): number;
  photo_output(): number;
  photo_read(marked: number): number;
}
interface SolveRequest {
  id: number;
  file: Blob;
  corners?: [number, number][];
}

const LONGEST = 1600; // pixels of the longer side; more are not looked at

let started: Promise<Exports> | undefined;
const start = () =>
  fetchModule(address)
    .then((module) => WebAssembly.instantiate(module))
    .then((instance) => instance.exports as unknown as Exports);

async function pixelsOf(file: Blob): Promise<ImageData> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("no canvas");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  return context.getImageData(0, 0, width, height);
}

async function read({ file, corners }: SolveRequest) {
  const exports = await (started ??= start());
  const { data, width, height } = await pixelsOf(file);
  const at = exports.photo_pixels(width, height);
  if (at === 0) throw new Error("no memory");
  new Uint8Array(exports.memory.buffer, at, data.length).set(data);
  if (corners) new Float32Array(exports.memory.buffer, exports.photo_corners(), 8).set(corners.flat());
  const length = exports.photo_read(corners ? 1 : 0);
  const answer = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.photo_output(), length));
  return { answer, width, height };
}

addEventListener("message", async ({ data }: MessageEvent<SolveRequest>) => {
  try {
    postMessage({ id: data.id, ...(await read(data)) });
  } catch (why) {
    started = undefined; // begun anew with the next photo: offline it could not be fetched
    postMessage({ id: data.id, broken: String(why) });
  }
});
