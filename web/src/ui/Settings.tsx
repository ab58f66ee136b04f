/*
 * What a player can choose about the page, in four groups: a line for each setting, its name at the left and its control at the right.
 */
import type { ComponentChildren } from "preact";
import { type Settings, changeSettings, useSettings } from "../storage/settings";
import { listLanguages, t } from "../i18n/texts";
import { Dialog } from "./Dialog";
import { RadioGroup, Select, Toggle } from "./formFields";
import "./settings.css";

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="settings-group" aria-label={title}>
      <h3 class="show">{title}</h3>
      <div>{children}</div>
    </section>
  );
}

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const now = useSettings();
  return (
    <Dialog title={t("Settings")} onClose={onClose}>
      <Group title={t("Language")}>
        <Select
          hidden
          label={t("Language")}
          value={now.language}
          options={[["auto", t("Same as browser")], ...listLanguages()]}
          onChange={(language) => changeSettings({ language })}
        />
      </Group>
      <Group title={t("Sound and motion")}>
        <Toggle label={t("Sounds")} value={now.sound} onChange={(sound) => changeSettings({ sound })} />
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
      </Group>
      <LookSettings now={now} />
      <Group title={t("Keys")}>
        <Toggle
          label={t("Single-letter keys")}
          help={t("Turn off if you use voice control. Digits and arrows still work.")}
          value={now.letters}
          onChange={(letters) => changeSettings({ letters })}
        />
      </Group>
    </Dialog>
  );
}

function LookSettings({ now }: { now: Settings }) {
  return (
    <Group title={t("Board appearance")}>
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
      <Toggle
        label={t("Targets in the shape of their robot")}
        help={t("Helps if you are colour-blind.")}
        value={now.shapes}
        onChange={(shapes) => changeSettings({ shapes })}
      />
      <Toggle
        label={t("Letters on robots")}
        value={now.robotLetters}
        onChange={(robotLetters) => changeSettings({ robotLetters })}
      />
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
    </Group>
  );
}
