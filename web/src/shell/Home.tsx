/*
 * The first screen: everything the page can do, one tap away. No account, nothing to wait for.
 */
import { useMemo, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { targetSentence } from "../board/spoken";
import { deal } from "../carom/ask";
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

export function Home() {
  const daily = useMemo(() => deal({ barriers: "no" }, today())[0]?.position ?? "", []);
  const done = results();
  return (
    <>
      <section class="hero">
        <div class="hero-words">
          <h1>{t("Robots without brakes.")}</h1>
          <p>
            {t(
              "They slide until something stops them. Find the shortest way to the target: alone, together, or beside the board on your own table.",
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
          <Picture position={daily} off={4096} bare />
          <span>
            <b>{t("Position of the day")}</b> <span class="sentence">{targetSentence(daily)}</span>
          </span>
        </Link>
      </section>
      <div class="cards">
        <section>
          <h2>{t("Alone")}</h2>
          <ul>
            <li>
              <Link to={link("practice")}>
                <b>{t("Practice")}</b>
                <span>{t("No clock, with hints and every shortest route afterwards.")}</span>
              </Link>
            </li>
            <li>
              <Link to={link("solo")}>
                <b>{t("Solo game")}</b>
                <span>{t("17 tokens against the sand, as in the rulebook.")}</span>
              </Link>
            </li>
            <li>
              <Link to={link("micro")}>
                <b>{t("Micro Robots")}</b>
                <span>{t("36 cells, two dice, one robot.")}</span>
              </Link>
            </li>
          </ul>
          {done.practice.solved > 0 && (
            <p class="help">
              {tn("{n} position solved on this device", "{n} positions solved on this device", done.practice.solved)}
            </p>
          )}
        </section>
        <section>
          <h2>{t("Together")}</h2>
          <ul>
            <li>
              <Link to={link("new")}>
                <b>{t("Create a table")}</b>
                <span>{t("Send the link; everybody plays on their own screen.")}</span>
              </Link>
            </li>
          </ul>
          <Join />
        </section>
        <section>
          <h2>{t("Own board")}</h2>
          <ul>
            <li>
              <Link to={link("own")}>
                <b>{t("Lay your board")}</b>
                <span>{t("Choose the sections as they lie on your table: hourglass, score sheet and solver.")}</span>
              </Link>
            </li>
            <li>
              <Link to={link("own", "edit")}>
                <b>{t("Draw a board")}</b>
                <span>{t("Walls, barriers, targets as you like, solved while you draw.")}</span>
              </Link>
            </li>
          </ul>
        </section>
      </div>
    </>
  );
}
