/*
 * Practice: one position after the other, as hard as fits or as one wishes, no clock, hints that say a little more each time, and
 * afterwards every shortest route as a replay.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { readPosition } from "../wasm/ops";
import { warmUp } from "../wasm/solver";
import { saveItem, loadItem } from "../storage/settings";
import { BoardFields, DEFAULT_BOARD_CHOICE, type BoardChoice } from "../game/BoardFields";
import { Dialog } from "../ui/Dialog";
import { RadioGroup } from "../ui/formFields";
import { ErrorText } from "../ui/ErrorText";
import { Icon } from "../ui/icons";
import { type ScreenProps, link, navigate } from "../ui/navigation";
import { inputErrorText } from "../board/screenReader";
import { difficultyName } from "../board/names";
import { t } from "../i18n/texts";
import { keptBoards } from "../storage/keptBoards";
import { positionName } from "../history/positionName";
import { PracticePuzzle } from "./PracticePuzzle";
import { LEVELS, type Level, pickGraded } from "./pickPuzzle";

/* The position of an address, or a sentence about what is wrong with it. */
function readable(position: string): { position?: string; wrong?: string } {
  if (position === "") return {};
  try {
    const known = readPosition(position, true);
    return known.game === "ricochet" ? { position: known.position } : { wrong: t("That's a Micro Robots position.") };
  } catch (why) {
    return { wrong: inputErrorText(why) };
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

/* Boards that somebody keeps; the one that is played on stands there too when it was removed. */
function KeptBoards({ value, onChange }: { value: string; onChange: (board: string) => void }) {
  const boards = [...new Set([...keptBoards(), ...(value ? [value] : [])])];
  if (boards.length === 0) return null;
  return (
    <RadioGroup
      label={t("Board")}
      value={value}
      options={[
        ["", t("a new one each time")],
        ...boards.map((board): [string, string] => [board, positionName(board).name]),
      ]}
      onChange={onChange}
    />
  );
}

function Unreadable({ wrong, onNext }: { wrong: string; onNext: () => void }) {
  return (
    <div class="setup" data-test="unreadable">
      <h1>{t("Practice")}</h1>
      <p>{t("The position in this address can't be played.")}</p>
      <ErrorText words={wrong} />
      <button type="button" class="primary big" onClick={onNext} data-test="next">
        {t("Another position")} <Icon name="next" />
      </button>
    </div>
  );
}

export function Practice({ rest }: ScreenProps) {
  const [variant, setVariant] = useState(() => ({
    ...DEFAULT_BOARD_CHOICE,
    ...loadItem<Partial<BoardChoice>>("practice", {}),
  }));
  const { position = "", wrong } = useMemo(() => readable(rest), [rest]);
  const [before, setBefore] = useState(""); // the puzzle that was left for this one
  const [level, setLevel] = useState<Level>(() => known(loadItem<Level>("level", "fit")));
  const [choosing, setChoosing] = useState(false);
  /* Each puzzle has its place in the history: the way back leads to the one before. */
  const next = (now = variant, hard = level) =>
    void pickGraded(now, hard).then((picked) => {
      setBefore(position);
      navigate(link("practice", picked), position === "" && !wrong);
    });
  useEffect(warmUp, []);
  useEffect(() => void (rest === "" && next()), [rest]);
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
        <PracticePuzzle
          position={position}
          onNext={() => next()}
          onBack={before && before !== position ? () => navigate(link("practice", before)) : undefined}
          onVary={() => setChoosing(true)}
        />
      ) : wrong ? (
        <Unreadable wrong={wrong} onNext={() => next()} />
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
          <KeptBoards value={variant.kept ?? ""} onChange={(kept) => vary({ kept })} />
          {!variant.kept && <BoardFields value={variant} onChange={vary} />}
        </Dialog>
      )}
    </>
  );
}
