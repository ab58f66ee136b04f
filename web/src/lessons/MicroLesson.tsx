/*
 * The lesson on Micro Robots (M4): one robot that jumps from cell to cell.
 */
import { useEffect, useState } from "preact/hooks";
import { MicroBoard } from "../board/MicroBoard";
import { MicroSteps } from "../board/MicroSteps";
import { microName } from "../board/names";
import { describeMicro, targetSentence } from "../board/screenReader";
import { readPosition, microMoves } from "../wasm/ops";
import { StatusLine } from "../game/StatusLine";
import { TextAlternative } from "../game/BoardLayout";
import { useNextMove } from "../game/useNextMove";
import { useStepRefused } from "../game/useMicroMoveError";
import { announce } from "../ui/announce";
import { t } from "../i18n/texts";
import { LessonActions } from "./LessonActions";
import { LessonHeader } from "./LessonHeader";
import type { TaskProps } from "./lessons";

export function MicroLesson({ lesson, n, sentence, onDone, onSkip }: TaskProps) {
  const { position } = lesson.tasks[n] ?? { position: "" };
  const known = readPosition(position);
  const [walked, setWalked] = useState<string[]>([]);
  const [help, setHelp] = useState(false);
  const at = walked.at(-1) ?? known.start ?? "";
  const done = at === known.target;
  const from = `${known.board}/${at}>${String(known.target)}`;
  const next = useNextMove(done ? position : from, [], help && !done);
  const options = done ? [] : microMoves(position, at).steps;
  const step = (face: string) => setWalked([...walked, face]);
  const { refused, refuse } = useStepRefused(position, at);
  useEffect(() => announce(sentence), [sentence]);
  const words = done
    ? t("Well done!")
    : next
      ? t("Next: {cell}.", { cell: microName(next) })
      : t("Tap a highlighted cell. {target}", { target: targetSentence(position) });
  return (
    <div class="stage">
      <h1 class="heard">{t("Lessons")}</h1>
      <div class="stage-status">
        <LessonHeader id={lesson.id} sentence={sentence} count={walked.length} />
      </div>
      <div class="stage-board" role="group" aria-label={t("Board")}>
        <MicroBoard
          position={position}
          at={at}
          chip
          options={options}
          onStep={step}
          onRefused={refuse}
          route={{ from: position, moves: walked }}
        />
      </div>
      <div class="stage-step">
        <StatusLine {...(refused ?? { words })} />
      </div>
      <div class="stage-controls">
        <MicroSteps options={options} onStep={step} />
        <div class="row">
          <LessonActions done={done} onDone={onDone} onSkip={onSkip} onHelp={() => setHelp(true)} />
        </div>
      </div>
      <div class="stage-more">
        <TextAlternative lines={() => describeMicro(position)} />
      </div>
    </div>
  );
}
