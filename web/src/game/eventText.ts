/*
 * The referee's sentences in the player's language, with names where they have notation.
 */
import { directionName, microName, robotName, tokenName } from "../board/names";
import type { EventText } from "../wasm/referee";
import { displayName } from "../storage/mutedNames";
import { listText, t } from "../i18n/texts";

/* "Ana (5), Ben (6)" and the like: each as it is heard here, joined as the language does. */
const listed = (value: string): string =>
  listText(
    value
      .split(", ")
      .map((one) => one.replace(/^(.*?)( \(\d+\)| \d+)?$/, (_, name: string, rest = "") => displayName(name) + rest)),
  );

/* What goes into a blank. In Micro Robots targets and cells are what a cell shows. */
function filled(blank: string, value: string | number, micro: boolean): string | number {
  if (typeof value === "number") return value;
  switch (blank) {
    case "target":
      return micro ? microName(value) : tokenName(value);
    case "start":
    case "via":
      return microName(value);
    case "cell":
      return micro ? microName(value) : value;
    case "name":
    case "first":
    case "to":
      return displayName(value);
    case "names":
    case "order":
    case "scores":
      return listed(value);
    default:
      return value;
  }
}

export function eventText({ say, args }: EventText, { micro }: { micro: boolean }): string {
  if (typeof args.move === "string") {
    const [robot = "", direction = ""] = args.move; // the referee's own sentence has it in notation, for terminals
    return t("{count}: {robot} {direction} to {cell}.", {
      count: args.count ?? "",
      robot: robotName(robot),
      direction: directionName(direction),
      cell: args.cell ?? "",
    });
  }
  const blanks = Object.entries(args).map(([blank, value]) => [blank, filled(blank, value, micro)]);
  return t(say, Object.fromEntries(blanks));
}
