/*
 * The first screen: everything the page can do, one tap away. No account, nothing to wait for.
 */
import { useMemo, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { targetSentence } from "../board/spoken";
import { LAYER, deal } from "../carom/ask";
import { results } from "../device/results";
import { t, tn } from "../texts/texts";
import { Icon } from "../parts/icons";
import { Link } from "../parts/Link";
import { link } from "../parts/address";

/* One position a day, the same for everybody. */
const today = (): number => Number(new Date().toISOString().slice(0, 10).replaceAll("-", ""));

function Join() {
  const [code, set] = useState("");
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
          onInput={(event) => set(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={code.trim() === ""}>
        {t("Join")}
      </button>
    </form>
  );
}

/* A screen and what it is for. */
function Way({ to, name, words }: { to: string; name: string; words: string }) {
  return (
    <li>
      <Link to={to}>
        <b>{name}</b>
        <span>{words}</span>
      </Link>
    </li>
  );
}

function Hero() {
  const daily = useMemo(() => deal({ barriers: "no" }, today())[0]?.position ?? "", []);
  return (
    <section class="hero">
      <div class="hero-words">
        <h1>{t("Robots without brakes.")}</h1>
        <p>
          {t(
            "They slide until something stops them. Find the shortest route to the target: alone, together, or beside the board on your own table.",
          )}
        </p>
        <div class="row">
          <Link to={link("practice")} class="button primary">
            {t("Play now")} <Icon name="next" />
          </Link>
          <Link to={link("rules")} class="button">
            {t("How it works")}
          </Link>
        </div>
      </div>
      <Link to={link("practice", daily)} class="daily">
        <Picture position={daily} off={LAYER.coordinates} bare />
        <span>
          <b>{t("Position of the day")}</b> <span class="sentence">{targetSentence(daily)}</span>
        </span>
      </Link>
    </section>
  );
}

function Alone() {
  const { solved } = results().practice;
  return (
    <section>
      <h2>{t("Alone")}</h2>
      <ul>
        <Way
          to={link("practice")}
          name={t("Practice")}
          words={t("No clock, with hints and every shortest route afterwards.")}
        />
        <Way to={link("solo")} name={t("Solo game")} words={t("17 tokens against the sand, as in the rulebook.")} />
        <Way to={link("micro")} name={t("Micro Robots")} words={t("36 cells, two dice, one robot.")} />
      </ul>
      {solved > 0 && (
        <p class="help">{tn("{n} position solved on this device", "{n} positions solved on this device", solved)}</p>
      )}
    </section>
  );
}

export function Home() {
  return (
    <>
      <Hero />
      <div class="cards">
        <Alone />
        <section>
          <h2>{t("Together")}</h2>
          <ul>
            <Way
              to={link("new")}
              name={t("Create a table")}
              words={t("Send the link; everybody plays on their own screen.")}
            />
          </ul>
          <Join />
        </section>
        <section>
          <h2>{t("Own board")}</h2>
          <ul>
            <Way
              to={link("own")}
              name={t("Lay your board")}
              words={t("Choose the sections as they lie on your table: hourglass, score sheet and solver.")}
            />
            <Way
              to={link("own", "edit")}
              name={t("Draw a board")}
              words={t("Walls, barriers, targets as you like, solved while you draw.")}
            />
          </ul>
        </section>
      </div>
    </>
  );
}
