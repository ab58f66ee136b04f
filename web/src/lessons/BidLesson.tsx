/*
 * The lesson on bidding: a route is found by looking, its number is said, then it is shown. The engine judges, as at a table.
 */
import { useEffect, useState } from "preact/hooks";
import { MovePad } from "../board/MovePad";
import { checkRoute } from "../wasm/ops";
import { RouteBoard } from "../game/RouteBoard";
import { StatusLine, type Said, inYourHeadText } from "../game/StatusLine";
import { NumberPad } from "../game/NumberPad";
import { BoardLayout } from "../game/BoardLayout";
import { useKeys } from "../game/keys";
import { useRoute } from "../game/route";
import { useSelection } from "../game/selection";
import { useNextMove } from "../game/useNextMove";
import { announce } from "../ui/announce";
import { t, tn } from "../i18n/texts";
import { LessonActions } from "./LessonActions";
import { LessonHeader } from "./LessonHeader";
import type { TaskProps } from "./lessons";
import { lessonSaid } from "./SlideLesson";

/* What is said before a number was. */
function biddingSaid(fewest: number, help: boolean, low: boolean, touched: boolean): Said {
  if (help) return { words: tn("It takes {n} move. Bid {n}.", "It takes {n} moves. Bid {n}.", fewest) };
  if (low) return { words: t("That's too few. Count again: every slide is one move."), wrong: true };
  if (touched) return { words: inYourHeadText(), wrong: true };
  return { words: t("Plan the route in your head, then tap how many moves it takes.") };
}

const notThereText = (moves: number): string =>
  tn(
    "That's {n} move, but you're not there yet. Undo and try again.",
    "That's {n} moves, but you're not there yet. Undo and try again.",
    moves,
  );

/* What was said so far: a number, one that is too low, a robot touched too early, a wish to be helped. */
function useCalling(fewest: number) {
  const [{ bid, low, touched, help }, set] = useState({ bid: 0, low: false, touched: false, help: false });
  const call = (number: number) =>
    set({ bid: number < fewest ? 0 : number, low: number < fewest, touched: false, help: false });
  const touch = () => set({ bid, low: false, touched: bid === 0, help });
  return { bid, low, touched, help, call, touch, show: () => set({ bid, low, touched, help: true }) };
}

export function BidLesson({ lesson, n, sentence, onDone, onSkip }: TaskProps) {
  const { position, moves: fewest } = lesson.tasks[n] ?? { position: "", moves: 0 };
  const { bid, low, touched, help, call, touch, show } = useCalling(fewest);
  const route = useRoute(position);
  const { position: now, state, cost } = route.played;
  const judged = checkRoute(position, route.moves, { bid: bid || fewest, at_most: true });
  const reached = bid > 0 && state === "reached" && judged.ok;
  const showing = bid > 0;
  const next = useNextMove(position, route.moves, help && showing && !reached);
  const selection = useSelection(position, now, (one) => void (showing && !reached && route.move(one)));
  const { robots, selected, pick, direct, keys, refused } = selection;
  useKeys(showing ? { ...keys, onUndo: route.undo, onRedo: route.redo, onReset: route.reset } : { robots: [] });
  useEffect(() => announce(sentence), [sentence]);
  const over = showing && !reached && cost >= bid;
  const said = over
    ? { words: notThereText(bid), wrong: true }
    : showing
      ? route.moves.length === 0 && !help && !refused
        ? { words: tn("Now show it in {n} move.", "Now show it in {n} moves.", bid) }
        : lessonSaid(route, selection, next, bid)
      : biddingSaid(fewest, help, low, touched);
  const going = <LessonActions done={reached} onDone={onDone} onSkip={onSkip} onHelp={show} />;
  return (
    <BoardLayout
      title={t("Lessons")}
      position={now}
      status={<LessonHeader id={lesson.id} sentence={sentence} {...(showing ? { count: cost } : {})} />}
      step={<StatusLine {...said} />}
      board={
        <RouteBoard
          from={position}
          route={route}
          selection={selection}
          selected={showing ? selected : undefined}
          locked={!showing || reached}
          onTouch={touch}
        />
      }
      controls={
        showing ? (
          <MovePad
            robots={robots}
            selected={selected}
            locked={reached}
            onSelect={pick}
            onDirection={direct}
            tools={route}
          >
            {going}
          </MovePad>
        ) : (
          <>
            <NumberPad label={t("Bid")} onBid={call} digits={2} />
            <div class="row">{going}</div>
          </>
        )
      }
    />
  );
}
