/*
 * The first screen: everything the page can do, one tap away. No account, nothing to wait for.
 */
import { useMemo, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { LAYER, dealPositions } from "../wasm/ops";
import { results } from "../storage/soloResults";
import { t, tn } from "../i18n/texts";
import { Icon } from "../ui/icons";
import { Link } from "../ui/Link";
import { link, playNowLink } from "../ui/navigation";
import { ContinueCard } from "./ContinueCard";

/* A screen and what it is for. */
interface Way {
  to: string;
  name: string;
  words: string;
}

/* What the cards list: a way is added here, and nowhere else. */
const learning = (): Way[] => [
  { to: link("learn"), name: t("Lessons"), words: t("Small boards, a sentence each: the game in two minutes.") },
  { to: link("rules"), name: t("Rules"), words: t("Every box, in the words of its book, with pictures.") },
  {
    to: link("atlas"),
    name: t("The atlas"),
    words: t("All positions counted: the hardest, and how hard each board is."),
  },
];
const alone = (): Way[] => [
  { to: link("practice"), name: t("Practice"), words: t("No clock, as hard as you like it, with hints.") },
  { to: link("solo"), name: t("Solo game"), words: t("17 tokens against the sand, as in the rulebook.") },
  { to: link("micro"), name: t("Micro Robots"), words: t("36 cells, two dice, one robot.") },
];
const puzzles = (): Way[] => [
  { to: link("daily"), name: t("Puzzles of the day"), words: t("Four a day, the same for everybody.") },
  { to: link("rush"), name: t("Rush"), words: t("Three minutes, three mistakes.") },
  { to: link("streak"), name: t("Streak"), words: t("No clock, until the first mistake.") },
  { to: link("puzzles"), name: t("Collections"), words: t("From two moves to twenty-three.") },
  { to: link("list"), name: t("Puzzle lists"), words: t("Make one, send it as a link.") },
  { to: link("record"), name: t("Your record"), words: t("Rating, calendar, bests.") },
];
const together = (): Way[] => [
  {
    to: link("open"),
    name: t("Play with others"),
    words: t("A table with people, or bots until they come. Watch, too."),
  },
  { to: link("new", "computer"), name: t("Against the computer"), words: t("A game begins at once.") },
  {
    to: link("new"),
    name: t("Create a table"),
    words: t("Send the link; everybody plays on their own screen."),
  },
];
const own = (): Way[] => [
  {
    to: link("own"),
    name: t("Lay your board"),
    words: t("Choose the sections as they lie on your table: hourglass, score sheet and solver."),
  },
  {
    to: link("own", "edit"),
    name: t("Draw a board"),
    words: t("Walls, barriers, targets as you like, solved while you draw."),
  },
];

function Ways({ ways }: { ways: Way[] }) {
  return (
    <ul>
      {ways.map(({ to, name, words }) => (
        <li key={to}>
          <Link to={to}>
            <b>{name}</b>
            <span>{words}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Join() {
  const [code, setCode] = useState("");
  const join = (event: Event) => {
    event.preventDefault();
    const clean = code.toUpperCase().replace(/[^A-Z0-9]/g, "");
    if (clean) location.assign(`/t/${clean}`);
  };
  return (
    <form class="join" onSubmit={join}>
      <label>
        <span class="heard">{t("Code of the table")}</span>
        <input
          type="text"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder={t("Code")}
          value={code}
          onInput={(event) => setCode(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={code.trim() === ""}>
        {t("Join")}
      </button>
    </form>
  );
}

/* One picture a day, the same for everybody; the puzzles themselves are fetched when they are wanted. */
const today = (): number => Number(new Date().toISOString().slice(0, 10).replaceAll("-", ""));

function Hero() {
  const daily = useMemo(() => dealPositions({ barriers: "no" }, today())[0]?.position ?? "", []);
  return (
    <section class="hero">
      <div class="hero-words">
        <h1>{t("Robots without brakes.")}</h1>
        <p>
          {t(
            "They slide until something stops them. Find the shortest route to the target: alone, together, or beside the board on your own table.",
          )}
        </p>
        <ContinueCard />
        <div class="row wrap">
          <Link to={playNowLink()} class="button primary" test="play-now">
            {t("Play now")} <Icon name="next" />
          </Link>
          <Link to={link("new", "computer")} class="button" test="computer">
            {t("Against the computer")}
          </Link>
          <Link to={link("learn")} class="button">
            {t("How it works")}
          </Link>
        </div>
      </div>
      <Link to={link("daily")} class="daily" test="daily">
        <Picture position={daily} off={LAYER.coordinates} bare />
        <span>
          <b>{t("Puzzles of the day")}</b> <span class="sentence">{t("Four a day, the same for everybody.")}</span>
        </span>
      </Link>
    </section>
  );
}

export function Home() {
  const { solved } = results().practice;
  return (
    <>
      <Hero />
      <div class="cards">
        <section>
          <h2>{t("Alone")}</h2>
          <Ways ways={alone()} />
          {solved > 0 && (
            <p class="help">
              {tn("{n} position solved on this device", "{n} positions solved on this device", solved)}
            </p>
          )}
        </section>
        <section>
          <h2>{t("Puzzles")}</h2>
          <Ways ways={puzzles()} />
        </section>
        <section>
          <h2>{t("Together")}</h2>
          <Ways ways={together()} />
          <Join />
        </section>
        <section>
          <h2>{t("Learn")}</h2>
          <Ways ways={learning()} />
        </section>
        <section>
          <h2>{t("Own board")}</h2>
          <Ways ways={own()} />
        </section>
      </div>
    </>
  );
}
