/*
 * A new table: a name, one of a few ways, go. Everything else has a good default and waits behind "Other games and editions" and "All
 * options". At the address /#/new/computer nothing is asked at all: a game against a bot begins. /#/new/board/POSITION lays a board of
 * one's own: an arranged table.
 */
import { useEffect, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { LAYER } from "../carom/ask";
import type { Rules } from "../carom/referee";
import type { ScreenProps } from "../parts/address";
import { Icon } from "../parts/icons";
import { go } from "../parts/address";
import { change, current } from "../device/settings";
import { Wrong } from "../parts/Wrong";
import { t } from "../texts/texts";
import { HeadStart, NameField } from "./Join";
import { RulesForm } from "./RulesForm";
import { ask } from "../line/client";
import { type Joining, keepJoin } from "../device/joining";
import "./lobby.css";
import { UNREACHABLE, refusalWords } from "../line/refusals";
import { type Wish, newWish, toSend, ways } from "./rules";

interface Made {
  code: string;
  link: string;
}
const FIRST_BOT = 2; // for a first game: it can be beaten

/* Board and robots of a position; in the middle of a game robots stand on targets (R3). */
function laid(position: string): Partial<Rules> {
  const [board = "", robots] = position.split("/");
  return { board, ...(robots ? { robots, continued: true } : {}), barriers: "any", silver: false, transparent: false };
}

/* Lays a table and goes there; what went wrong is a sentence. */
async function lay(wish: Wish, joining: Joining | undefined, position = ""): Promise<string> {
  const rules = { ...toSend(wish.rules), ...(position ? laid(position) : {}) };
  const options = { ...wish.options, ...(position ? { arranged: true } : {}) };
  const answer = (await ask<Made>("/api/tables", { rules, options })) ?? UNREACHABLE;
  if (!("code" in answer)) return refusalWords(answer);
  if (joining) keepJoin(answer.code, joining);
  go(answer.link);
  return "";
}

export function NewTable({ rest }: ScreenProps) {
  if (rest === "computer") return <AgainstComputer />;
  return <Form position={rest.startsWith("board/") ? rest.slice("board/".length) : ""} />;
}

function AgainstComputer() {
  const [wrong, say] = useState("");
  const begin = () => {
    say("");
    void lay(ways()[0]?.wish() ?? newWish(), { bot: FIRST_BOT, start: true }).then(say);
  };
  useEffect(begin, []);
  return (
    <div class="new-table">
      <h1>{t("Against the computer")}</h1>
      {wrong ? (
        <>
          <Wrong words={wrong} />
          <button type="button" class="primary big" onClick={begin}>
            {t("Try again")}
          </button>
        </>
      ) : (
        <p>{t("Coming to the table…")}</p>
      )}
    </div>
  );
}

function Form({ position }: { position: string }) {
  const [wish, setWish] = useState(() => ways()[0]?.wish() ?? newWish());
  const [name, setName] = useState(current().name);
  const [head, setHead] = useState("0");
  const [wrong, say] = useState("");
  const [waiting, wait] = useState(false);
  const make = async (event: Event) => {
    event.preventDefault();
    wait(true);
    change({ name: name.trim() });
    const joining = name.trim() ? { head: wish.rules.handicap ? Number(head) : 0 } : undefined;
    say(await lay(wish, joining, position));
    wait(false);
  };
  return (
    <form class="new-table" onSubmit={make}>
      <h1>{t("A new table")}</h1>
      <p class="lead">{t("You get a link for your friends. No account, nothing to install.")}</p>
      {position && (
        <p class="own-laid">
          <Picture position={position} off={LAYER.coordinates} bare />
          <span>{t("Your own board is laid. Everybody at the table is told that it was arranged.")}</span>
        </p>
      )}
      <div class="row wrap">
        <NameField value={name} onChange={setName} />
        {wish.rules.handicap && <HeadStart value={head} onChange={setHead} />}
      </div>
      <RulesForm wish={wish} onChange={setWish} />
      <div class="new-table-go">
        <Wrong words={wrong} />
        <button type="submit" class="primary big" disabled={waiting} data-test="create">
          {t("Create the table")} <Icon name="next" />
        </button>
      </div>
    </form>
  );
}
