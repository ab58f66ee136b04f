/*
 * What a player can choose about the page.
 */
import { changeSettings, useSettings } from "../storage/settings";
import { LANGUAGES, t } from "../i18n/texts";
import { Dialog } from "./Dialog";
import { RadioGroup, Select, Toggle } from "./formFields";

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const now = useSettings();
  return (
    <Dialog title={t("Settings")} onClose={onClose}>
      <Select
        label={t("Language")}
        value={now.language}
        options={[["auto", t("Same as browser")], ...LANGUAGES]}
        onChange={(language) => changeSettings({ language })}
      />
      <RadioGroup
        label={t("Colours")}
        value={now.theme}
        options={[
          ["auto", t("Same as system")],
          ["light", t("Light")],
          ["dark", t("Dark")],
          ["contrast", t("High contrast")],
        ]}
        onChange={(theme) => changeSettings({ theme })}
      />
      <RadioGroup
        label={t("Animations")}
        value={now.motion}
        options={[
          ["auto", t("Same as system")],
          ["full", t("On")],
          ["none", t("Off")],
        ]}
        onChange={(motion) => changeSettings({ motion })}
      />
      <Toggle label={t("Sounds")} value={now.sound} onChange={(sound) => changeSettings({ sound })} />
      <Toggle
        label={t("Coordinates along the edge")}
        value={now.coordinates}
        onChange={(coordinates) => changeSettings({ coordinates })}
      />
      <Toggle
        label={t("Routes as codes")}
        help={t("RN BE instead of robots and arrows.")}
        value={now.codes}
        onChange={(codes) => changeSettings({ codes })}
      />
      <Toggle
        label={t("Single-letter keys")}
        help={t("Turn off if you use voice control. Digits and arrows still work.")}
        value={now.letters}
        onChange={(letters) => changeSettings({ letters })}
      />
    </Dialog>
  );
}
