/*
 * What a badge is called, what it asks for, and the robot on it.
 */
import { t, tn } from "../i18n/texts";
import type { BadgeId } from "./badges";

interface BadgeText {
  title: string;
  asks: string;
  robot: string;
}

const shortestText = (moves: number): string =>
  tn(
    "Find a shortest route of {n} move or more, without a hint.",
    "Find a shortest route of {n} moves or more, without a hint.",
    moves,
  );

const texts: Record<BadgeId, () => BadgeText> = {
  "first-puzzle": () => ({ title: t("First contact"), asks: t("Solve a puzzle."), robot: "R" }),
  "first-shortest": () => ({
    title: t("Unbeatable"),
    asks: t("Find a shortest route without a hint."),
    robot: "Y",
  }),
  "ten-mover": () => ({ title: t("Ten moves deep"), asks: shortestText(10), robot: "G" }),
  "fifteen-mover": () => ({ title: t("Fifteen moves deep"), asks: shortestText(15), robot: "B" }),
  "twenty-mover": () => ({
    title: t("To the bottom"),
    asks: t("Solve a position whose shortest route has 20 moves or more."),
    robot: "S",
  }),
  "five-in-a-row": () => ({
    title: t("High five"),
    asks: t("Find the shortest route of five puzzles in a row, without a hint."),
    robot: "T",
  }),
  quick: () => ({
    title: t("Lightning"),
    asks: t("Find a shortest route of 5 moves or more in 15 seconds."),
    robot: "Y",
  }),
  "untouched-week": () => ({
    title: t("A week without Undo"),
    asks: t("Solve a puzzle seven days in a row without undoing a move."),
    robot: "B",
  }),
  "clean-25": () => ({
    title: t("Look before you slide"),
    asks: t("Find 25 shortest routes without hints and without Undo."),
    robot: "G",
  }),
  "all-four": () => ({
    title: t("Full house"),
    asks: t("Solve all four daily puzzles on the day they come out."),
    robot: "R",
  }),
  "perfect-four": () => ({
    title: t("Perfect day"),
    asks: t("Find the shortest routes of all four daily puzzles on the day they come out."),
    robot: "Y",
  }),
  "streak-7": () => ({
    title: t("One week"),
    asks: t("Solve a daily puzzle seven days in a row."),
    robot: "G",
  }),
  "streak-30": () => ({
    title: t("One month"),
    asks: t("Solve a daily puzzle 30 days in a row."),
    robot: "B",
  }),
  hundred: () => ({ title: t("One hundred"), asks: t("Solve 100 different puzzles."), robot: "S" }),
  "every-token": () => ({
    title: t("The whole bag"),
    asks: t("Solve a puzzle for each of the 17 target tokens."),
    robot: "T",
  }),
  "rating-1500": () => ({ title: t("Strong player"), asks: t("Reach a rating of 1,500."), robot: "R" }),
  "rush-10": () => ({ title: t("In a hurry"), asks: t("Solve ten puzzles in one rush."), robot: "Y" }),
  "rush-clean": () => ({
    title: t("Fast and right"),
    asks: t("Solve eight puzzles in one rush without a mistake."),
    robot: "G",
  }),
  "run-15": () => ({ title: t("Deep breath"), asks: t("Solve 15 puzzles in one streak."), robot: "B" }),
  "solo-won": () => ({ title: t("Against the hourglass"), asks: t("Win a solo game."), robot: "S" }),
  "micro-chips": () => ({
    title: t("Micro mind"),
    asks: t("Collect five chips in Micro Robots practice in seven rounds or fewer."),
    robot: "T",
  }),
  "table-won": () => ({ title: t("Top of the table"), asks: t("Win a game at a table."), robot: "R" }),
  "bot-8": () => ({
    title: t("Beat the machine"),
    asks: t("Win a game against a bot of level 8 or higher."),
    robot: "Y",
  }),
  "challenge-won": () => ({ title: t("Challenge accepted"), asks: t("Win a challenge."), robot: "G" }),
  "six-languages": () => ({
    title: t("Polyglot"),
    asks: t("Read the rules to the end in six languages."),
    robot: "B",
  }),
};

export const badgeText = (id: BadgeId): BadgeText => texts[id]();
