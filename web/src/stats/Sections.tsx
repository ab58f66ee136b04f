/*
 * The way between the three screens about you: stats, history, badges.
 */
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { t } from "../i18n/texts";
import "./history.css";

export function Sections({ now }: { now: "record" | "history" | "badges" }) {
  const all: [typeof now, string][] = [
    ["record", t("Stats")],
    ["history", t("History")],
    ["badges", t("Badges")],
  ];
  return (
    <nav class="you-sections" aria-label={t("Your stats")}>
      {all.map(([screen, words]) => (
        <Link key={screen} to={link(screen)} class="button" current={screen === now} test={`to-${screen}`}>
          {words}
        </Link>
      ))}
    </nav>
  );
}
