/*
 * The rules of every box in the words of the printed books, with small pictures by the drawing code. The numbered text with
 * all rulings is docs/reference/rules.md; this is what people at a table need.
 */
import { Link } from "../ui/Link";
import { link, playNowLink } from "../ui/navigation";
import { t } from "../i18n/texts";
import { MicroRobots } from "./MicroRobots";
import { Ricochet } from "./Ricochet";
import "./rules.css";

export function Rules() {
  return (
    <article class="rules">
      <h1>{t("Rules")}</h1>
      <p>
        {t(
          "Everyone looks at the same board and works it out in their head: how can the robot reach the target in the fewest moves?",
        )}
      </p>
      <p>
        <Link to={link("learn")} class="button" test="learn-instead">
          {t("Try it instead: lessons on small boards")}
        </Link>
      </p>
      <Ricochet />
      <MicroRobots />
      <p class="row wrap">
        <Link to={playNowLink()} class="button primary" test="play-now">
          {t("Play now")}
        </Link>
        <Link to={link("atlas")} class="button">
          {t("The atlas")}
        </Link>
        <Link to="/" class="button">
          {t("Home")}
        </Link>
      </p>
    </article>
  );
}
