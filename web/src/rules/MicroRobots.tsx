/*
 * The rules of Micro Robots, with the example of its book.
 */
import { t } from "../i18n/texts";
import { Chapter, Example, Words } from "./Chapter";

const BOARD = "black-A0-B0-D0-C0";

const SettingUp = () => (
  <Words
    of={[
      t("For 2 and more players, from 8 years. Alone it is training without a winner."),
      t(
        "Four tiles, all with the same side up, make 36 cells, each with a number and a colour. The youngest player rolls the " +
          "start cell, then the target; a roll equal to the start is repeated. A chip lies on the target.",
      ),
    ]}
  />
);

const Moving = () => (
  <>
    <Words
      of={[
        t(
          "The robot goes along its row or column to any cell with the same number or the same colour; what lies between does " +
            "not matter. Each of these is one move.",
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
        "Everybody searches at once, and not the shortest but the first route counts: who has one calls its number of moves and " +
          "shows it. Reaching the target in exactly this number wins the chip.",
      ),
      t(
        "If it fails, the caller gives a chip, if possible, to the other player with the fewest, among equal ones to the " +
          "nearest clockwise; the chip on the target goes back to the supply.",
      ),
      t(
        "Either way the robot then stands on the target and starts from there; the dice pass to the player on the left, who rolls the next target.",
      ),
      t(
        "If nobody finds a route in two to three minutes, everybody present may agree to roll another target; the chip moves there.",
      ),
      t(
        "The fifth chip wins at once. If all 25 chips are given out first, most chips win, and equal players share the victory.",
      ),
      t("With practice you read the target off the dice, and no chip marks it."),
    ]}
  />
);

const Experts = () => (
  <>
    <Words
      of={[
        t(
          "Expert variant: a way point is rolled besides, again if it is the start or the target. The route must stop there first; " +
            "no chip lies on it.",
        ),
      ]}
    />
    <Example position={`${BOARD}/1P>6R>2W`} route="6P 6W 6R 2R 2W" off={0} words={t("The same by way of 6 red.")} />
  </>
);

export const MicroRobots = () => (
  <Chapter title={t("Micro Robots")} book={2015} rules="M1, M3, M4, M5, M6, M7, M8, M9, M10, M11, M12, M13">
    <SettingUp />
    <Moving />
    <Calling />
    <Experts />
  </Chapter>
);
