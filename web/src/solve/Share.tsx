/*
 * Words and a link to send: by the device's own sheet where there is one, or by the clipboard. The words stand there too, for whoever
 * may use neither.
 */
import { useState } from "preact/hooks";
import { announce } from "../ui/announce";
import { Icon } from "../ui/icons";
import { t } from "../i18n/texts";
import "./puzzles.css";

interface ShareProps {
  label: string; // what it is
  words?: string;
  address: string;
}

export function Share({ label, words, address }: ShareProps) {
  const [said, setSaid] = useState("");
  const whole = words ? `${words}\n${address}` : address;
  const tell = (line: string) => {
    setSaid(line);
    announce(line);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(whole);
      tell(t("Copied."));
    } catch {
      tell(t("Couldn't copy. Select the text instead."));
    }
  };
  const share = () => {
    navigator.share({ ...(words ? { text: words } : {}), url: address }).catch((why: unknown) => {
      if (!(why instanceof DOMException && why.name === "AbortError")) void copy();
    });
  };
  return (
    <section class="share" aria-label={label}>
      <h2>{label}</h2>
      <textarea
        readOnly
        rows={1 + whole.split("\n").length}
        value={whole}
        aria-label={label}
        data-test="share-text"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="row wrap">
        {"share" in navigator && (
          <button type="button" class="primary" onClick={share} data-test="share">
            <Icon name="share" /> {t("Share")}
          </button>
        )}
        <button type="button" onClick={() => void copy()} data-test="copy">
          {t("Copy")}
        </button>
        <span class="help">{said}</span>
      </div>
    </section>
  );
}
