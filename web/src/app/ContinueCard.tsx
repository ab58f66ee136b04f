/*
 * On the first screen: what was left in the middle, one tap away. A table is offered if this device has a seat there and the
 * server still knows it; a solo game if one was interrupted.
 */
import { useEffect, useState } from "preact/hooks";
import { seats } from "../storage/seats";
import { loadSolo } from "../storage/savedSolo";
import { Icon } from "../ui/icons";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { t } from "../i18n/texts";

const LOOKED_AT = 3; // of the tables with a seat, the latest ones

/* The latest table that is still there and not over; a locked one says no more than that it is there. */
async function tableLeft(): Promise<string | undefined> {
  for (const code of seats().slice(0, LOOKED_AT)) {
    const answer = await fetch(`/api/tables/${code}`).catch(() => undefined);
    if (answer?.status === 403) return code;
    if (!answer?.ok) continue;
    const { state } = (await answer.json()) as { state?: { phase?: string } };
    if (state?.phase && state.phase !== "over") return code;
  }
  return undefined;
}

export function ContinueCard() {
  const [table, setTable] = useState<string>();
  useEffect(() => void tableLeft().then(setTable), []);
  const solo = loadSolo();
  if (!table && !solo) return null;
  return (
    <div class="row wrap go-on">
      {table && (
        <a href={`/t/${table}`} class="button primary" data-test="to-table">
          {t("Return to your table {code}", { code: table })} <Icon name="next" />
        </a>
      )}
      {solo && (
        <Link to={link("solo")} class="button primary" test="to-solo">
          {t("Resume your solo game")} <Icon name="next" />
        </Link>
      )}
    </div>
  );
}
