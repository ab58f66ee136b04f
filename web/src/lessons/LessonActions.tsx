/*
 * Below the board of a lesson: on, when it is done; until then the next step shown, or on without it.
 */
import { Icon } from "../ui/icons";
import { t } from "../i18n/texts";

interface GoingProps {
  done: boolean;
  onDone: () => void;
  onSkip: () => void;
  onHelp: () => void;
}

export function LessonActions({ done, onDone, onSkip, onHelp }: GoingProps) {
  if (done)
    return (
      <button type="button" class="primary" onClick={onDone} data-test="next">
        {t("Next")} <Icon name="next" />
      </button>
    );
  return (
    <>
      <button type="button" onClick={onHelp} data-test="show-me">
        {t("Show me")}
      </button>
      <button type="button" class="quiet" onClick={onSkip} data-test="skip">
        {t("Skip")}
      </button>
    </>
  );
}
