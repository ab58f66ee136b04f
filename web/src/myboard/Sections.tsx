/*
 * The four sections of a printed board: what lies where, and another one chosen from pictures.
 */
import { useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { LAYER, readBoard, listFaces } from "../wasm/ops";
import { Dialog } from "../ui/Dialog";
import { t } from "../i18n/texts";
import { DEFAULT_POSITION, type OwnProps, replaceSection, parsePosition, formatPosition } from "./position";

const corners = (): string[] => [t("north-west"), t("north-east"), t("south-east"), t("south-west")];
const QUARTER = [
  [0, 0],
  [8, 0],
  [8, 8],
  [0, 8],
] as const;
const PRINTED = LAYER.ground | LAYER.targets | LAYER.barriers | LAYER.walls | LAYER.centre;

export function Sections({ position, onChange }: OwnProps) {
  const [slot, setSlot] = useState<number>();
  const printed = readBoard(position).faces;
  if (printed.length !== 4)
    return (
      <p>
        {t("This board was drawn by hand.")}{" "}
        <button type="button" onClick={() => onChange(DEFAULT_POSITION)}>
          {t("Use printed sections")}
        </button>
      </p>
    );
  const choose = (face: string) => {
    if (slot !== undefined) onChange(formatPosition(replaceSection(parsePosition(position), slot, face)));
    setSlot(undefined);
  };
  return (
    <>
      <h2>{t("Sections")}</h2>
      <Slots position={position} printed={printed} onOpen={setSlot} />
      {slot !== undefined && (
        <Dialog title={t("Which section goes here?")} onClose={() => setSlot(undefined)} wide>
          <Faces chosen={printed[slot] ?? ""} onChoose={choose} />
        </Dialog>
      )}
    </>
  );
}

interface SlotsProps {
  position: string;
  printed: string[];
  onOpen: (slot: number) => void;
}

function Slots({ position, printed, onOpen }: SlotsProps) {
  return (
    <div class="slots">
      {[0, 1, 3, 2].map((slot) => {
        const [column, row] = QUARTER[slot] ?? [0, 0];
        const words = { corner: corners()[slot] ?? "", face: printed[slot] ?? "" };
        return (
          <button
            key={slot}
            type="button"
            aria-label={t("{corner}: section {face}. Change", words)}
            data-test={`slot-${slot}`}
            onClick={() => onOpen(slot)}
          >
            <Picture position={position} only={PRINTED} column={column} row={row} width={8} height={8} bare />
            <span>{printed[slot]}</span>
          </button>
        );
      })}
    </div>
  );
}

function Faces({ chosen, onChoose }: { chosen: string; onChoose: (face: string) => void }) {
  return (
    <div class="faces">
      {Object.entries(listFaces()).map(([face, { barriers }]) => (
        <button
          key={face}
          type="button"
          aria-pressed={face === chosen}
          data-test={`face-${face}`}
          aria-label={barriers ? t("section {face}, with barriers", { face }) : t("section {face}", { face })}
          onClick={() => onChoose(face)}
        >
          <Picture face={face} bare />
          <span>{face}</span>
        </button>
      ))}
    </div>
  );
}
