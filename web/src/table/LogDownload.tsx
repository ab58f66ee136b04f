/*
 * The log to be kept. Of a locked table only those with a seat may have it: they show their token, which a link cannot.
 */
import { seatToken } from "../storage/seats";
import type { View } from "../remote/remoteTable";
import { t } from "../i18n/texts";

const nameOf = (view: View): string => `carom-${view.code}-${view.game}.jsonl`;
const placeOf = (view: View): string => `/t/${view.code}/log?game=${view.game}`;

async function fetchLog(view: View): Promise<void> {
  const answer = await fetch(placeOf(view), { headers: { "Carom-Seat": seatToken(view.code) ?? "" } });
  if (!answer.ok) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = nameOf(view);
  link.click();
  URL.revokeObjectURL(link.href);
}

export function LogLink({ view }: { view: View }) {
  const take = (event: MouseEvent) => {
    if (!view.host.locked) return;
    event.preventDefault();
    void fetchLog(view);
  };
  return (
    <a class="button" href={placeOf(view)} download={nameOf(view)} onClick={take} data-test="log">
      {t("Download log")}
    </a>
  );
}
