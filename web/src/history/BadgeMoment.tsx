/*
 * The moment in which a badge is earned: a panel in a robot's colour over the header, with confetti, for four seconds. It catches no
 * taps and covers no board. Says too if the device could not keep what was played.
 */
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { Picture } from "../board/Picture";
import { listText, setLanguageFrom, t, tn } from "../i18n/texts";
import { announce } from "../ui/announce";
import { Confetti } from "../ui/Confetti";
import type { BadgeId } from "./badges";
import { badgeText } from "./badgeTexts";
import "./badges.css";

const SHOWN_MS = 4000;
const NAMED = 2; // badges with their names; more are counted

export const troubleText = (): string =>
  t("This device can't save your history: its storage is full or blocked. Export your stats to keep them.");

function earnedText(ids: BadgeId[]): string {
  const names = ids.slice(0, NAMED).map((id) => badgeText(id).title);
  const rest = ids.length - names.length;
  return listText(rest > 0 ? [...names, tn("{n} more", "{n} more", rest)] : names);
}

const floodOf = (robot: string) => ({
  "--flood": `var(--${robot}-flood)`,
  "--flood-ink": `var(--${robot}-ink)`,
  "--flood-edge": `var(--${robot}-edge)`,
});

/* It is announced; this is for the eyes. */
function Moment({ ids, onGone }: { ids: BadgeId[]; onGone: () => void }) {
  const robot = badgeText(ids[0] ?? "first-puzzle").robot;
  useEffect(() => {
    const timer = setTimeout(onGone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p class="badge-moment" style={floodOf(robot)} data-test="badge-moment" aria-hidden="true">
        <Picture robot={robot} mood="happy" plain />
        <span>
          <small>{tn("Badge earned", "Badges earned", ids.length)}</small>
          <b class="show">{earnedText(ids)}</b>
        </span>
      </p>
      <Confetti />
    </>
  );
}

let told = false; // once a visit
let stage: HTMLElement | undefined;

export async function showMoment(ids: BadgeId[], trouble: boolean): Promise<void> {
  await setLanguageFrom("history");
  if (trouble && !told) {
    told = true;
    announce(troubleText(), "assertive");
  }
  if (ids.length === 0) return;
  announce(`${tn("Badge earned", "Badges earned", ids.length)}: ${earnedText(ids)}`);
  stage ??= document.body.appendChild(document.createElement("div"));
  const place = stage;
  render(null, place);
  render(<Moment ids={ids} onGone={() => render(null, place)} />, place);
}
