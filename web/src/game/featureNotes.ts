/*
 * What is special about things on a board, a sentence each: said where they are met first, and in their lessons.
 */
import { readBoard, readPosition, targetOf } from "../wasm/ops";
import { t } from "../i18n/texts";

export type Feature = "barrier" | "silver" | "transparent" | "vortex";

export function featureNote(thing: Feature): string {
  switch (thing) {
    case "barrier":
      return t("A barrier turns robots of other colours by a right angle, and they keep sliding.");
    case "silver":
      return t("Silver has no targets of its own. It slides like the other robots, and can stop them.");
    case "transparent":
      return t("The transparent robot can go through a wall for one extra move.");
    case "vortex":
      return t("Any robot can go to the vortex.");
  }
}

/* What a position has of them. */
export function featuresOn(position: string): Feature[] {
  const known = readPosition(position);
  if (known.game === "micro") return [];
  const robots = known.robots ?? {};
  const all: [Feature, boolean][] = [
    ["vortex", targetOf(known)?.token === "V"],
    ["barrier", Object.keys(readBoard(position).barriers).length > 0],
    ["silver", "S" in robots],
    ["transparent", "T" in robots],
  ];
  return all.filter(([, there]) => there).map(([thing]) => thing);
}
