/*
 * What a player can choose about the page.
 */
import { type Settings, change, useSettings } from "../device/settings";
import { LANGUAGES, t } from "../texts/texts";
import { Dialog } from "./Dialog";
import { Choice, Select, Switch } from "./Fields";

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const now = useSettings();
  return (
    <Dialog title={t("Settings")} onClose={onClose}>
      <Select
        label={t("Language")}
        value={now.language}
        options={[["auto", t("As the browser says")], ...Object.entries(LANGUAGES)]}
        onChange={(language) => change({ language: language as Settings["language"] })}
      />
      <Choice
        label={t("Colours")}
        value={now.theme}
        options={[
          ["auto", t("As the system")],
          ["light", t("Light")],
          ["dark", t("Dark")],
          ["contrast", t("High contrast")],
        ]}
        onChange={(theme) => change({ theme })}
      />
      <Choice
        label={t("Motion")}
        value={now.motion}
        options={[
          ["auto", t("As the system")],
          ["full", t("On")],
          ["none", t("Off")],
        ]}
        onChange={(motion) => change({ motion })}
      />
      <Switch label={t("Sounds")} value={now.sound} onChange={(sound) => change({ sound })} />
      <Switch
        label={t("Coordinates on the rim")}
        value={now.coordinates}
        onChange={(coordinates) => change({ coordinates })}
      />
      <Switch
        label={t("Routes as codes")}
        help={t("RN BE instead of robots and arrows.")}
        value={now.codes}
        onChange={(codes) => change({ codes })}
      />
      <Switch
        label={t("Single-letter keys")}
        help={t("Switch them off if you speak to your computer. Digits and arrows keep working.")}
        value={now.letters}
        onChange={(letters) => change({ letters })}
      />
    </Dialog>
  );
}
