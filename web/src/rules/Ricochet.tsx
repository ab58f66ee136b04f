/*
 * The rules of Ricochet Robots: the box of 2013 with its variants, the transparent robot as its guest, and the game of 1999.
 */
import { t } from "../i18n/texts";
import { Chapter, Example, Words } from "./Chapter";
import { BARRIER, BLOCKER, BOARD, RICOCHET, SLIDE, THROUGH, VORTEX } from "./examples";

const SettingUp = () => (
  <Chapter
    title={t("Setting up")}
    book={2013}
    rules="R1, R2, R3"
    decides={[
      t("“No barriers” leaves out only the sides with barriers, not whole sections: 486 boards instead of 96."),
      t("No robot starts on a barrier, in the centre, or on the same cell as another."),
    ]}
  >
    <Words
      of={[
        t("The box says 1 to 10 players, age 10 and up, 30 minutes; the rulebook says any number of players."),
        t(
          "Put four sections with four different colour marks around the centre piece, notches inwards: 1,536 " +
            "boards. For your first games, leave out the sections with barriers.",
        ),
      ]}
    />
    <Example position={BOARD} words={t("A board of four sections, with robots and a target.")} />
    <Words
      of={[
        t(
          "Shuffle the 17 target tokens face down. Put the robots on any cells without a target symbol, each on " +
            "top of its position marker.",
        ),
      ]}
    />
  </Chapter>
);

const Moving = () => (
  <Chapter
    title={t("Moving")}
    book={2013}
    rules="R4, R5, R6"
    decides={[t("The robot must stop on the target. Sliding over it doesn't count.")]}
  >
    <Words
      of={[
        t(
          "Robots have no brakes. A robot slides in one of four directions until a wall, the edge, the centre " +
            "piece or another robot stops it. One slide is one move.",
        ),
      ]}
    />
    <Example position={SLIDE} route="RE RS" words={t("Two moves: east to the wall, then south.")} />
    <Words
      of={[
        t(
          "You can move any robot, in any order, and every slide counts. Often you have to put another robot in " +
            "the right place first.",
        ),
      ]}
    />
    <Example position={BLOCKER} route="GN RE RS" words={t("One robot stops another.")} />
    <Words
      of={[t("The colour of the token says which robot has to get to the target. For the vortex, any robot will do.")]}
    />
  </Chapter>
);

const TheRicochet = () => (
  <Chapter
    title={t("The ricochet")}
    book={2013}
    rules="R7"
    decides={[
      t(
        "The robot itself must move both horizontally and vertically in this round. Going east and back west " +
          "isn't a ricochet; bouncing off a barrier is.",
      ),
      t(
        "Until it has ricocheted, the robot can't stop on the target at all. If it does while you show your " +
          "route, the route fails.",
      ),
      t(
        "On the vortex this goes for every robot. The Italian rulebook of 1999 says that any robot may be considered " +
          "the active one; here, a robot that stops on the vortex claims it.",
      ),
    ]}
  >
    <Words
      of={[
        t(
          "The robot that lands on the target must ricochet by 90 degrees at least once on the way. Going straight " +
            "onto the target isn't allowed, so find another route.",
        ),
      ]}
    />
    <Example
      position={RICOCHET}
      route="RS RE RN RE"
      words={t("One move east would go straight onto the target, so it takes four.")}
    />
  </Chapter>
);

const Bidding = () => (
  <Chapter
    title={t("Bidding")}
    book={2013}
    rules="R10, R11, R16"
    decides={[
      t("You can give up a target earlier if everyone seated and present agrees. Bots don't vote."),
      t("When everyone has tapped “No more bids”, bidding ends before the hourglass runs out."),
      t("If the only bidder leaves, the hourglass stops and the search goes on."),
      t(
        "The next round starts when more than half of the players want it. Players who are away don't hold up the others.",
      ),
    ]}
  >
    <Words
      of={[
        t(
          "When you find a route, say how many moves it takes. The first bid starts the one-minute hourglass. " +
            "Until it runs out, anyone can bid any number, but you can only lower your own bid.",
        ),
        t(
          "If nobody bids for four to five minutes, any player can turn the hourglass. If it runs out without a " +
            "bid, the token is shuffled back and another one turned up.",
        ),
      ]}
    />
  </Chapter>
);

