/*
 * The display face, M PLUS Rounded 1c 800 (OFL-1.1): fetched when the page has been painted and nothing else is under way, so that
 * nobody waits for it. Until then, and where it cannot be fetched, headings use the system's font.
 */
import file from "@fontsource/m-plus-rounded-1c/files/m-plus-rounded-1c-latin-800-normal.woff2?url";
import { whenIdle } from "./Later";

export function fetchDisplayFont(): void {
  const face = new FontFace("M PLUS Rounded 1c", `url(${file})`, { weight: "800" });
  requestAnimationFrame(() =>
    whenIdle(() => {
      document.fonts.add(face);
      face.load().catch(() => {}); // offline before it was ever fetched
    }),
  );
}
