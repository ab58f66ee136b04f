/*
 * The rules of Micro Robots, with the example of its book.
 */
import { t } from "../i18n/texts";
import { Chapter, Example, Words } from "./Chapter";

const BOARD = "black-A0-B0-D0-C0";

const SettingUp = () => (
  <Words
    of={[
      t("For 2 or more players, age 8 and up."),
      t(
        "Agree on the black or the copper side. Four tiles with that side up make 36 cells, each with a number and a " +
          "colour. The youngest player rolls the start cell, then the target (roll again if it's the start). A chip " +
          "marks the target, and the dice stay visible.",
      ),
    ]}
  />
);

const Moving = () => (
  <>
    <Words
      of={[
        t(
          "The robot moves along its row or column to any cell with the same number or the same colour, no " +
            "matter what lies between. Each step is one move.",
        ),
      ]}
    />
    <Example
      position={`${BOARD}/1P>2W`}
      route="6P 6W 6R 2R 2W"
      off={0}
      words={t("From 1 pink to 2 white in five moves.")}
    />
  </>
);

const Calling = () => (
  <Words
    of={[
      t(
        "Everyone searches at the same time, and the first route counts, not the shortest. When you have one, " +
          "call its number of moves and show it. Reach the target in exactly that number and you win the chip.",
      ),
      t(
        "If you fail, you give a chip (if you have one) to the opponent with the fewest; if several are tied, " +
          "to the nearest clockwise. The chip on the target goes back to the supply.",
      ),
      t(
        "Either way, the robot ends up on the target and starts the next round there. The dice pass to the " +
          "player on the left, who rolls the next target.",
      ),
      t(
        "If nobody finds a route in two to three minutes, the players can agree to roll another target. The chip " +
          "moves there.",
      ),
      t(
        "Your fifth chip wins at once. If all 25 chips are gone first, the most chips wins, and tied players share the victory.",
      ),
      t("Once you know the game, read the target off the dice and leave out the chip."),
    ]}
  />
);

const Experts = () => (
  <>
    <Words
      of={[
        t(
          "Expert variant: roll a way point too (again if it's the start or the target). The route must stop " +
            "there first. No chip marks it.",
        ),
      ]}
    />
    <Example position={`${BOARD}/1P>6R>2W`} route="6P 6W 6R 2R 2W" off={0} words={t("The same, but via 6 red.")} />
  </>
);

export const MicroRobots = () => (
  <Chapter
    title={t("Micro Robots")}
    book={2015}
    rules="M1, M3, M4, M5, M6, M7, M8, M9, M10, M11, M12, M13"
    decides={[
      t("If nobody chooses, the side is dealt at random and the first to sit down rolls."),
      t("You can roll another target after two minutes, if everyone present agrees."),
      t("Between rounds any player can take the chip off the target or put it back."),
      t("Alone, it's practice without a winner."),
    ]}
  >
    <SettingUp />
    <Moving />
    <Calling />
    <Experts />
  </Chapter>
);
