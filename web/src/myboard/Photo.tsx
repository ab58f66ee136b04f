/*
 * A photo of the board on the table: taken or chosen, read on this device, and shown with what was seen drawn over it. Corners can be
 * dragged, also where no board was found; a robot is chosen with a tap and put on a cell with another; what is doubtful pulses until it
 * is tapped or changed. Sections and token are changed below.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Point, column, row } from "../board/geometry";
import { robotName } from "../board/names";
import { InputError, ROBOTS, type Robot, readBoard, readPosition, targetOf } from "../wasm/ops";
import { type Corner, NoBoardError, type Seen, seeBoard } from "../wasm/photo";
import { announce } from "../ui/announce";
import { Icon } from "../ui/icons";
import { t } from "../i18n/texts";
import { type OwnProps, moveRobot, parsePosition, formatPosition } from "./position";
import { type Quad, cellUnder, quadOf, toPhoto } from "./quad";

interface Taken {
  file: Blob;
  address: string;
}

/* Corners to start from where no board was found: the position is empty until one is read. */
const unread = ({ width, height }: NoBoardError): Seen => ({
  position: "",
  corners: [0.1, 0.9].flatMap((y): Corner[] => [0.1, 0.9].map((x) => [(y < 0.5 ? x : 1 - x) * width, y * height])),
  doubtful: [],
  width,
  height,
});

/* The button, and below it the photo that was read last. */
export function Photo({ position, onChange }: OwnProps) {
  const [taken, setTaken] = useState<Taken>();
  const [seen, setSeen] = useState<Seen>();
  const [words, setWords] = useState("");
  useEffect(() => () => taken && URL.revokeObjectURL(taken.address), [taken]);
  const asked = useRef(0); // what the latest photo says counts, even if an earlier one takes longer
  const read = async (file: Blob, corners?: Corner[]) => {
    const mine = ++asked.current;
    setWords(t("Reading the photo…"));
    try {
      const found = await seeBoard(file, corners);
      if (mine !== asked.current) return;
      setSeen(found);
      onChange(found.position);
      setWords(found.doubtful.length > 0 ? t("Check the pulsing parts.") : t("Your board is ready."));
    } catch (why) {
      if (mine !== asked.current) return;
      const markable = why instanceof NoBoardError;
      const reason = why instanceof InputError ? t(why.message) : t("The file is damaged.");
      setWords(markable ? `${reason} ${t("Drag the four corners to those of the board.")}` : reason);
      if (!corners) setSeen(markable ? unread(why) : undefined);
    }
  };
  const choose = (event: Event & { currentTarget: HTMLInputElement }) => {
    const file = event.currentTarget.files?.[0];
    if (!file) return;
    setTaken({ file, address: URL.createObjectURL(file) });
    void read(file);
    event.currentTarget.value = "";
  };
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  return (
    <div class="photo">
      <div class="row wrap">
        <label class="button">
          <Icon name="plus" /> {t("Photo of your board")}
          <input type="file" accept="image/*" class="heard" onChange={choose} data-test="photo" />
        </label>
        <span class="help" data-test="photo-words">
          {words || t("The photo stays on this device. It isn't uploaded.")}
        </span>
      </div>
      {taken && seen && (
        <Overlay
          address={taken.address}
          seen={seen}
          position={position}
          onChange={onChange}
          onCorners={(corners) => void read(taken.file, corners)}
        />
      )}
    </div>
  );
}

interface OverlayProps extends OwnProps {
  address: string;
  seen: Seen;
  onCorners: (corners: Corner[]) => void;
}

type PhotoEvent = PointerEvent & { currentTarget: SVGSVGElement };

/* Where in the photo a pointer is. */
function pointOf(event: PhotoEvent, { width, height }: Seen): Point {
  const box = event.currentTarget.getBoundingClientRect();
  return {
    x: ((event.clientX - box.left) * width) / box.width,
    y: ((event.clientY - box.top) * height) / box.height,
  };
}

/* The board's corners as they were seen, and one of them while it is dragged. */
function useCorners(seen: Seen) {
  const [corners, setCorners] = useState(seen.corners);
  const [held, setHeld] = useState<number>();
  useEffect(() => setCorners(seen.corners), [seen]);
  const hold = (event: PointerEvent & { currentTarget: SVGElement }, i: number) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld(i);
  };
  const drag = (event: PhotoEvent) => {
    if (held === undefined) return;
    const { x, y } = pointOf(event, seen);
    setCorners(corners.map((corner, i) => (i === held ? [x, y] : corner)));
  };
  return { corners, held, hold, drag, release: () => setHeld(undefined) };
}

