/*
 * Practice: one position after the other, as hard as fits or as one wishes, no clock, hints that say a little more each time, and
 * afterwards every shortest route as a replay.
 */
import { useEffect, useState } from "preact/hooks";
import { describe } from "../carom/ask";
import { warm } from "../carom/solver";
import { keep, recall } from "../device/settings";
import { BoardFields, FIRST, type Variant } from "../game/BoardFields";
import { Dialog } from "../parts/Dialog";
import { Choice } from "../parts/Fields";
import { type ScreenProps, mirror } from "../parts/address";
import { gradeName } from "../board/names";
import { t } from "../texts/texts";
import { Puzzle } from "./Puzzle";
import { LEVELS, type Level, chosen } from "./fit";

function readable(position: string): string | undefined {
  try {
    const known = describe(position, true);
    return known.game === "ricochet" ? known.position : undefined;
  } catch {
    return undefined;
  }
}

function levelName(level: Level): string {
  switch (level) {
    case "fit":
      return t("what fits you");
    case "any":
      return t("any");
    default:
      return gradeName(level);
  }
}
const known = (level: Level): Level => (LEVELS.includes(level) ? level : "fit");

export function Practice({ rest }: ScreenProps) {
  const [variant, setVariant] = useState(() => ({ ...FIRST, ...recall<Partial<Variant>>("practice", {}) }));
  const [position, setPosition] = useState(() => readable(rest) ?? "");
  const [level, setLevel] = useState<Level>(() => known(recall<Level>("level", "fit")));
  const [choosing, choose] = useState(false);
  const next = (now = variant, hard = level) => void chosen(now, hard).then(setPosition);
  useEffect(() => {
    warm();
    if (!position) next();
  }, []);
  useEffect(() => void (position && mirror("practice", position)), [position]);
  useEffect(() => {
    const asked = rest ? readable(rest) : undefined;
    if (asked && asked !== position) setPosition(asked);
  }, [rest]);
  const vary = (part: Partial<Variant>) => {
    const varied = { ...variant, ...part };
    setVariant(varied);
    keep("practice", varied);
    next(varied);
  };
  const harden = (wanted: Level) => {
    setLevel(wanted);
    keep("level", wanted);
    next(variant, wanted);
  };
  return (
    <>
      {position ? (
        <Puzzle position={position} onNext={() => next()} onVary={() => choose(true)} />
      ) : (
        <p class="looking">{t("Looking for a position that fits…")}</p>
      )}
      {choosing && (
        <Dialog title={t("Boards and robots")} onClose={() => choose(false)}>
          <Choice
            label={t("How hard")}
            value={level}
            options={LEVELS.map((one) => [one, levelName(one)])}
            onChange={harden}
            help={t("What fits begins with two or three moves and climbs with what you solve.")}
          />
          <BoardFields value={variant} onChange={vary} />
        </Dialog>
      )}
    </>
  );
}
