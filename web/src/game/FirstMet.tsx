/*
 * Silver, barriers, vortex, transparent: explained where they are met first, one at a time, until it was read. Whoever had the
 * lesson has met them.
 */
import { useMemo, useState } from "preact/hooks";
import { hasMet, keepMet, lessonsDone } from "../device/learned";
import { Link } from "../parts/Link";
import { link } from "../parts/address";
import { t } from "../texts/texts";
import { type Thing, explain, thingsOn } from "./explain";

const isNew = (thing: Thing): boolean => !hasMet(thing) && !lessonsDone().includes(thing);

export function FirstMet({ position }: { position: string }) {
  const [, again] = useState(0);
  const things = useMemo(() => thingsOn(position), [position.split("/")[0], position.split("/")[2]]);
  const thing = things.find(isNew);
  if (!thing) return null;
  const read = () => {
    keepMet(thing);
    again((n) => n + 1);
  };
  return (
    <div class="first-met" role="note" data-test={`met-${thing}`}>
      <p>{explain(thing)}</p>
      <div class="row">
        <button type="button" onClick={read} data-test="met">
          {t("I see")}
        </button>
        {thing !== "vortex" && (
          <Link to={link("learn", thing)} class="button quiet">
            {t("Show me")}
          </Link>
        )}
      </div>
    </div>
  );
}
