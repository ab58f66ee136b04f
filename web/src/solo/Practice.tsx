/*
 * Practice: one position after the other, as hard as fits or as one wishes, no clock, hints that say a little more each time, and
 * afterwards every shortest route as a replay.
 */
import { useEffect, useState } from "preact/hooks";
import { readPosition } from "../wasm/ops";
import { warmUp } from "../wasm/solver";
import { saveItem, loadItem } from "../storage/settings";
import { BoardFields, DEFAULT_BOARD_CHOICE, type BoardChoice } from "../game/BoardFields";
import { Dialog } from "../ui/Dialog";
import { RadioGroup } from "../ui/formFields";
import { type ScreenProps, replaceUrl } from "../ui/navigation";
import { difficultyName } from "../board/names";
import { t } from "../i18n/texts";
import { PracticePuzzle } from "./PracticePuzzle";
import { LEVELS, type Level, pickGraded } from "./pickPuzzle";

function readable(position: string): string | undefined {
  try {
    const known = readPosition(position, true);
    return known.game === "ricochet" ? known.position : undefined;
  } catch {
    return undefined;
  }
}

function levelName(level: Level): string {
  switch (level) {
    case "fit":
      return t("matched to you");
    case "any":
      return t("any");
    default:
      return difficultyName(level);
  }
}
const known = (level: Level): Level => (LEVELS.includes(level) ? level : "fit");

export function Practice({ rest }: ScreenProps) {
  const [variant, setVariant] = useState(() => ({
    ...DEFAULT_BOARD_CHOICE,
    ...loadItem<Partial<BoardChoice>>("practice", {}),
  }));
  const [position, setPosition] = useState(() => readable(rest) ?? "");
  const [level, setLevel] = useState<Level>(() => known(loadItem<Level>("level", "fit")));
  const [choosing, setChoosing] = useState(false);
  const next = (now = variant, hard = level) => void pickGraded(now, hard).then(setPosition);
  useEffect(() => {
    warmUp();
    if (!position) next();
  }, []);
  useEffect(() => void (position && replaceUrl("practice", position)), [position]);
  useEffect(() => {
    const asked = rest ? readable(rest) : undefined;
    if (asked && asked !== position) setPosition(asked);
  }, [rest]);
  const vary = (part: Partial<BoardChoice>) => {
    const varied = { ...variant, ...part };
    setVariant(varied);
    saveItem("practice", varied);
    next(varied);
  };
  const harden = (wanted: Level) => {
    setLevel(wanted);
    saveItem("level", wanted);
    next(variant, wanted);
  };
  return (
    <>
      {position ? (
        <PracticePuzzle position={position} onNext={() => next()} onVary={() => setChoosing(true)} />
      ) : (
        <p class="looking">{t("Finding a position for you…")}</p>
      )}
      {choosing && (
        <Dialog title={t("Boards and robots")} onClose={() => setChoosing(false)}>
          <RadioGroup
            label={t("Difficulty")}
            value={level}
            options={LEVELS.map((one) => [one, levelName(one)])}
            onChange={harden}
            help={t("“Matched to you” starts with two or three moves and gets harder as you solve.")}
          />
          <BoardFields value={variant} onChange={vary} />
        </Dialog>
      )}
    </>
  );
}
