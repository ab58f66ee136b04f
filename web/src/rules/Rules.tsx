/*
 * The rules of every box in the words of the printed books, with small pictures by the drawing code. The numbered text with
 * all rulings is docs/reference/rules.md; this is what people at a table need.
 */
import { useEffect, useRef } from "preact/hooks";
import { Link } from "../ui/Link";
import { link, playNowLink } from "../ui/navigation";
import { currentLanguage, t } from "../i18n/texts";
import { recordPlayed } from "../history/record";
import { MicroRobots } from "./MicroRobots";
import { Ricochet } from "./Ricochet";
import "./rules.css";

/* Whoever comes to the end has read them, in the language that is spoken. */
function useReadToEnd() {
  const end = useRef<HTMLParagraphElement>(null);
  const language = currentLanguage();
  useEffect(() => {
    const watcher = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      watcher.disconnect();
      recordPlayed({ id: `rules-${language}`, mode: "rules", language });
    });
    if (end.current) watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [language]);
  return end;
}

export function Rules() {
  const end = useReadToEnd();
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
      <p class="row wrap" ref={end}>
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
