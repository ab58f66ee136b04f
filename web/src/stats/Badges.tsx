/*
 * All badges: those that were earned with their dates, and what the others ask for.
 */
import { useEffect, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { BADGE_IDS, type BadgeId } from "../history/badges";
import { badgeText } from "../history/badgeTexts";
import { earnBadges, keptBadges } from "../history/keptBadges";
import { useHistory } from "../history/useHistory";
import { dateText } from "../solve/Calendar";
import { t } from "../i18n/texts";
import { Sections } from "./Sections";

export function Badges() {
  const history = useHistory();
  const [earned, setEarned] = useState(keptBadges);
  useEffect(() => {
    if (!history) return;
    earnBadges(history); // also those of an import
    setEarned(keptBadges());
  }, [history]);
  const count = BADGE_IDS.filter((id) => earned[id]).length;
  return (
    <div class="setup daily-day">
      <h1>{t("Badges")}</h1>
      <Sections now="badges" />
      <p data-test="badge-count">{t("{n} of {all} earned", { n: count, all: BADGE_IDS.length })}</p>
      <ul class="badges" data-test="badges">
        {BADGE_IDS.map((id) => (
          <Badge key={id} id={id} date={earned[id]} />
        ))}
      </ul>
      <p class="help">{t("Badges come from your history on this device. Export it, and they go with it.")}</p>
    </div>
  );
}

function Badge({ id, date }: { id: BadgeId; date: string | undefined }) {
  const { title, asks, robot } = badgeText(id);
  return (
    <li
      class={date ? "earned" : ""}
      style={date ? { background: `var(--${robot}-tint)` } : {}}
      data-badge={id}
      data-earned={date ?? ""}
    >
      <Picture robot={robot} mood={date ? "happy" : "asleep"} plain />
      <span>
        <b class="show">{title}</b>
        <small>{asks}</small>
        {date && <small class="badge-date">{t("Earned on {date}", { date: dateText(date) })}</small>}
      </span>
    </li>
  );
}
