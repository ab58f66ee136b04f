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
  { to: link("learn"), name: t("Lessons"), words: t("Learn the game in two minutes, on small boards.") },
  { to: link("rules"), name: t("Rules"), words: t("Every box by its own rulebook, with pictures.") },
  {
    to: link("atlas"),
    name: t("The atlas"),
    words: t("Every position counted: see the hardest ones, and how hard each board is."),
  },
];
const alone = (): Way[] => [
  { to: link("practice"), name: t("Practice"), words: t("No clock, with hints, and as hard as you like.") },
  { to: link("solo"), name: t("Solo game"), words: t("17 tokens against the hourglass, by the rulebook.") },
  { to: link("micro"), name: t("Micro Robots"), words: t("36 cells, two dice, one robot.") },
];
const puzzles = (): Way[] => [
  { to: link("daily"), name: t("Daily puzzles"), words: t("Four new ones a day, the same for everyone.") },
  { to: link("rush"), name: t("Rush"), words: t("Three minutes, three mistakes.") },
  { to: link("streak"), name: t("Streak"), words: t("No clock, but one mistake ends it.") },
  { to: link("puzzles"), name: t("Collections"), words: t("From two moves to twenty-three.") },
  { to: link("list"), name: t("Puzzle lists"), words: t("Make your own and send it as a link.") },
  { to: link("record"), name: t("Your stats"), words: t("Rating, calendar, personal bests.") },
];
const together = (): Way[] => [
  {
    to: link("open"),
    name: t("Play with others"),
    words: t("Join other players, or play bots until someone comes. You can also watch."),
  },
  { to: link("new", "computer"), name: t("Play against the computer"), words: t("Starts right away.") },
  {
    to: link("new"),
    name: t("Create a table"),
    words: t("Send the link, and everyone plays on their own screen."),
  },
];
const own = (): Way[] => [
  {
    to: link("own"),
    name: t("Set up your board"),
    words: t("Playing with the cardboard? Copy your board here and get a timer, a score sheet and the solution."),
  },
  {
    to: link("own", "edit"),
    name: t("Draw a board"),
    words: t("Place walls, barriers and targets as you like. It's solved as you draw."),
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
        <span class="heard">{t("Table code")}</span>
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
            "They slide until something stops them. Find the shortest route to the target: alone, with others, or " +
              "with the board on your own table.",
          )}
        </p>
        <ContinueCard />
        <div class="row wrap">
          <Link to={playNowLink()} class="button primary" test="play-now">
            {t("Play now")} <Icon name="next" />
          </Link>
          <Link to={link("new", "computer")} class="button" test="computer">
            {t("Play against the computer")}
          </Link>
          <Link to={link("learn")} class="button">
            {t("How it works")}
          </Link>
        </div>
      </div>
      <Link to={link("daily")} class="daily" test="daily">
        <Picture position={daily} off={LAYER.coordinates} bare />
        <span>
          <b>{t("Daily puzzles")}</b> <span class="sentence">{t("Four new ones a day, the same for everyone.")}</span>
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
          <h2>{t("My board")}</h2>
          <Ways ways={own()} />
        </section>
      </div>
    </>
  );
}
