/*
 * "Set up your own": before a game at a private table the players choose the sections and place the robots together, as the book
 * lets them (R1, R3). The editor is that of one's own board, fetched when it is wanted; the server lays what was set up, or says
 * which rule forbids it.
 */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../ui/Dialog";
import { ErrorText } from "../ui/ErrorText";
import { Icon } from "../ui/icons";
import { setLanguageFrom, t } from "../i18n/texts";
import type { Rules } from "../wasm/referee";
import type { TableProps } from "../remote/useTable";
import { type FullRules, toRequest } from "./rules";
import { useActionError } from "./useActionError";

interface EditorProps {
  position: string;
  onChange: (position: string) => void;
  start?: boolean;
}

async function fetchEditor(): Promise<ComponentType<EditorProps>> {
  await setLanguageFrom("game", "table", "myboard");
  return (await import("../myboard/PrintedBoardEditor")).PrintedBoardEditor;
}

/* Board and robots of a position; the board and the robots say themselves which barriers and robots there are. */
export function laidByHand(position: string): Partial<Rules> {
  const [board = "", robots] = position.split("/");
  return { board, ...(robots ? { robots } : {}), barriers: "any", silver: false, transparent: false };
}

export function OwnSetup(props: TableProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} data-test="own-setup">
        <Icon name="sliders" /> {t("Set up your own")}
      </button>
      <p class="help">{t("Choose the sections and place the robots together before you start.")}</p>
      {open && <SetupDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function SetupDialog({ table, view, state, onClose }: TableProps & { onClose: () => void }) {
  const [position, setPosition] = useState(`${state.board}/${state.markers ?? ""}`);
  const [editor, setEditor] = useState<{ Editor: ComponentType<EditorProps> }>();
  const { wrong, tried } = useActionError();
  useEffect(() => void fetchEditor().then((Editor) => setEditor({ Editor })), []);
  const apply = async () => {
    const rules = { ...toRequest(state.rules as FullRules), ...laidByHand(position) };
    if (await tried(table.startNextGame(rules, view.options))) onClose();
  };
  return (
    <Dialog title={t("Set up your own")} onClose={onClose} wide>
      {editor && <editor.Editor position={position} onChange={setPosition} start />}
      <ErrorText words={wrong} />
      <button type="button" class="primary" onClick={() => void apply()} data-test="apply-setup">
        {t("Apply")}
      </button>
    </Dialog>
  );
}
