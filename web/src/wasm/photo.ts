/*
 * A photo of a board, read on this device: the same code as `carom photo`, in a module and a thread of its own that are fetched when
 * the first photo is taken. Nothing is uploaded.
 */
import { InputError, type Robot } from "./ops";

export type Corner = [number, number];

/* What was seen. Corners are nw, ne, se, sw in pixels of the picture that was looked at, which has this size. */
export interface Seen {
  position: string;
  corners: Corner[];
  doubtful: (Robot | "nw" | "ne" | "se" | "sw" | "target")[];
  width: number;
  height: number;
}

/* No board was found. A person may still see one and mark its corners. */
export class NoBoardError extends InputError {
  constructor(
    message: string,
    readonly width: number,
    readonly height: number,
  ) {
    super(message, "");
  }
}

interface Heard {
  id: number;
  answer?: string;
  width: number;
  height: number;
  broken?: string;
}

let worker: Worker | undefined;
let count = 0;

/* With corners the board is looked for there; else anywhere. Rejects with an InputError if there is none, and
 * with another error if the file is no picture. */
export function seeBoard(file: Blob, corners?: Corner[]): Promise<Seen> {
  const id = (count += 1);
  const asked = (worker ??= new Worker(new URL("./photoWorker.ts", import.meta.url), { type: "module" }));
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const { signal } = listening;
    const failed = () => {
      worker = undefined;
      asked.terminate();
      reject(new Error("this is no picture"));
    };
    const hear = ({ data }: MessageEvent<Heard>) => {
      if (data.id !== id) return;
      listening.abort();
      if (data.answer === undefined) return reject(new Error("this is no picture"));
      const answer = JSON.parse(data.answer);
      if (answer.markable) reject(new NoBoardError(answer.error, data.width, data.height));
      else if (typeof answer.error === "string") reject(new InputError(answer.error, ""));
      else resolve({ ...answer, width: data.width, height: data.height });
    };
    asked.addEventListener("error", failed, { once: true, signal });
    asked.addEventListener("message", hear, { signal });
    asked.postMessage({ id, file, corners });
  });
}
