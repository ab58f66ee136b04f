/*
 * The next public race: when it begins, who waits for it, and one tap to be there, as a player or to watch. The server makes its
 * table for the first who comes, seats bots and starts the game.
 */
import { useEffect, useState } from "preact/hooks";
import { savePendingJoin } from "../storage/pendingJoin";
import { changeSettings } from "../storage/settings";
import { fetchJson } from "../remote/connection";
import { TABLE_LINK, type TableLink } from "../remote/protocol";
import { UNREACHABLE, refusalText } from "../remote/apiErrors";
import { ErrorText } from "../ui/ErrorText";
import { Icon } from "../ui/icons";
import { navigate } from "../ui/navigation";
import { currentLanguage, t, tn } from "../i18n/texts";

interface Race {
  starts: number; // ms since 1970 on the server's clock
  left: number;
  people: number; // who wait for it
}
const SHAPE = { starts: "number", left: "number", people: "number" } as const;
const AGAIN = 5000;

/* "12:34": minutes and seconds, rounded up. */
export function leftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
export const timeOfDay = (at: number): string =>
  new Date(at).toLocaleTimeString(currentLanguage(), { hour: "numeric", minute: "2-digit" });

/* Undefined where there are none: a server that has them switched off, an older one, none at all. */
function useNextRace(): { race: Race; until: number } | undefined {
  const [seen, setSeen] = useState<{ race: Race; until: number }>();
  useEffect(() => {
    let stale = false;
    const look = async () => {
      const race = await fetchJson<Race>("/api/race", SHAPE);
      if (stale) return;
      setSeen(race && "left" in race ? { race, until: performance.now() + race.left } : undefined);
    };
    void look();
    const timer = setInterval(() => void (document.hidden || look()), AGAIN);
    return () => {
      stale = true;
      clearInterval(timer);
    };
  }, []);
  return seen;
}

/* The time left, read again four times a second. */
export function useCountdown(left: () => number): number {
  const [now, setNow] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setNow(left()), 250);
    return () => clearInterval(timer);
  });
  return now;
}

async function go(join: boolean): Promise<string> {
  const answer = (await fetchJson<TableLink>("/api/race", TABLE_LINK, {})) ?? UNREACHABLE;
  if (!("code" in answer)) return refusalText(answer);
  if (join) savePendingJoin(answer.code, { stranger: true });
  navigate(answer.link);
  return "";
}

export function NextRace({ name }: { name: string }) {
  const seen = useNextRace();
  const [wrong, setWrong] = useState("");
  const come = (join: boolean) => {
    if (join) changeSettings({ name: name.trim() });
    void go(join).then(setWrong);
  };
  if (!seen) return null;
  return (
    <section class="next-race" aria-labelledby="next-race" data-test="next-race">
      <div class="about">
        <h2 id="next-race">{t("Public race at {time}", { time: timeOfDay(seen.race.starts) })}</h2>
        <p>
          {seen.race.people > 0
            ? tn("{n} person is waiting for it.", "{n} people are waiting for it.", seen.race.people)
            : t("The race starts by itself. Bots take the free seats.")}
        </p>
      </div>
      <Left until={seen.until} />
      <span class="row wrap">
        <button type="button" onClick={() => come(true)} data-test="join-race">
          <Icon name="people" /> {t("Join the race")}
        </button>
        <button type="button" class="quiet" onClick={() => come(false)} data-test="watch-race">
          {t("Watch")}
        </button>
      </span>
      <ErrorText words={wrong} />
    </section>
  );
}

function Left({ until }: { until: number }) {
  const left = useCountdown(() => until - performance.now());
  return (
    <b class="show tabular next-race-left" role="timer" data-test="race-left">
      {leftText(left)}
    </b>
  );
}
