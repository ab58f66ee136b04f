/*
 * The rules of Ricochet Robots: the box of 2013 with its variants, the transparent robot as its guest, and the game of 1999.
 */
import { t } from "../i18n/texts";
import { Chapter, Example, Words } from "./Chapter";
import { BARRIER, BLOCKER, BOARD, RICOCHET, SLIDE, THROUGH, VORTEX } from "./examples";

const SettingUp = () => (
  <Chapter title={t("Setting up")} book={2013} rules="R1, R2, R3">
    <Words
      of={[
        t("In the box for 1 to 10 players, from 10 years, for 30 minutes; its book says: any number of players."),
        t(
          "Four sections with four different colour marks lie with their notches around the centre piece: 1,536 boards. " +
            "For the first games leave out the sides with barriers.",
        ),
      ]}
    />
    <Example position={BOARD} words={t("A board of four sections, with robots and a target.")} />
    <Words
      of={[
        t(
          "The 17 target tokens are shuffled and lie face down. Robots start on any cells without a target symbol, each " +
            "with its position marker below it.",
        ),
      ]}
    />
  </Chapter>
);

const Moving = () => (
  <Chapter title={t("Moving")} book={2013} rules="R4, R5, R6">
    <Words
      of={[
        t(
          "A robot has no brakes. It leaves in one of four directions and slides until a wall, the edge, the " +
            "centre block or another robot stops it. One slide is one move.",
        ),
      ]}
    />
    <Example position={SLIDE} route="RE RS" words={t("Two moves: east to the wall, then south.")} />
    <Words
      of={[
        t(
          "Every robot may be moved, in any order, and every slide counts. Often another robot must first stand in the right place.",
        ),
      ]}
    />
    <Example position={BLOCKER} route="GN RE RS" words={t("A robot is stopped by another one.")} />
    <Words
      of={[
        t(
          "The robot must stop on the target: sliding across it is nothing. The colour of the token says which " +
            "robot has to get there; for the vortex it may be any.",
        ),
      ]}
    />
  </Chapter>
);

const TheRicochet = () => (
  <Chapter title={t("The ricochet")} book={2013} rules="R7">
    <Words
      of={[
        t(
          "On its way the robot that lands on the target must ricochet at least once, by 90 degrees: it needs a " +
            "horizontal and a vertical stretch. Straight onto the target is not allowed, then another route must be found.",
        ),
      ]}
    />
    <Example
      position={RICOCHET}
      route="RS RE RN RE"
      words={t("One move to the east would be straight onto the target, so it takes four.")}
    />
  </Chapter>
);

const Bidding = () => (
  <Chapter title={t("Bidding")} book={2013} rules="R10, R11, R16">
    <Words
      of={[
        t(
          "Who has found a route says its number of moves. The first bid turns the hourglass, which runs for a minute. Until " +
            "then everybody may bid, higher or lower; your own bid can only go down.",
        ),
        t(
          "If nobody bids for four to five minutes, any player may turn the hourglass. If it runs out without a bid, the " +
            "token is shuffled back and another one turned up. A target is given up earlier only if everybody seated and " +
            "present agrees; bots have no say.",
        ),
      ]}
    />
  </Chapter>
);

const Showing = () => (
  <Chapter title={t("Showing")} book={2013} rules="R12, R13, R14, R15">
    <Words
      of={[
        t(
          "Then the lowest bid is shown, of equal ones the earlier. If it works, the token is won and the " +
            "robots stay where they are. If not, they go back to their markers and the next bid is shown.",
        ),
        t(
          "In the Spanish, Catalan and Portuguese books the target must be reached in exactly the number bid; in the Italian " +
            "one that number or fewer will do. A table says which holds.",
        ),
        t("If nobody succeeds, the token is shuffled back among those that lie face down."),
      ]}
    />
  </Chapter>
);

const TheEnd = () => (
  <Chapter title={t("The end")} book={2013} rules="R17, R18">
    <Words
      of={[
        t("Two players play to 8 tokens, three to 6, four to 5; more play until all 17 are won."),
        t(
          "Then most tokens win; equal players share the victory. Another number of tokens may be agreed on before the game.",
        ),
        t("Most targets need fewer than 10 moves, some 20 and more: good problems for one."),
      ]}
    />
  </Chapter>
);

const Barriers = () => (
  <Chapter title={t("Coloured barriers")} book={2013} rules="R8, R9">
    <Words
      of={[
        t(
          "A robot goes straight through a barrier of its own colour and bounces off any other by 90 degrees, " +
            "still in the same move. Nobody stops on a barrier: where a slide would end there, it is not " +
            "possible.",
        ),
      ]}
    />
    <Example
      position={BARRIER}
      route="RE BE"
      words={t("Red bounces off the blue barrier, blue goes straight through.")}
    />
  </Chapter>
);

const Silver = () => (
  <Chapter title={t("Silver robot")} book={2013} rules="A1, A2">
    <Words
      of={[
        t("The silver robot joins as a fifth one: it has no tokens, moves like the others and gets in the way."),
        t("On the vortex it may be the robot that gets there, like any other."),
      ]}
    />
    <Example position={VORTEX} route="SS SE" words={t("The silver robot on the vortex, in two moves.")} />
  </Chapter>
);

const Alone = () => (
  <Chapter title={t("Solo game")} book={2013} rules="L1, L2, L3">
    <Words
      of={[
        t(
          "Turn a token and the hourglass at once. When you have found a route in your head, say so: the hourglass stops, and " +
            "you show it. If it reaches the target, keep the token face up. If not, the robots go back and the hourglass " +
            "runs on; when it is out, keep the token face down.",
        ),
        t(
          "After all 17 tokens you win with more face up than face down. Easier: let the hourglass run through twice in each round.",
        ),
      ]}
    />
  </Chapter>
);

const Transparent = () => (
  <Chapter title={t("Transparent robot")} book={2015} rules="T1, T2, T3, T4, T5">
    <Words
      of={[
        t(
          "The transparent robot may go through a wall, as a move of its own from the cell at that wall, and " +
            "through barriers for one more move each. Never through the edge, the centre block or robots.",
        ),
      ]}
    />
    <Example position={THROUGH} route="TE TE!" words={t("To the wall, then through it: two moves.")} />
    <Words of={[t("It is an obstacle to the others. On the vortex it may be the robot that gets there.")]} />
  </Chapter>
);

const Of1999 = () => (
  <Chapter title={t("The game of 1999")} book={1999} rules="S1, S2, S3, S4, S5">
    <Words
      of={[
        t(
          "For any number of players. Four sections, 96 boards; no barriers, no silver robot. Everything else is as above, but:",
        ),
        t(
          "A bid is kept with that many moves or fewer. Of equal bids the player with fewer tokens shows first; if they have " +
            "equally many, the earlier one.",
        ),
        t("In the competition variant the earlier one of equal bids always comes first."),
      ]}
    />
  </Chapter>
);

export const Ricochet = () => (
  <>
    <SettingUp />
    <Moving />
    <TheRicochet />
    <Barriers />
    <Bidding />
    <Showing />
    <TheEnd />
    <Silver />
    <Alone />
    <Transparent />
    <Of1999 />
  </>
);
