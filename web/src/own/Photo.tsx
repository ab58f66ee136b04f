/*
 * A photo of the board on the table: taken or chosen, read on this device, and shown with what was seen drawn over it. Corners can be
 * dragged, a robot is chosen with a tap and put on a cell with another; what is doubtful pulses. Sections and token are changed below.
 */
import { useEffect, useState } from "preact/hooks";
import { type Point, column, row } from "../board/geometry";
import { robotName } from "../board/names";
import { Fault, ROBOTS, type Robot, board, describe, targetOf } from "../carom/ask";
import { type Corner, type Seen, seeBoard } from "../carom/photo";
import { announce } from "../parts/announce";
import { Icon } from "../parts/icons";
import { t } from "../texts/texts";
import { type OwnProps, place, take, write } from "./position";
import { type Quad, cellUnder, quadOf, toPhoto } from "./quad";

interface Taken {
  file: Blob;
  address: string;
}

/* The button, and below it the photo that was read last. */
export function Photo({ position, onChange }: OwnProps) {
  const [taken, take] = useState<Taken>();
  const [seen, see] = useState<Seen>();
  const [words, say] = useState("");
  useEffect(() => () => taken && URL.revokeObjectURL(taken.address), [taken]);
  const read = async (file: Blob, corners?: Corner[]) => {
    say(t("Reading the photo …"));
    try {
      const found = await seeBoard(file, corners);
      see(found);
      onChange(found.position);
      say(found.doubtful.length > 0 ? t("Check what pulses.") : t("The board is read."));
    } catch (why) {
      say(why instanceof Fault ? t(why.message) : t("The file is damaged."));
      if (!corners) see(undefined);
    }
  };
  const choose = (event: Event & { currentTarget: HTMLInputElement }) => {
    const file = event.currentTarget.files?.[0];
    if (!file) return;
    take({ file, address: URL.createObjectURL(file) });
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
          {words || t("It is read on this device and not uploaded.")}
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

function Overlay({ address, seen, position, onChange, onCorners }: OverlayProps) {
  const [corners, move] = useState(seen.corners);
  const [held, hold] = useState<number>();
  const [chosen, choose] = useState<Robot>();
  useEffect(() => move(seen.corners), [seen]);
  const quad = quadOf(corners);
  if (!quad) return null;
  const at = (event: PointerEvent & { currentTarget: SVGSVGElement }): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) * seen.width) / box.width,
      y: ((event.clientY - box.top) * seen.height) / box.height,
    };
  };
  const tap = ({ x, y }: Point) => {
    const cell = cellUnder(quad, x, y);
    const laid = take(position);
    const robot = ROBOTS.find((one) => laid.robots[one] === cell);
    if (!cell) return;
    if (robot) return choose(robot);
    const next = chosen && place(laid, chosen, cell);
    if (next) onChange(write(next));
    else if (chosen) announce(t("No robot may stand there."));
  };
  const up = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    if (held === undefined) return tap(at(event));
    hold(undefined);
    onCorners(corners);
  };
  const drag = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    if (held === undefined) return;
    const { x, y } = at(event);
    move(corners.map((corner, i) => (i === held ? [x, y] : corner)));
  };
  return (
    <div class="photo-seen" data-test="photo-seen">
      <img src={address} alt={t("Your photo")} />
      <svg viewBox={`0 0 ${seen.width} ${seen.height}`} onPointerMove={drag} onPointerUp={up}>
        <Walls quad={quad} position={position} />
        <Marks quad={quad} position={position} doubtful={seen.doubtful} chosen={chosen} />
        {corners.map(([x, y], i) => (
          <circle
            key={i}
            class="photo-corner"
            cx={x}
            cy={y}
            r={seen.width / 45}
            onPointerDown={() => hold(i)}
            data-test={`corner-${i}`}
          />
        ))}
      </svg>
    </div>
  );
}

const SIDES: Record<string, [number, number, number, number]> = {
  N: [0, 0, 1, 0],
  E: [1, 0, 1, 1],
  S: [0, 1, 1, 1],
  W: [0, 0, 0, 1],
};

function Walls({ quad, position }: { quad: Quad; position: string }) {
  const lines = Object.entries(board(position).walls).flatMap(([cell, sides]) =>
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
  const known = describe(position);
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