function Overlay({ address, seen, position, onChange, onCorners }: OverlayProps) {
  const { corners, held, hold, drag, release } = useCorners(seen);
  const [chosen, setChosen] = useState<Robot>();
  const [confirmed, setConfirmed] = useState<string[]>([]);
  useEffect(() => setConfirmed([]), [seen]);
  const quad = quadOf(corners);
  if (!quad) return null;
  const tap = ({ x, y }: Point) => {
    const cell = cellUnder(quad, x, y);
    const laid = parsePosition(position);
    const robot = ROBOTS.find((one) => laid.robots[one] === cell);
    if (!cell) return;
    if (robot) {
      setConfirmed([...confirmed, robot]);
      return setChosen(robot);
    }
    if (!chosen && targetOf(readPosition(position))?.cell === cell) return setConfirmed([...confirmed, "target"]);
    const next = chosen && moveRobot(laid, chosen, cell);
    if (next) onChange(formatPosition(next));
    else if (chosen) announce(t("Robots can't stand there."));
  };
  const up = (event: PhotoEvent) => {
    if (held === undefined) return seen.position ? tap(pointOf(event, seen)) : undefined;
    release();
    onCorners(corners);
  };
  return (
    <div class="photo-seen" data-test="photo-seen">
      <img src={address} alt={t("Your photo")} />
      <svg viewBox={`0 0 ${seen.width} ${seen.height}`} onPointerMove={drag} onPointerUp={up} onPointerCancel={release}>
        {seen.position && <Walls quad={quad} position={position} />}
        {seen.position && (
          <Marks quad={quad} position={position} doubtful={stillDoubtful(seen, position, confirmed)} chosen={chosen} />
        )}
        {corners.map(([x, y], i) => (
          <circle
            key={i}
            class="photo-corner"
            cx={x}
            cy={y}
            r={seen.width / 45}
            onPointerDown={(event) => hold(event, i)}
            data-test={`corner-${i}`}
          />
        ))}
      </svg>
    </div>
  );
}

/* What was doubtful in the photo and has neither been confirmed nor changed since. */
function stillDoubtful(seen: Seen, position: string, confirmed: string[]): string[] {
  const [read, laid] = [parsePosition(seen.position), parsePosition(position)];
  const changed = (name: string) =>
    name === "target"
      ? read.target !== laid.target
      : name.length > 1
        ? read.board !== laid.board
        : read.robots[name as Robot] !== laid.robots[name as Robot];
  return seen.doubtful.filter((name) => !confirmed.includes(name) && !changed(name));
}

const SIDES: Record<string, [number, number, number, number]> = {
  N: [0, 0, 1, 0],
  E: [1, 0, 1, 1],
  S: [0, 1, 1, 1],
  W: [0, 0, 0, 1],
};

function Walls({ quad, position }: { quad: Quad; position: string }) {
  const lines = Object.entries(readBoard(position).walls).flatMap(([cell, sides]) =>
    [...sides].map((side) => {
      const [x0, y0, x1, y1] = SIDES[side] ?? [0, 0, 0, 0];
      const from = toPhoto(quad, column(cell) + x0, row(cell) + y0);
      const to = toPhoto(quad, column(cell) + x1, row(cell) + y1);
      return `M${from.join(" ")}L${to.join(" ")}`;
    }),
  );
  return <path class="photo-walls" d={lines.join("")} />;
}

interface MarksProps {
  quad: Quad;
  position: string;
  doubtful: string[];
  chosen: Robot | undefined;
}

/* Rings around the robots and the target, names on doubtful sections. */
function Marks({ quad, position, doubtful, chosen }: MarksProps) {
  const known = readPosition(position);
  const target = targetOf(known);
  const ring = (cell: string, kind: string, unsure: boolean, label: string) => {
    const [x, y] = toPhoto(quad, column(cell) + 0.5, row(cell) + 0.5);
    const [edge] = toPhoto(quad, column(cell) + 1, row(cell) + 0.5);
    const names = `photo-ring ${kind} ${unsure ? "doubtful" : ""}`;
    return (
      <circle key={kind} class={names} cx={x} cy={y} r={Math.abs(edge - x) * 0.95}>
        <title>{label}</title>
      </circle>
    );
  };
  const corner = (name: string, x: number, y: number) =>
    doubtful.includes(name) && (
      <path
        class="photo-section doubtful"
        d={`M${[0, 1, 2, 3].map((i) => toPhoto(quad, x + (i === 1 || i === 2 ? 8 : 0), y + (i > 1 ? 8 : 0)).join(" ")).join("L")}Z`}
      />
    );
  return (
    <>
      {corner("nw", 0, 0)}
      {corner("ne", 8, 0)}
      {corner("se", 8, 8)}
      {corner("sw", 0, 8)}
      {target && ring(target.cell, "of-target", doubtful.includes("target"), t("Target"))}
      {ROBOTS.map((robot) => {
        const cell = known.robots?.[robot];
        const kind = `of-${robot} ${robot === chosen ? "chosen" : ""}`;
        return cell && ring(cell, kind, doubtful.includes(robot), robotName(robot));
      })}
    </>
  );
}
