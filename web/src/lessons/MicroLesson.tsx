/*
 * The lesson on Micro Robots (M4): one robot that jumps from cell to cell.
 */
import { useEffect, useState } from "preact/hooks";
import { MicroBoard } from "../board/MicroBoard";
import { MicroSteps } from "../board/MicroSteps";
import { microName } from "../board/names";
import { describeMicro, targetSentence } from "../board/spoken";
import { describe, steps } from "../carom/ask";
import { NextStep } from "../game/NextStep";
import { InWords } from "../game/Stage";
import { useNext } from "../game/useNext";
import { useStepRefused } from "../game/useStepRefused";
import { announce } from "../parts/announce";
import { t } from "../texts/texts";
import { Going } from "./Going";
import { LessonHead } from "./LessonHead";
import type { TaskProps } from "./lessons";

export function MicroLesson({ lesson, n, sentence, onDone, onSkip }: TaskProps) {
  const { position } = lesson.tasks[n] ?? { position: "" };
  const known = describe(position);
  const [walked, walk] = useState<string[]>([]);
  const [help, show] = useState(false);
  const at = walked.at(-1) ?? known.start ?? "";
  const done = at === known.target;
  const from = `${known.board}/${at}>${String(known.target)}`;
  const next = useNext(done ? position : from, [], help && !done);
  const options = done ? [] : steps(position, at).steps;
  const step = (face: string) => walk([...walked, face]);
  const { refused, refuse } = useStepRefused(position, at);
  useEffect(() => announce(sentence), [sentence]);
  const words = done
    ? t("Well done!")
    : next
      ? t("Next: {cell}.", { cell: microName(next) })
      : t("Tap a cell that is lit up. {target}", { target: targetSentence(position) });
  return (
    <div class="stage">
      <h1 class="heard">{t("Lessons")}</h1>
      <div class="stage-status">
        <LessonHead id={lesson.id} sentence={sentence} count={walked.length} />
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
        <NextStep {...(refused ?? { words })} />
      </div>
      <div class="stage-controls">
        <MicroSteps options={options} onStep={step} />
        <div class="row">
          <Going done={done} onDone={onDone} onSkip={onSkip} onHelp={() => show(true)} />
        </div>
      </div>
      <div class="stage-more">
        <InWords lines={() => describeMicro(position)} />
      </div>
    </div>
  );
}
