/*
 * How others come to the table: a QR code, the code to be read out, the share sheet where the device has one, and the link. The button
 * is the primary one as long as nobody else is here (`first`).
 */
import { useState } from "preact/hooks";
import { Icon } from "../ui/icons";
import { announce } from "../ui/announce";
import { TableCode } from "../ui/tableCode";
import { t } from "../i18n/texts";
import type { View } from "../remote/remoteTable";

export const linkOf = (view: View): string => `${location.origin}/t/${view.code}`;

/* The share sheet, or the clipboard. True: it was copied. */
export async function share(words: string, url: string): Promise<boolean> {
  if (typeof navigator.share === "function") {
    await navigator.share({ title: "carom", text: words, url }).catch(() => {});
    return false;
  }
  await navigator.clipboard?.writeText(words ? `${words} ${url}` : url).catch(() => {});
  return true;
}

export function Qr({ view }: { view: View }) {
  return (
    <img
      class="qr"
      src={`/t/${view.code}/qr.svg`}
      alt={t("QR code of the link to this table")}
      width="200"
      height="200"
    />
  );
}

export function Invite({ view, first = true }: { view: View; first?: boolean }) {
  const [copied, setCopied] = useState(false);
  const send = async () => {
    const done = await share("", linkOf(view));
    setCopied(done);
    if (done) announce(t("Link copied."));
  };
  return (
    <div class="invite">
      <Qr view={view} />
      <div class="invite-words">
        <p
          class="big-code"
          aria-label={t("Table code: {code}", { code: [...view.code].join(" ") })}
          data-test="big-code"
        >
          <TableCode code={view.code} />
        </p>
        <p class="row wrap">
          <button type="button" class={first ? "primary" : ""} onClick={() => void send()} data-test="share">
            <Icon name={copied ? "check" : "share"} /> {copied ? t("Link copied.") : t("Share link")}
          </button>
          <a class="button" href={`/t/${view.code}?display`} target="_blank" rel="noopener">
            {t("Big screen")}
          </a>
        </p>
        <p>
          <a href={linkOf(view)} data-test="link">
            {linkOf(view).replace(/^https?:\/\//, "")}
          </a>
        </p>
      </div>
    </div>
  );
}
