/*
 * Which boards and robots to play with: the same choice alone and at a table. What there is to choose from the C code says.
 */
import type { DealOptions, Extra, ExtraName } from "../wasm/ops";
import { type Rules, ruleChoices } from "../wasm/referee";
import { RadioGroup, Toggle } from "../ui/formFields";
import { t } from "../i18n/texts";

export interface BoardChoice extends Extra {
  edition: string;
  barriers: string;
  kept?: string; // practice: only on this board
}
export const DEFAULT_BOARD_CHOICE: BoardChoice = { edition: "2013", barriers: "no" };

interface ExtraRobot {
  name: ExtraName;
  label: string;
  help: string;
}
const extraRobots = (): ExtraRobot[] =>
  ruleChoices().robots.flatMap(({ name, label, help }) =>
    label && help ? [{ name: name as ExtraName, label, help }] : [],
  );

export const hasBarriers = (edition: string | undefined): boolean =>
  ruleChoices().editions.find((one) => one.edition === edition)?.barriers === true;

const hasSilver = (edition: string): boolean =>
  ruleChoices().editions.find((one) => one.edition === edition)?.silver === true;

/* A box without barriers deals whatever it has, and only its own robots (S1). */
export function dealOf(variant: BoardChoice): DealOptions {
  const { edition } = variant;
  const robots = hasSilver(edition) ? {} : Object.fromEntries(extraRobots().map(({ name }) => [name, false]));
  const board = variant.kept ? { position: variant.kept } : {};
  return { ...variant, ...robots, ...board, ...(hasBarriers(edition) ? {} : { barriers: "any" }) };
}

export type Side = NonNullable<Rules["side"]>;

/* Micro Robots: the players agree on a side of the tiles (M1). */
export const SideField = ({ value, onChange }: { value: Side; onChange: (side: Side) => void }) => (
  <RadioGroup
    label={t("Tiles")}
    value={value}
    options={ruleChoices().sides.map(({ side, title }) => [side, t(title)])}
    onChange={onChange}
    help={t("Agree on a side. If nobody chooses, it's dealt at random.")}
  />
);

/* Does a chip mark the target? A table may change that between rounds (M11). */
export const ChipField = ({ value, onChange }: { value: boolean; onChange: (chip: boolean) => void }) => (
  <Toggle
    label={t("A chip marks the target")}
    help={t("Turn it off to read the target from the dice alone.")}
    value={value}
    onChange={onChange}
  />
);

interface BoardFieldsProps {
  value: BoardChoice;
  onChange: (part: Partial<BoardChoice>) => void;
}

export function BoardFields({ value, onChange }: BoardFieldsProps) {
  const { editions, barriers } = ruleChoices();
  return (
    <>
      <RadioGroup
        label={t("Boards")}
        value={value.edition}
        options={editions.map((one) => [one.edition, t(one.title)])}
        onChange={(edition) => onChange({ edition })}
      />
      {hasBarriers(value.edition) && (
        <RadioGroup
          label={t("Coloured barriers")}
          value={value.barriers}
          options={barriers.map((one) => [one.barriers, t(one.title)])}
          onChange={(barriers) => onChange({ barriers })}
          help={t("Diagonals that turn robots of other colours. Leave them out of your first games.")}
        />
      )}
      {hasSilver(value.edition) &&
        extraRobots().map(({ name, label, help }) => (
          <Toggle
            key={name}
            label={t(label)}
            help={t(help)}
            value={value[name] === true}
            onChange={(there) => onChange({ [name]: there })}
          />
        ))}
    </>
  );
}
