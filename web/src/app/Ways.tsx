/*
 * The ways to play as cards: a scene, a name, five words. A way is added here, and nowhere else.
 */
import { Picture } from "../board/Picture";
import { loadItem } from "../storage/settings";
import { Later } from "../ui/Later";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { t } from "../i18n/texts";
import { Scene } from "./scenes";

interface Way {
  scene: string;
  to: string;
  name: string;
  words: string;
}
const ways = (): Way[] => [
  { scene: "practice", to: link("practice"), name: t("Practice"), words: t("No clock. Hints when stuck.") },
  { scene: "table", to: link("new"), name: t("Table"), words: t("Play with friends on any device.") },
  { scene: "rush", to: link("rush"), name: t("Rush"), words: t("Three minutes, three mistakes.") },
  { scene: "computer", to: link("new", "computer"), name: t("Computer"), words: t("Starts right away.") },
  { scene: "lessons", to: link("learn"), name: t("Lessons"), words: t("Learn it in two minutes.") },
  { scene: "own", to: link("own"), name: t("My board"), words: t("Your cardboard, our referee.") },
];

/* Small ones, for those who look further; a token or a robot stands for each. */
interface SmallWay {
  to: string;
  name: string;
  picture: { token?: string; robot?: string; cell?: string };
}
const smallWays = (): SmallWay[] => [
  { to: link("daily"), name: t("Daily puzzles"), picture: { token: "Ys" } },
  { to: link("open"), name: t("Play with others"), picture: { robot: "G" } },
  ...(loadItem("company", false) ? [{ to: "/circle", name: t("Circles"), picture: { robot: "R" } }] : []),
  { to: link("micro"), name: t("Micro Robots"), picture: { cell: "4B" } },
  { to: link("solo"), name: t("Solo game"), picture: { robot: "B" } },
  { to: link("streak"), name: t("Streak"), picture: { token: "Rm" } },
  { to: link("puzzles"), name: t("Collections"), picture: { token: "Gg" } },
  { to: link("list"), name: t("Puzzle lists"), picture: { token: "Bp" } },
  { to: link("own", "edit"), name: t("Draw a board"), picture: { robot: "T" } },
  { to: link("rules"), name: t("Rules"), picture: { robot: "Y" } },
  { to: link("record"), name: t("Your stats"), picture: { token: "V" } },
  { to: link("atlas"), name: t("The atlas"), picture: { robot: "S" } },
];

export function Ways() {
  return (
    <Later>
      <section class="ways" aria-label={t("Ways to play")}>
        {ways().map(({ scene, to, name, words }) => (
          <Link key={scene} to={to} class="way" test={scene}>
            <Scene name={scene} />
            <span>
              <b class="show">{name}</b>
              <small>{words}</small>
            </span>
          </Link>
        ))}
      </section>
      <Later>
        <section class="small-ways" aria-labelledby="more-ways">
          <h2 id="more-ways">{t("More ways to play")}</h2>
          <div>
            {smallWays().map(({ to, name, picture }) => (
              <Link key={to} to={to} class="small-way">
                <Picture {...picture} plain />
                <b>{name}</b>
              </Link>
            ))}
          </div>
        </section>
      </Later>
    </Later>
  );
}
