/*
 * An address that leads nowhere: it is said, with the way to what there is.
 */
import { Link } from "../ui/Link";
import { t } from "../i18n/texts";

export function NotFound() {
  return (
    <div class="page-words" data-test="no-page">
      <h1>{t("There is no such page.")}</h1>
      <p>{t("Look at the link once more, or begin at the first page.")}</p>
      <Link to="/" class="button primary">
        {t("To the first page")}
      </Link>
    </div>
  );
}
