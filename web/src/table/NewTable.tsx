/*
 * A new table: a name, one of a few ways, go. Everything else has a good default and waits behind "Other games and editions" and "All
 * options". At the address /#/new/computer nothing is asked at all: a game against a bot begins. /#/new/board/POSITION lays a board of
 * one's own; "set up your own" does that at the table, together.
 */
import { useEffect, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { LAYER } from "../wasm/ops";
import type { Rules } from "../wasm/referee";
import type { ScreenProps } from "../ui/navigation";
import { Icon } from "../ui/icons";
import { navigate } from "../ui/navigation";
import { changeSettings, currentSettings } from "../storage/settings";
import { playfulName } from "../storage/playfulName";
import { ErrorText } from "../ui/ErrorText";
import { Toggle } from "../ui/formFields";
import { t } from "../i18n/texts";
import { HeadStart, NameField } from "./Join";
import { laidByHand } from "./OwnSetup";
import { RulesForm } from "./RulesForm";
import { fetchJson } from "../remote/connection";
import { TABLE_LINK, type TableLink } from "../remote/protocol";
import { type Joining, savePendingJoin } from "../storage/pendingJoin";
import "./lobby.css";
import "./table.css";
import { UNREACHABLE, refusalText } from "../remote/apiErrors";
import { wantsEasyStart } from "../storage/progress";
import { type TableSettings, againstComputer, choiceOf, newTableSettings, toRequest, quickStarts } from "./rules";

const FIRST_BOT = 2; // for a first game: it can be beaten

/* A position of one's own may be one in the middle of a game, where robots stand on targets (R3). */
const laid = (position: string): Partial<Rules> => ({
  ...laidByHand(position),
  ...(position.includes("/") ? { continued: true } : {}),
});

/* Lays a table and goes there; what went wrong is a sentence. */
async function lay(wish: TableSettings, joining: Joining, position = "", own = false): Promise<string> {
  const rules = { ...toRequest(wish.rules), ...(position ? laid(position) : {}) };
  const options = { ...wish.options, ...(position || own ? { arranged: true } : {}) };
  const answer = (await fetchJson<TableLink>("/api/tables", TABLE_LINK, { rules, options })) ?? UNREACHABLE;
  if (!("code" in answer)) return refusalText(answer);
  savePendingJoin(answer.code, joining);
  navigate(answer.link);
  return "";
}

export function NewTable({ rest }: ScreenProps) {
  if (rest === "computer") return <AgainstComputer />;
  return <Form position={rest.startsWith("board/") ? rest.slice("board/".length) : ""} />;
}

function AgainstComputer() {
  const [wrong, setWrong] = useState("");
  const begin = () => {
    setWrong("");
    void lay(againstComputer(wantsEasyStart()), { bot: FIRST_BOT, start: true }).then(setWrong);
  };
  useEffect(begin, []);
  return (
    <div class="new-table">
      <h1>{t("Play against the computer")}</h1>
      {wrong ? (
        <>
          <ErrorText words={wrong} />
          <button type="button" class="primary big" onClick={begin}>
            {t("Try again")}
          </button>
        </>
      ) : (
        <p>{t("Joining the table…")}</p>
      )}
    </div>
  );
}

function Form({ position }: { position: string }) {
  const [wish, setWish] = useState(() => quickStarts()[0]?.wish() ?? newTableSettings());
  const [name, setName] = useState(currentSettings().name || playfulName());
  const [head, setHead] = useState("0");
  const [own, setOwn] = useState(false);
  const [wrong, setWrong] = useState("");
  const [waiting, setWaiting] = useState(false);
  const canSetUp = choiceOf(wish.rules.preset).rules.includes("edition");
  const make = async (event: Event) => {
    event.preventDefault();
    setWaiting(true);
    changeSettings({ name: name.trim() });
    setWrong(await lay(wish, { head: wish.rules.handicap ? Number(head) : 0 }, position, own && canSetUp));
    setWaiting(false);
  };
  return (
    <form class="new-table" onSubmit={make}>
      <h1>{t("New table")}</h1>
      <p class="lead">{t("You get a link for your friends. No account, nothing to install.")}</p>
      {position && (
        <p class="own-laid">
          <Picture position={position} off={LAYER.coordinates} bare />
          <span>{t("Your board is set up. Everyone at the table can see that it wasn't dealt at random.")}</span>
        </p>
      )}
      <div class="row wrap">
        <NameField value={name} onChange={setName} />
        {wish.rules.handicap && <HeadStart value={head} onChange={setHead} />}
      </div>
      <RulesForm wish={wish} onChange={setWish}>
        {!position && canSetUp && (
          <Toggle
            label={t("Set up your own")}
            help={t(
              "Choose the sections and place the robots together before you start. Everyone at the table can see " +
                "that they weren't dealt at random.",
            )}
            value={own}
            onChange={setOwn}
          />
        )}
      </RulesForm>
      <div class="new-table-go">
        <ErrorText words={wrong} />
        <button type="submit" class="primary big" disabled={waiting} data-test="create">
          {t("Create table")} <Icon name="next" />
        </button>
      </div>
    </form>
  );
}
