/*
 * The screen of a circle, /circle/CODE: join by its link, today's results side by side, totals, your name, and the way out. Without a code:
 * your circles, and a new one.
 */
import { useState } from "preact/hooks";
import { memberships, membershipIn } from "../storage/circles";
import { changeSettings, currentSettings } from "../storage/settings";
import { playfulName } from "../storage/playfulName";
import { today } from "../storage/stats";
import { refusalText } from "../remote/apiErrors";
import type { ApiError } from "../remote/protocol";
import { Share } from "../solve/Share";
import { ErrorText } from "../ui/ErrorText";
import { Icon } from "../ui/icons";
import { Link } from "../ui/Link";
import { type ScreenProps, link, navigate } from "../ui/navigation";
import { listText, t, tn } from "../i18n/texts";
import { isError } from "./api";
import { CODE, type CircleView, createCircle, joinCircle, leaveCircle, renameMember } from "./circles";
import { CircleMatches } from "./CircleMatches";
import { Members } from "./Members";
import { useCircle } from "./useCircle";
import "./company.css";
import "./circle.css";

const NAME_MAX = 32;

export function Circle({ rest }: ScreenProps) {
  return (
    <div class="setup circle">{CODE.test(rest) ? <OneCircle code={rest} key={rest} /> : <MyCircles bad={rest} />}</div>
  );
}

interface FieldProps {
  label: string;
  value: string;
  test: string;
  onChange: (value: string) => void;
}

