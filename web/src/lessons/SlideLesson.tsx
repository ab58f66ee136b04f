/*
 * A lesson in which robots slide. In the first one every move is shown before it is made; later whoever asks is shown the next one.
 */
import { useEffect, useState } from "preact/hooks";
import { MovePad } from "../board/MovePad";
import { robotLong } from "../board/names";
import { sound } from "../board/sounds";
import { listMoves } from "../wasm/ops";
import { RouteBoard } from "../game/RouteBoard";
import { MoreMoves } from "../game/TransparentMoves";
import { StatusLine, type Said, routeText } from "../game/StatusLine";
import { BoardLayout } from "../game/BoardLayout";
import { useKeys } from "../game/keys";
import { type Route, useRoute } from "../game/route";
import { type Selection, useSelection } from "../game/selection";
import { useNextMove } from "../game/useNextMove";
import { announce } from "../ui/announce";
import { t, tn } from "../i18n/texts";
import { LessonActions } from "./LessonActions";
import { LessonHeader } from "./LessonHeader";
import type { TaskProps } from "./lessons";

/* "the red robot": as a wish that begins a sentence */
const slideText = (move: string): string =>
  move.includes("!")
    ? t("Next: {robot}, that way, through the wall.", { robot: robotLong(move[0] ?? "") })
    : t("Next: {robot}, that way.", { robot: robotLong(move[0] ?? "") });

/* What is said of a route in a lesson: what went wrong, then what was asked to be shown, then how it stands. */
export function lessonSaid(route: Route, { refused }: Selection, next: string | undefined, fewest: number): Said {
  const { played } = route;
  if (refused) return { words: refused.words, wrong: true };
  if (played.state === "reached" && played.cost <= fewest) return { words: t("Well done!"), good: true };
  if (played.state === "reached")
    return {
      words: tn(
        "You made it, but it can be done in {n} move. Undo and try again, or continue.",
        "You made it, but it can be done in {n} moves. Undo and try again, or continue.",
        fewest,
      ),
    };
  if (next && played.state === "on") return { words: slideText(next), move: next };
  return routeText(played);
}

export function SlideLesson({ lesson, n, sentence, onDone, onSkip }: TaskProps) {
  const { position, moves: fewest } = lesson.tasks[n] ?? { position: "", moves: 0 };
  const route = useRoute(position);
  const { position: now, state, cost } = route.played;
  const reached = state === "reached";
  const [help, setHelp] = useState(lesson.id === "slide");
  const next = useNextMove(position, route.moves, help && !reached);
  const selection = useSelection(position, now, (one) => void (!reached && route.move(one)));
  const { robots, selected, pick, direct, keys } = selection;
  useKeys({ ...keys, onUndo: route.undo, onRedo: route.redo, onReset: route.reset });
  useEffect(() => announce(sentence), [sentence]);
  useEffect(() => {
    if (!reached) return;
    sound("shortest");
    announce(t("Well done!"), "assertive");
  }, [reached]);
  const said = lessonSaid(route, selection, next, fewest);
  return (
    <BoardLayout
      title={t("Lessons")}
      position={now}
      status={<LessonHeader id={lesson.id} sentence={sentence} count={cost} />}
      step={<StatusLine {...said} />}
      board={<RouteBoard from={position} route={route} selection={selection} locked={reached} />}
      controls={
        <MovePad
          robots={robots}
          selected={selected}
          locked={reached}
          onSelect={pick}
          onDirection={direct}
          tools={route}
        >
          <LessonActions done={reached} onDone={onDone} onSkip={onSkip} onHelp={() => setHelp(true)} />
        </MovePad>
      }
    >
      {selected === "T" && !reached && <MoreMoves options={listMoves(now, "T").moves} onMove={selection.move} />}
    </BoardLayout>
  );
}
