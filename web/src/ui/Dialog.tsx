/*
 * A dialog: the browser's own, which traps the focus, closes with Escape, and gives the focus back.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../i18n/texts";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}

export function Dialog({ title, onClose, children, wide }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  const outside = (event: MouseEvent) => {
    if (event.target === element.current) onClose();
  };
  return (
    <dialog ref={element} class={wide ? "wide" : ""} aria-labelledby={id} onClose={onClose} onClick={outside}>
      <div class="dialog">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="quiet icon" aria-label={t("Close")} onClick={onClose}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6 18 18M18 6 6 18" />
            </svg>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
