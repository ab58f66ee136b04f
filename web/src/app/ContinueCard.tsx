/*
 * On the first screen: what was left in the middle, one tap away. A table is offered if this device has a seat there and the
 * server still knows it; a solo game if one was interrupted.
 */
import { useEffect, useState } from "preact/hooks";
import { seats } from "../storage/seats";
import { loadSolo } from "../storage/savedSolo";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { TableCode } from "../ui/tableCode";
import { t, tn } from "../i18n/texts";

const LOOKED_AT = 3; // of the tables with a seat, the latest ones

interface OpenTable {
  code: string;
  players: string[]; // none is known of a locked one
}

interface TableAnswer {
  state?: { phase?: string; players?: { name: string }[] };
}

/* A table that is still there and not over; a locked one says no more than that it is there. */
async function openTable(code: string): Promise<OpenTable | undefined> {
  const answer = await fetch(`/api/tables/${code}`).catch(() => undefined);
  if (answer?.status === 403) return { code, players: [] };
  if (!answer?.ok) return undefined;
  const { state } = (await answer.json()) as TableAnswer;
  if (!state?.phase || state.phase === "over") return undefined;
  return { code, players: (state.players ?? []).map(({ name }) => name) };
}

export function ContinueCard() {
  const [tables, setTables] = useState<OpenTable[]>([]);
  useEffect(() => {
    const asked = seats().slice(0, LOOKED_AT).map(openTable);
    void Promise.all(asked).then((found) => setTables(found.filter((one) => one !== undefined)));
  }, []);
  const solo = loadSolo();
  if (tables.length === 0 && !solo) return null;
  return (
    <ul class="go-on">
      {tables.map(({ code, players }, i) => (
        <li key={code}>
          <p>
            <b class="show">
              <TableCode code={code} />
            </b>
            <small>
              {players.length > 0 ? tn("{n} player", "{n} players", players.length) : t("Your seat is kept.")}
            </small>
          </p>
          <a
            href={`/t/${code}`}
            class="button"
            aria-label={t("Return to your table {code}", { code })}
            data-test={i === 0 ? "to-table" : "to-other-table"}
          >
            {t("Continue")}
          </a>
        </li>
      ))}
      {solo && (
        <li>
          <p>
            <b class="show">{t("Solo game")}</b>
          </p>
          <Link to={link("solo")} class="button" label={t("Resume your solo game")} test="to-solo">
            {t("Continue")}
          </Link>
        </li>
      )}
    </ul>
  );
}
