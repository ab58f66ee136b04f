/*
 * Which boards and robots to play with: the same choice for practice and the solo game.
 */
import type { Deal } from "../carom/ask";
import { Choice, Switch } from "../parts/Fields";
import { t } from "../texts/texts";

export interface Variant {
  edition: "1999" | "2013";
  barriers: "no" | "any" | "only";
  silver: boolean;
  transparent: boolean;
}
export const FIRST: Variant = { edition: "2013", barriers: "no", silver: false, transparent: false };

/* The 1999 box has no barriers. */
export const dealOf = (variant: Variant): Deal =>
  variant.edition === "1999" ? { ...variant, barriers: "any" } : variant;

export function VariantFields({ value, onChange }: { value: Variant; onChange: (value: Variant) => void }) {
  return (
    <>
      <Choice
        label={t("Box")}
        value={value.edition}
        options={[
          ["2013", t("2013: 8 sections")],
          ["1999", t("1999: 4 sections")],
        ]}
        onChange={(edition) => onChange({ ...value, edition })}
      />
      {value.edition === "2013" && (
        <Choice
          label={t("Coloured barriers")}
          value={value.barriers}
          options={[
            ["no", t("none")],
            ["any", t("perhaps")],
            ["only", t("always")],
          ]}
          onChange={(barriers) => onChange({ ...value, barriers })}
        />
      )}
      <Switch
        label={t("Silver robot")}
        help={t("A fifth robot that gets in the way and helps to stop.")}
        value={value.silver}
        onChange={(silver) => onChange({ ...value, silver })}
      />
      <Switch
        label={t("Transparent robot")}
        help={t("For one more move it goes through walls and barriers.")}
        value={value.transparent}
        onChange={(transparent) => onChange({ ...value, transparent })}
      />
    </>
  );
}
