/*
 * Sounds are offered once, at the first win, where they make sense.
 */
import { useState } from "preact/hooks";
import { changeSettings, currentSettings, loadItem, saveItem } from "../storage/settings";
import { t } from "../i18n/texts";
import { Icon } from "./icons";

export function SoundOffer() {
  const [open, setOpen] = useState(() => !currentSettings().sound && !loadItem("sound-offered", false));
  if (!open) return null;
  const answer = (sound: boolean) => {
    saveItem("sound-offered", true);
    if (sound) changeSettings({ sound });
    setOpen(false);
  };
  return (
    <p class="sound-offer" data-test="sound-offer">
      <span>{t("Play with sound?")}</span>
      <button type="button" onClick={() => answer(true)} data-test="sound-yes">
        <Icon name="sound" /> {t("Yes")}
      </button>
      <button type="button" class="quiet" onClick={() => answer(false)} data-test="sound-no">
        {t("No")}
      </button>
    </p>
  );
}