function TextField({ label, value, test, onChange }: FieldProps) {
  return (
    <label class="name-field">
      <span>{label}</span>
      <input
        type="text"
        maxLength={NAME_MAX}
        value={value}
        data-test={test}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

/* One thing at a time, and what went wrong with it. */
function useTask(): {
  wrong: string;
  busy: boolean;
  run: (task: Promise<object | ApiError>, then: () => void) => void;
} {
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const run = (task: Promise<object | ApiError>, then: () => void) => {
    setBusy(true);
    void task.then((answer) => {
      setBusy(false);
      setWrong(isError(answer) ? refusalText(answer) : "");
      if (!isError(answer)) then();
    });
  };
  return { wrong, busy, run };
}

/* ---- no code: your circles, and a new one ---- */

function MyCircles({ bad }: { bad: string }) {
  const mine = memberships();
  return (
    <>
      <h1>{t("Circles")}</h1>
      {bad && <ErrorText words={t("This link is damaged.")} />}
      <p>{t("See how your friends, your family or your class did today. All they need is a link, no account.")}</p>
      {mine.length > 0 && (
        <ul class="my-circles" data-test="my-circles">
          {mine.map(({ code, name }) => (
            <li key={code}>
              <Link to={`/circle/${code}`} class="shelf">
                <b>{name}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Create />
    </>
  );
}

function Create() {
  const [name, setName] = useState("");
  const [member, setMember] = useState(currentSettings().name || playfulName());
  const { wrong, busy, run } = useTask();
  const create = (event: Event) => {
    event.preventDefault();
    changeSettings({ name: member.trim() });
    run(createCircle(name.trim(), member.trim()), () => navigate(`/circle/${memberships()[0]?.code ?? ""}`));
  };
  return (
    <form class="circle-form" onSubmit={create}>
      <h2>{t("Create a circle")}</h2>
      <TextField label={t("Circle name")} value={name} onChange={setName} test="circle-name" />
      <TextField label={t("Your name")} value={member} onChange={setMember} test="member-name" />
      <ErrorText words={wrong} />
      <button type="submit" class="primary big" disabled={busy || !name.trim() || !member.trim()} data-test="create">
        {t("Create a circle")} <Icon name="next" />
      </button>
    </form>
  );
}

/* ---- one circle ---- */

function OneCircle({ code }: { code: string }) {
  const { circle, look } = useCircle(code);
  if (circle === undefined) return <p>{t("One moment…")}</p>;
  if (circle === "off") return <Unavailable words={t("This server has no circles.")} />;
  if (isError(circle)) return <Unavailable words={refusalText(circle)} />;
  if (!circle.me) return <JoinCircle code={code} circle={circle} onJoined={look} />;
  return <Inside code={code} circle={circle} onChanged={look} />;
}

function Unavailable({ words }: { words: string }) {
  return (
    <>
      <h1>{t("Circles")}</h1>
      <ErrorText words={words} />
      <Link to={link("daily")} class="button primary">
        {t("Today's puzzles")}
      </Link>
    </>
  );
}

interface CircleProps {
  code: string;
  circle: CircleView;
}

function JoinCircle({ code, circle, onJoined }: CircleProps & { onJoined: () => void }) {
  const [name, setName] = useState(currentSettings().name || playfulName());
  const { wrong, busy, run } = useTask();
  const join = (event: Event) => {
    event.preventDefault();
    changeSettings({ name: name.trim() });
    run(joinCircle(code, name.trim()), onJoined);
  };
  return (
    <form class="circle-form" onSubmit={join} data-test="join-form">
      <h1>{circle.name}</h1>
      <p>{tn("{n} member", "{n} members", circle.count)}</p>
      <p>{t("Members see your name and your results of the daily puzzles.")}</p>
      <TextField label={t("Your name")} value={name} onChange={setName} test="member-name" />
      <ErrorText words={wrong} />
      <button type="submit" class="primary big" disabled={busy || !name.trim()} data-test="join-circle">
        {t("Join the circle")} <Icon name="next" />
      </button>
    </form>
  );
}

/* A silent reminder: who has not played today. */
function waitingText({ members = [], me }: CircleView): string {
  const missing = members.filter(({ played, id }) => !played && id !== me).map(({ name }) => name);
  if (missing.length === 0) return "";
  const some = missing.slice(0, 3);
  const rest = missing.length - some.length;
  return t("Not played today: {names}", {
    names: listText(rest > 0 ? [...some, tn("and {n} more", "and {n} more", rest)] : some, "unit"),
  });
}

function Inside({ code, circle, onChanged }: CircleProps & { onChanged: () => void }) {
  const played = circle.members?.find(({ id }) => id === circle.me)?.played ?? false;
  return (
    <>
      <h1 data-test="circle-title">{circle.name}</h1>
      <Members circle={circle} />
      <p class="help" data-test="not-played">
        {waitingText(circle)}
      </p>
      <Link to={link("daily", today())} class={`button big ${played ? "" : "primary"}`} test="play-today">
        {t("Today's puzzles")} <Icon name="next" />
      </Link>
      {circle.matches && <CircleMatches code={code} matches={circle.matches} />}
      <Share
        label={t("Invite others")}
        words={t("Join my circle “{name}”:", { name: circle.name })}
        address={`${location.origin}/circle/${code}`}
      />
      <Me code={code} circle={circle} onChanged={onChanged} />
    </>
  );
}

function Me({ code, circle, onChanged }: CircleProps & { onChanged: () => void }) {
  const mine = circle.members?.find(({ id }) => id === circle.me)?.name ?? "";
  const [name, setName] = useState(mine);
  const token = membershipIn(code)?.token ?? "";
  const { wrong, busy, run } = useTask();
  const rename = (event: Event) => {
    event.preventDefault();
    run(renameMember(code, name.trim(), token), onChanged);
  };
  const leave = () => run(leaveCircle(code, token), () => navigate("/circle", true));
  return (
    <form class="circle-form circle-me" onSubmit={rename}>
      <TextField label={t("Your name")} value={name} onChange={setName} test="member-name" />
      <ErrorText words={wrong} />
      <div class="row wrap">
        <button type="submit" disabled={busy || !name.trim() || name.trim() === mine} data-test="rename">
          {t("Change your name")}
        </button>
        <button type="button" class="quiet danger" disabled={busy} onClick={leave} data-test="leave-circle">
          {t("Leave and erase my data here")}
        </button>
      </div>
    </form>
  );
}
