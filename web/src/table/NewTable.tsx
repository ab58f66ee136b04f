/*
 * A new table: a name, a game, go. Everything else has a good default and waits behind "All options".
 */
import { useState } from "preact/hooks";
import type { ScreenProps } from "../parts/address";
import { Icon } from "../parts/icons";
import { go } from "../parts/address";
import { change, current } from "../device/settings";
import { t } from "../texts/texts";
import { NameField } from "./Join";
import { RulesForm } from "./RulesForm";
import { ask } from "../line/client";
import { keepJoin } from "../device/joining";
import "./lobby.css";
import { UNREACHABLE, refusalWords } from "../line/refusals";
import { newWish, toSend } from "./rules";

interface Made {
  code: string;
  link: string;
}

export function NewTable(_props: ScreenProps) {
  const [wish, setWish] = useState(() => newWish());
  const [name, setName] = useState(current().name);
  const [wrong, say] = useState("");
  const [waiting, wait] = useState(false);
  const make = async (event: Event) => {
    event.preventDefault();
    wait(true);
    const answer =
      (await ask<Made>("/api/tables", { rules: toSend(wish.rules), options: wish.options })) ?? UNREACHABLE;
    wait(false);
    if (!("code" in answer)) return say(refusalWords(answer));
    change({ name: name.trim() });
    if (name.trim()) keepJoin(answer.code);
    go(answer.link);
  };
  return (
    <form class="new-table" onSubmit={make}>
      <h1>{t("A new table")}</h1>
      <p class="lead">{t("You get a link for your friends. No account, nothing to install.")}</p>
      <NameField value={name} onChange={setName} />
      <RulesForm wish={wish} onChange={setWish} />
      <div class="new-table-go">
        {wrong && (
          <p class="wrong" role="alert">
            {wrong}
          </p>
        )}
        <button type="submit" class="primary big" disabled={waiting} data-test="create">
          {t("Create the table")} <Icon name="next" />
        </button>
      </div>
    </form>
  );
}
