/*
 * A moment of joy: a panel flooded with the robot's colour, the robot smiling in it, the rating with what was gained. Where a shorter
 * route exists the panel has only the robot's tint.
 */
import type { ComponentChildren } from "preact";
import { Picture } from "../board/Picture";
import { readPosition, targetOf } from "../wasm/ops";
import { Confetti } from "../ui/Confetti";
import { t } from "../i18n/texts";
import "./moments.css";

const LONG_ROUTE = 10; // moves of a shortest route that deserve confetti

/* The robot that a position is about: of Micro Robots the see-through one, of the vortex the blue one. */
export function heroOf(position: string): string {
  const known = readPosition(position);
  const robot = targetOf(known)?.robot ?? "*";
  return known.game === "micro" ? "T" : robot === "*" ? "B" : robot;
}

interface WinPanelProps {
  robot: string;
  title: string;
  heading?: boolean; // the title is that of the screen
  words?: string;
  shortest: boolean; // no route is shorter, or something else that deserves the whole colour
  moves?: number; // of it
  rating?: { value: number; change: number } | undefined;
  children?: ComponentChildren;
}

export function WinPanel({ robot, title, heading, words, shortest, moves = 0, rating, children }: WinPanelProps) {
  const Title = heading ? "h1" : "p";
  return (
    <section class={`win ${shortest ? `flood flood-${robot}` : `tint-${robot}`}`} data-test="verdict">
      <div class="win-words">
        <Title class="win-title show">{title}</Title> {words && <p>{words}</p>}
        {rating && (
          <p class="win-rating">
            <small>{t("Your rating")}</small>
            <b class="show tabular">{Math.round(rating.value)}</b>
            {rating.change !== 0 && (
              <span class="win-change show" data-test="rating-change">
                {rating.change > 0 ? `+${rating.change}` : `−${-rating.change}`}
              </span>
            )}
          </p>
        )}
        {children}
      </div>
      <Picture robot={robot} mood={shortest ? "happy" : "calm"} plain class="win-robot" />
      {shortest && moves >= LONG_ROUTE && <Confetti />}
    </section>
  );
}
