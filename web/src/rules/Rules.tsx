/*
 * The rules in our own words, with small pictures by the drawing code. The full, numbered text is docs/rules.md; this is
 * what somebody needs who wants to play within five minutes.
 */
import type { ComponentChildren } from "preact";
import { LAYER } from "../carom/ask";
import { Picture, type PictureProps } from "../board/Picture";
import { Link } from "../parts/Link";
import { link } from "../parts/address";
import { t } from "../texts/texts";
import { BARRIER, BLOCKER, SLIDE, THROUGH } from "./examples";

function Example({ words, ...picture }: PictureProps & { words: string }) {
  return (
    <figure>
      <Picture off={LAYER.coordinates} bare {...picture} />
      <figcaption>{words}</figcaption>
    </figure>
  );
}

function Chapter({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Moving() {
  return (
    <Chapter title={t("Moving")}>
      <p>
        {t(
          "A robot has no brakes. It leaves in one of four directions and slides until a wall, the edge, the " +
            "centre block or another robot stops it. One slide is one move.",
        )}
      </p>
      <Example position={SLIDE} route="RE RS" words={t("Two moves: east to the wall, then south.")} />
      <p>
        {t(
          "Every robot may be moved, in any order, and every slide counts. Often another robot must first stand in the right place.",
        )}
      </p>
      <Example position={BLOCKER} route="GN RE RS" words={t("A robot is stopped by another one.")} />
      <p>
        {t(
          "The robot must stop on the target: sliding across it is nothing. The colour of the token says which " +
            "robot has to get there; for the vortex it may be any.",
        )}
      </p>
    </Chapter>
  );
}

function Ricochet() {
  return (
    <Chapter title={t("The ricochet")}>
      <p>
        {t(
          "On its way the robot that lands on the target must turn at least once: its moves need a horizontal " +
            "and a vertical stretch. Straight onto the target is not allowed, then another way must be found.",
        )}
      </p>
    </Chapter>
  );
}

function Bidding() {
  return (
    <Chapter title={t("Bidding and showing")}>
      <p>
        {t(
          "Who has found a way says its number of moves. The first bid turns the hourglass. Until the sand is " +
            "out everybody may bid, higher or lower; your own bid can only go down.",
        )}
      </p>
      <p>
        {t(
          "Then the lowest bid is shown, of equal ones the earlier. If it works, the token is won and the " +
            "robots stay where they are. If not, they go back to their markers and the next bid is shown.",
        )}
      </p>
      <p>{t("Two players play to 8 tokens, three to 6, four to 5; more play until all 17 are won.")}</p>
    </Chapter>
  );
}

function Barriers() {
  return (
    <Chapter title={t("Coloured barriers")}>
      <p>
        {t(
          "A robot goes straight through a barrier of its own colour and bounces off any other by 90 degrees, " +
            "still in the same move. Nobody stops on a barrier: where a slide would end there, it is not " +
            "possible.",
        )}
      </p>
      <Example
        position={BARRIER}
        route="RE BE"
        words={t("Red bounces off the blue barrier, blue goes straight through.")}
      />
    </Chapter>
  );
}

function Robots() {
  return (
    <Chapter title={t("Silver and transparent robot")}>
      <p>{t("The silver robot joins as a fifth one: it has no tokens, moves like the others and gets in the way.")}</p>
      <p>
        {t(
          "The transparent robot may go through a wall, as a move of its own from the cell at that wall, and " +
            "through barriers for one more move each. Never through the edge, the centre block or robots.",
        )}
      </p>
      <Example position={THROUGH} route="TE TE!" words={t("To the wall, then through it: two moves.")} />
    </Chapter>
  );
}

function Alone() {
  return (
    <Chapter title={t("Alone")}>
      <p>
        {t(
          "Token and hourglass are turned at once. A way found in time keeps the token face up, otherwise it is " +
            "turned face down. After all 17, more up than down wins. Easier: let the sand run twice.",
        )}
      </p>
    </Chapter>
  );
}

function Of1999() {
  return (
    <Chapter title={t("The game of 1999")}>
      <p>
        {t(
          "Four sections, no barriers. A bid is kept with that many moves or fewer. Of equal bids the player " +
            "with fewer tokens shows first; in the competition variant the earlier one.",
        )}
      </p>
    </Chapter>
  );
}

function MicroRobots() {
  return (
    <Chapter title={t("Micro Robots")}>
      <p>
        {t(
          "36 cells, each with a number and a colour. The robot goes along its row or column to any cell with " +
            "the same number or the same colour; what lies between does not matter.",
        )}
      </p>
      <Example
        position="black-A0-B0-D0-C0/1P>2W"
        route="6P 6W 6R 2R 2W"
        off={0}
        words={t("From 1 pink to 2 white in five moves.")}
      />
      <p>
        {t(
          "Who has found a way calls its number of moves and shows it at once. Right: a chip. Wrong: a chip " +
            "goes to the player with the fewest. Either way the robot goes on from the target. Five chips win.",
        )}
      </p>
      <p>{t("Expert variant: a second cell is rolled, and the route must stop there first.")}</p>
    </Chapter>
  );
}

export function Rules() {
  return (
    <article class="rules">
      <h1>{t("Rules")}</h1>
      <p>
        {t(
          "Everybody looks at the same board and searches in the mind: how can the robot get to the target in as few moves as possible?",
        )}
      </p>
      <Moving />
      <Ricochet />
      <Bidding />
      <Barriers />
      <Robots />
      <Alone />
      <Of1999 />
      <MicroRobots />
      <p class="row wrap">
        <Link to={link("practice")} class="button primary">
          {t("Play now")}
        </Link>
        <Link to="/" class="button">
          {t("Home")}
        </Link>
      </p>
    </article>
  );
}
