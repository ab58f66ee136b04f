/*
 * The screen of a match over days, /match/CIRCLE-NUMBER: what is to be played, how everybody did as far as you may know, and in the end
 * a podium and all routes.
 */
import { useState } from "preact/hooks";
import { membershipIn } from "../storage/circles";
import { refusalText } from "../remote/apiErrors";
import { ErrorText } from "../ui/ErrorText";
import { Icon } from "../ui/icons";
import { Link } from "../ui/Link";
import type { ScreenProps } from "../ui/navigation";
import { t, tn } from "../i18n/texts";
import { isError } from "./api";
import { MatchOver } from "./MatchOver";
import { MatchTarget } from "./MatchTarget";
import { Standings } from "./Standings";
import { endText, leftText } from "./matchTexts";
import { type MatchAddress, type MatchView, parseMatchAddress } from "./matches";
import { type Match as Playing, useMatch } from "./useMatch";
import "./company.css";
import "./circle.css";
import "./match.css";

export function Match({ rest }: ScreenProps) {
  const address = parseMatchAddress(rest);
  if (!address) return <Unavailable words={t("This link is damaged.")} />;
  return <OneMatch address={address} key={rest} />;
}

function Unavailable({ words, circle = "" }: { words: string; circle?: string }) {
  return (
    <div class="setup match">
      <h1>{t("Match")}</h1>
      <ErrorText words={words} />
      <Link to={circle ? `/circle/${circle}` : "/circle"} class="button primary" test="to-circle">
        {circle ? t("Back to the circle") : t("Circles")}
      </Link>
    </div>
  );
}

function OneMatch({ address }: { address: MatchAddress }) {
  const match = useMatch(address);
  const { view } = match;
  if (!membershipIn(address.circle))
    return <Unavailable words={t("Join the circle first. Then you can play its matches.")} circle={address.circle} />;
  if (view === undefined) return <p>{t("One moment…")}</p>;
  if (view === "off") return <Unavailable words={t("This server has no circles.")} />;
  if (isError(view)) return <Unavailable words={refusalText(view)} circle={address.circle} />;
  return <Inside address={address} match={match} view={view} />;
}

interface InsideProps {
  address: MatchAddress;
  match: Playing;
  view: MatchView;
}

function Inside({ address, match, view }: InsideProps) {
  const [chosen, setChosen] = useState<number>(); // the target on the board; a running try is there anyway
  const target = view.open?.target ?? chosen;
  if (view.over) return <MatchOver address={address} view={view} />;
  if (target !== undefined)
    return (
      <MatchTarget
        key={target}
        target={target}
        match={match}
        view={view}
        onPlayed={() => setChosen(target)}
        onLeave={() => setChosen(undefined)}
      />
    );
  return (
    <div class="setup match">
      <h1 data-test="match-title">{t("Match in {name}", { name: view.name })}</h1>
      <p data-test="match-end">
        {tn("{n} target, until {time}", "{n} targets, until {time}", view.targets, { time: endText(view.ends) })}
        {" · "}
        {leftText(view.left)}
      </p>
      <Next match={match} view={view} />
      <Targets view={view} onPick={setChosen} />
      <Standings view={view} />
      <Link to={`/circle/${address.circle}`} class="button">
        <Icon name="people" /> {t("Back to the circle")}
      </Link>
    </div>
  );
}

function Next({ match: { play, busy, wrong }, view }: { match: Playing; view: MatchView }) {
  const next = view.played + 1;
  if (next > view.targets)
    return (
      <p class="match-note" data-test="all-played">
        {t("You've played every target. You'll see the podium when the match ends.")}
      </p>
    );
  return (
    <div class="match-next">
      <button
        type="button"
        class="primary big"
        disabled={busy}
        onClick={() => play("show", next)}
        data-test="show-target"
      >
        {t("Show target {n}", { n: next })} <Icon name="next" />
      </button>
      <p class="help">{t("Your clock starts as soon as you see it. You have one try.")}</p>
      <ErrorText words={wrong} />
    </div>
  );
}

/* The targets in a row: those you have played can be looked at again. */
function Targets({ view, onPick }: { view: MatchView; onPick: (target: number) => void }) {
  const mine = view.players.find(({ id }) => id === view.me)?.tries ?? [];
  return (
    <ol class="match-targets" aria-label={t("Targets")} data-test="targets">
      {Array.from({ length: view.targets }, (_, i) => {
        const points = mine[i]?.points;
        return (
          <li key={i}>
            {i < view.positions.length ? (
              <button type="button" onClick={() => onPick(i + 1)}>
                <span class="heard">{t("Target {n}", { n: i + 1 })}</span>
                <b class="show" aria-hidden="true">
                  {i + 1}
                </b>
                <small>{tn("{n} point", "{n} points", points ?? 0)}</small>
              </button>
            ) : (
              <span class="not-yet">
                <b class="show">{i + 1}</b>
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
