/*
 * The members of a circle with today's four results side by side: you first, then those who have played today. A result that you have
 * not earned yet is a tick.
 */
import { kindName } from "../board/names";
import { KINDS, type Kind } from "../storage/stats";
import { displayName } from "../storage/mutedNames";
import { timeText } from "../solve/TimedPuzzle";
import { Avatar } from "../ui/Avatar";
import { Icon } from "../ui/icons";
import { t } from "../i18n/texts";
import type { CircleView, Member } from "./circles";

/* You, then who has played, then the rest, each by what they solved this week. */
export const inOrder = ({ members = [], me }: CircleView): Member[] =>
  members.toSorted(
    (a, b) => Number(b.id === me) - Number(a.id === me) || Number(b.played) - Number(a.played) || b.week - a.week,
  );

function TodayCell({ member, kind }: { member: Member; kind: Kind }) {
  const result = member.today[kind];
  const name = kindName(kind);
  if (!result)
    return (
      <td class="not-played" data-label={name}>
        <span class="heard">{t("not played yet")}</span>
      </td>
    );
  if (result.moves === undefined)
    return (
      <td class="hidden-result" data-label={name} title={t("Solve it yourself to see the result.")}>
        <Icon name="check" />
        <span class="heard">{t("Solve it yourself to see the result.")}</span>
      </td>
    );
  return (
    <td data-label={name}>
      <b class="show tabular">{result.moves}</b>
      {result.ms !== undefined && <small class="tabular">{timeText(result.ms)}</small>}
    </td>
  );
}

export function Members({ circle }: { circle: CircleView }) {
  return (
    <div class="members-scroll" tabIndex={0} role="region" aria-label={t("Today")}>
      <table class="members" data-test="members">
        <thead>
          <tr>
            <th scope="col">
              <span class="heard">{t("Name")}</span>
            </th>
            {KINDS.map((kind) => (
              <th key={kind} scope="col" class="capital-cell">
                {kindName(kind)}
              </th>
            ))}
            <th scope="col">{t("This week")}</th>
            <th scope="col">{t("This month")}</th>
          </tr>
        </thead>
        <tbody>
          {inOrder(circle).map((member) => (
            <tr key={member.id} data-member={member.name} class={member.id === circle.me ? "you" : ""}>
              <th scope="row">
                <Avatar players={circle.members ?? []} id={member.id} name={displayName(member.name)} />
                <bdi title={displayName(member.name)}>{displayName(member.name)}</bdi>
              </th>
              {KINDS.map((kind) => (
                <TodayCell key={kind} member={member} kind={kind} />
              ))}
              <td class="total tabular" data-label={t("This week")}>
                {member.week}
              </td>
              <td class="total tabular" data-label={t("This month")}>
                {member.month}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
