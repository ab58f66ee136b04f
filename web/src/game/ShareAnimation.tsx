/*
 * A route to be sent to somebody: a GIF that the server makes, or, without a server, an SVG that this device makes. Both play the
 * route as `carom render` does.
 */
import { useState } from "preact/hooks";
import { renderPicture } from "../wasm/ops";
import { Icon } from "../ui/icons";
import { t } from "../i18n/texts";

const MOST = 30; // moves, for the server

async function made(position: string, moves: string[]): Promise<File> {
  const address = `/board/${position}.gif?route=${encodeURIComponent(moves.join(" "))}`;
  const answer = moves.length <= MOST ? await fetch(address).catch(() => undefined) : undefined;
  if (answer?.ok) return new File([await answer.blob()], "carom.gif", { type: "image/gif" });
  const svg = renderPicture({ position, route: moves.join(" "), film: true, pixels: 640 });
  return new File([svg], "carom.svg", { type: "image/svg+xml" });
}

/* To the share sheet where it takes files and may be opened (a slow server may have used up the tap), else into the folder of downloads. */
async function send(file: File): Promise<void> {
  const sheet = { files: [file], title: "carom" };
  if (navigator.canShare?.(sheet)) {
    const why = await navigator.share(sheet).then(
      () => "",
      (fault: unknown) => (fault instanceof DOMException ? fault.name : "unknown"),
    );
    if (why === "" || why === "AbortError") return; // sent, or not wanted after all
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // when the browser has taken it
}

export function ShareAnimation({ position, moves }: { position: string; moves: string[] }) {
  const [busy, setBusy] = useState(false);
  if (moves.length === 0) return null;
  const take = async () => {
    setBusy(true);
    await send(await made(position, moves));
    setBusy(false);
  };
  return (
    <button type="button" disabled={busy} onClick={() => void take()} data-test="film">
      <Icon name="share" /> {t("Save animation")}
    </button>
  );
}