const Showing = () => (
  <Chapter
    title={t("Showing")}
    book={2013}
    rules="R12, R13, R14, R15"
    decides={[
      t(
        "No rulebook has a clock for showing. Private tables have none unless you choose one; public tables have two " +
          "minutes. If you're away, your turn passes on.",
      ),
      t(
        "“Exactly” is judged when that many moves are made; other robots may still move after the arrival. “Or fewer” is won on arrival.",
      ),
      t("A move that can't be made costs nothing: make another one."),
    ]}
  >
    <Words
      of={[
        t(
          "Then the lowest bid is shown first; ties go to the earlier bid. If the route works, that player wins " +
            "the token and the robots stay where they are. If not, they go back to their markers and the next bid " +
            "is shown.",
        ),
        t(
          "In the Spanish, Catalan and Portuguese rulebooks, you must reach the target in exactly the number " +
            "you bid; in the Italian one, that number or fewer will do. Each table says which rule it uses.",
        ),
        t("If nobody succeeds, the token goes back face down and is shuffled in with the rest."),
      ]}
    />
  </Chapter>
);

const TheEnd = () => (
  <Chapter
    title={t("The end")}
    book={2013}
    rules="R17, R18"
    decides={[t("If the solver proves that a target can't be reached, it goes back and another one is drawn.")]}
  >
    <Words
      of={[
        t("Two players play to 8 tokens, three to 6, four to 5. With more players, play until all 17 are won."),
        t(
          "Then the most tokens wins, and tied players share the victory. You can agree on another number of " +
            "tokens before the game.",
        ),
        t("Most targets take fewer than 10 moves, some 20 or more: good puzzles to solve alone."),
      ]}
    />
  </Chapter>
);

const Barriers = () => (
  <Chapter
    title={t("Coloured barriers")}
    book={2013}
    rules="R8, R9"
    decides={[t("You can't make a move that would keep bouncing between barriers forever, either.")]}
  >
    <Words
      of={[
        t(
          "A robot goes straight through a barrier of its own colour and bounces off any other by 90 degrees, " +
            "all in the same move. No robot can stop on a barrier: if a slide would end there, you can't make it.",
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
        t("The silver robot joins as a fifth robot: it has no tokens, moves like the others and gets in the way."),
        t("Like any other robot, it can be the one that reaches the vortex."),
      ]}
    />
    <Example position={VORTEX} route="SS SE" words={t("The silver robot on the vortex, in two moves.")} />
  </Chapter>
);

const Alone = () => (
  <Chapter
    title={t("Solo game")}
    book={2013}
    rules="L1, L2, L3"
    decides={[
      t(
        "Say that you have a route: the hourglass stops, and you show it. If it doesn't reach the target, the robots go back and the hourglass runs on.",
      ),
      t("You can name a number first; then it's a limit. A hint makes the token count as face down."),
    ]}
  >
    <Words
      of={[
        t(
          "Turn over a token and the hourglass together. If you find a route in your head before the hourglass runs " +
            "out, keep the token face up; if not, face down.",
        ),
        t(
          "After all 17 tokens, you win if more are face up than face down. For an easier game, let the " +
            "hourglass run twice each round.",
        ),
      ]}
    />
  </Chapter>
);

const Transparent = () => (
  <Chapter
    title={t("Transparent robot")}
    book={2015}
    rules="T1, T2, T3, T4, T5"
    decides={[
      t(
        "Going through a wall is a separate move, starts on the cell at the wall, and isn't a ricochet. You " +
          "can't do it if a robot stands right behind the wall.",
      ),
      t("With a barrier right behind the wall, it goes through the wall and then meets the barrier as usual."),
      t("Each barrier it goes through costs one extra move."),
    ]}
  >
    <Words
      of={[
        t(
          "The robot of Micro Robots can join a game of Ricochet Robots; the round start chip is its marker. At a " +
            "wall it can stop, move another way, or go on through the wall for one extra move. At a barrier it can " +
            "bounce or go straight through for one extra move. It never goes through the edge, the centre piece or " +
            "other robots.",
        ),
      ]}
    />
    <Example position={THROUGH} route="TE TE!" words={t("To the wall, then through it: two moves.")} />
    <Words of={[t("It blocks the other robots, and it can be the one that reaches the vortex.")]} />
  </Chapter>
);

const Of1999 = () => (
  <Chapter
    title={t("The 1999 game")}
    book={1999}
    rules="S1, S2, S3, S4, S5"
    decides={[t("The rulebook lets a robot bounce at a right angle. Turning back is a move too, but not a ricochet.")]}
  >
    <Words
      of={[
        t(
          "For any number of players. Four sections, 96 boards, no barriers and no silver robot. Everything " +
            "else works as above, except:",
        ),
        t(
          "You can show that many moves or fewer. If two bids are equal, the player with fewer tokens shows " +
            "first; if that's a tie too, the earlier bid does.",
        ),
        t("In the competition variant, the earlier of two equal bids always goes first."),
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
