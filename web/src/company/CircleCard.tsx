/*
 * On the first screen: your circle today, each member with a dot for every puzzle they have solved.
 */
import { useEffect, useState } from "preact/hooks";
import { memberships } from "../storage/circles";
import { displayName } from "../storage/mutedNames";
import { KINDS } from "../storage/stats";
import { Avatar } from "../ui/Avatar";
import { Link } from "../ui/Link";
import { t, tn } from "../i18n/texts";
import { companyServed, isError } from "./api";
import { useCircle } from "./useCircle";
import { inOrder } from "./Members";
import "./circle.css";

const SHOWN = 3; // besides you

export function CircleCard() {
  const [served, setServed] = useState<boolean>();
  useEffect(() => void companyServed().then(setServed), []);
  const [latest] = memberships();
  return served && latest ? <Card code={latest.code} /> : null;
}

function Card({ code }: { code: string }) {
  const { circle } = useCircle(code);
  if (!circle || circle === "off" || isError(circle) || !circle.members) return null;
  const others = inOrder(circle).filter(({ id }) => id !== circle.me);
  return (
    <section class="home-card circle-card" data-test="circle-card">
      <h2>
        <Link to={`/circle/${code}`}>{t("{name} today", { name: circle.name })}</Link>
      </h2>
      <ul>
        {others.slice(0, SHOWN).map((member) => {
          const solved = KINDS.filter((kind) => member.today[kind]).length;
          return (
            <li key={member.id}>
              <Avatar players={circle.members ?? []} id={member.id} name={displayName(member.name)} />
              <bdi title={displayName(member.name)}>{displayName(member.name)}</bdi>
              <span class="dots" role="img" aria-label={tn("{n} solved", "{n} solved", solved)}>
                {KINDS.map((kind) => (
                  <i key={kind} class={member.today[kind] ? "on" : ""} />
                ))}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
