/*
 * Above the board of a lesson: what it is called, and its sentence.
 */
import { lessonText } from "./lessonTexts";

export function LessonHeader({ id, sentence, count }: { id: string; sentence: string; count?: number }) {
  return (
    <div class="lesson-head">
      <p>
        <b>{lessonText(id).title}</b>
        <span data-test="sentence">{sentence}</span>
      </p>
      {count !== undefined && (
        <span class="count" data-test="count">
          {count}
        </span>
      )}
    </div>
  );
}
