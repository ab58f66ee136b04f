/*
 * Lessons: the game on small boards, one sentence each, at one's own pace. Every lesson can be opened by itself (#/learn/NAME) and
 * skipped; after the first five, which are the game itself, and after the last one come the choices.
 */
import { useEffect, useState } from "preact/hooks";
import { recordPlayed } from "../history/record";
import { keepLesson, lessonsDone, skipLessons } from "../storage/progress";
import { WinPanel } from "../game/WinPanel";
import { Confetti } from "../ui/Confetti";
import { Icon } from "../ui/icons";
import { Link } from "../ui/Link";
import { type ScreenProps, navigate, link, replaceUrl } from "../ui/navigation";
import { t } from "../i18n/texts";
import { BidLesson } from "./BidLesson";
import { MicroLesson } from "./MicroLesson";
import { SlideLesson } from "./SlideLesson";
import { BASICS, LESSONS, type TaskProps } from "./lessons";
import "./lessons.css";
import { lessonText } from "./lessonTexts";

const indexOf = (id: string): number => LESSONS.findIndex((one) => one.id === id);
const END = "end"; // after the first five
const ALL = "all"; // after the last one

export function Lessons({ rest }: ScreenProps) {
  const [place, setPlace] = useState(rest);
  useEffect(() => setPlace(rest), [rest]);
  const to = (id: string) => {
    setPlace(id);
    replaceUrl("learn", id);
    scrollTo(0, 0);
  };
  if (place === END || place === ALL) return <Choices all={place === ALL} onGo={to} />;
  const index = Math.max(0, indexOf(place));
  const lesson = LESSONS[index];
  if (!lesson) return null;
  const after = index + 1 === BASICS ? END : (LESSONS[index + 1]?.id ?? ALL);
  const done = () => {
    keepLesson(lesson.id);
    recordPlayed({ id: `lesson-${lesson.id}`, mode: "lesson", title: lessonText(lesson.id).title });
    to(after);
  };
  return (
    <div class="lessons">
      <Course index={index} onGo={to} />
      <OneLesson lesson={lesson} onDone={done} onSkip={() => to(after)} key={lesson.id} />
    </div>
  );
}

/* All lessons in a row: which one it is, which ones are done, and the way out. */
function Course({ index, onGo }: { index: number; onGo: (id: string) => void }) {
  const done = lessonsDone();
  const leave = () => {
    skipLessons();
    navigate(link("practice"));
  };
  return (
    <nav class="course" aria-label={t("Lessons")}>
      <ol>
        {LESSONS.map(({ id }, i) => (
          <li key={id}>
            <button
              type="button"
              class={`quiet ${done.includes(id) ? "done" : ""}`}
              aria-label={t("Lesson {n}: {title}", { n: i + 1, title: lessonText(id).title })}
              aria-current={i === index ? "step" : undefined}
              onClick={() => onGo(id)}
            >
              {i + 1}
            </button>
          </li>
        ))}
      </ol>
      <button type="button" class="quiet" onClick={leave} data-test="skip-all">
        {t("I know how to play")}
      </button>
    </nav>
  );
}

function OneLesson({ lesson, onDone, onSkip }: Omit<TaskProps, "n" | "sentence">) {
  const [n, setN] = useState(0);
  const last = n + 1 >= lesson.tasks.length;
  const props = {
    lesson,
    n,
    sentence: lessonText(lesson.id).sentences[n] ?? "",
    onDone: last ? onDone : () => setN(n + 1),
    onSkip,
    key: n,
  };
  switch (lesson.kind) {
    case "slide":
      return <SlideLesson {...props} />;
    case "bid":
      return <BidLesson {...props} />;
    case "micro":
      return <MicroLesson {...props} />;
  }
}

/* What comes after the lessons: a robot is happy about it. */
function Choices({ all, onGo }: { all: boolean; onGo: (id: string) => void }) {
  return (
    <div class="setup choices" data-test="choices">
      <WinPanel
        robot="Y"
        heading
        title={all ? t("You know it all now.") : t("That's the game.")}
        words={
          all
            ? t("That's everything you can meet on a board.")
            : t("The shortest route wins the target token. What would you like to do next?")
        }
        shortest
      />
      {all && <Confetti />}
      <Link to={link("practice")} class="button primary big" test="to-practice">
        {t("Practice")} <Icon name="next" />
      </Link>
      <Link to={link("new", "computer")} class="button big">
        {t("Play against the computer")}
      </Link>
      <Link to={link("new")} class="button big">
        {t("Create a table")}
      </Link>
      {!all && (
        <button type="button" class="big" onClick={() => onGo(LESSONS[BASICS]?.id ?? "")} data-test="more-lessons">
          {t("More lessons: barriers, silver, transparent, Micro Robots")}
        </button>
      )}
      <Link to={link("rules")} class="button quiet">
        {t("Rules")}
      </Link>
    </div>
  );
}
