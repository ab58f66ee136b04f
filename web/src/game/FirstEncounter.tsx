/*
 * Silver, barriers, vortex, transparent: explained where they are met first, one at a time, until it was read. Whoever had the
 * lesson has met them.
 */
import { useMemo, useState } from "preact/hooks";
import { hasMetFeature, saveMetFeature, lessonsDone } from "../storage/progress";
import { Link } from "../ui/Link";
import { link } from "../ui/navigation";
import { t } from "../i18n/texts";
import { type Feature, featureNote, featuresOn } from "./featureNotes";

const isNew = (thing: Feature): boolean => !hasMetFeature(thing) && !lessonsDone().includes(thing);

export function FirstMet({ position }: { position: string }) {
  const [, again] = useState(0);
  const things = useMemo(() => featuresOn(position), [position.split("/")[0], position.split("/")[2]]);
  const thing = things.find(isNew);
  if (!thing) return null;
  const read = () => {
    saveMetFeature(thing);
    again((n) => n + 1);
  };
  return (
    <div class="first-met" role="note" data-test={`met-${thing}`}>
      <p>{featureNote(thing)}</p>
      <div class="row">
        <button type="button" onClick={read} data-test="met">
          {t("Got it")}
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
