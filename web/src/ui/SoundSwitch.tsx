/*
 * Sounds are off until they are wanted: the switch is where it can be seen, in the header, and in a table's own line where there is no
 * room for the header.
 */
import { changeSettings, useSettings } from "../storage/settings";
import { t } from "../i18n/texts";
import { Icon } from "./icons";

export function SoundSwitch({ test, class: name = "" }: { test: string; class?: string }) {
  const { sound } = useSettings();
  return (
    <button
      type="button"
      class={`quiet icon ${name}`}
      aria-label={t("Sounds")}
      title={t("Sounds")}
      aria-pressed={sound}
      onClick={() => changeSettings({ sound: !sound })}
      data-test={test}
    >
      <Icon name={sound ? "sound" : "silent"} />
    </button>
  );
}
