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
        sentences: [t("Robots have no brakes: they slide until something stops them. Bring the red one to the star.")],
      };
    case "wall":
      return {
        title: t("Walls"),
        sentences: [t("A robot stops at a wall. Only whoever stops on the target has reached it.")],
      };
    case "blocker":
      return {
        title: t("Other robots"),
        sentences: [
          t("Robots stop each other. Let the blue one stop the red one."),
          t("Any robot may be moved, and each slide counts. Move the blue one first: it is in the wrong place."),
        ],
      };
    case "ricochet":
      return {
        title: t("The ricochet"),
        sentences: [t("Straight to the target does not count: the robot must turn on its way. Take a detour.")],
      };
    case "bid":
      return {
        title: t("Bidding"),
        sentences: [t("At a table you look first, without touching. How many moves does the red robot need?")],
      };
    case "barrier":
      return {
        title: t("Coloured barriers"),
        sentences: [
          featureNote("barrier"),
          t("Through a barrier of its own colour a robot slides as if it were not there."),
        ],
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
        sentences: [t("Jump along a row or column to any cell with the same number or the same colour.")],
      };
  }
}
