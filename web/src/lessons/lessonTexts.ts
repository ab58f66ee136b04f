/*
 * What each lesson is called, and its one sentence; where a lesson has two boards the second has a sentence of its own.
 */
import { featureNote } from "../game/featureNotes";
import { t } from "../i18n/texts";

interface Words {
  title: string;
  sentences: string[]; // for each board
}

export function lessonText(id: string): Words {
  switch (id) {
    case "slide":
      return {
        title: t("Slide"),
        sentences: [t("Robots have no brakes: they slide until something stops them. Move the red robot to the star.")],
      };
    case "wall":
      return {
        title: t("Walls"),
        sentences: [t("Walls stop robots. A robot must stop on the target: sliding over it doesn't count.")],
      };
    case "blocker":
      return {
        title: t("Other robots"),
        sentences: [
          t("Robots block each other. Use blue to stop red."),
          t("You can move any robot, and every slide counts. Blue is in the wrong place: move it first."),
        ],
      };
    case "ricochet":
      return {
        title: t("The ricochet"),
        sentences: [t("Going straight to the target doesn't count: the robot has to turn on the way. Take a detour.")],
      };
    case "bid":
      return {
        title: t("Bidding"),
        sentences: [t("At a table, you look first and touch nothing. How many moves does the red robot need?")],
      };
    case "barrier":
      return {
        title: t("Coloured barriers"),
        sentences: [featureNote("barrier"), t("A robot slides straight through barriers of its own colour.")],
      };
    case "silver":
      return {
        title: t("The silver robot"),
        sentences: [featureNote("silver")],
      };
    case "transparent":
      return {
        title: t("The transparent robot"),
        sentences: [featureNote("transparent")],
      };
    default:
      return {
        title: t("Micro Robots"),
        sentences: [t("Jump along a row or column to any cell with the same number or colour.")],
      };
  }
}
