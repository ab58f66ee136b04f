/*
 * An address that leads nowhere: it is said, with the way to what there is.
 */
import { Link } from "../ui/Link";
import { t } from "../i18n/texts";

export function NotFound() {
  return (
    <div class="page-words" data-test="no-page">
      <h1>{t("Page not found.")}</h1>
      <p>{t("Check the link, or go to the home page.")}</p>
      <Link to="/" class="button primary">
        {t("Home")}
      </Link>
    </div>
  );
}
