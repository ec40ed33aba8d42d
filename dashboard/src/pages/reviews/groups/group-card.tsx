import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { TinyButton } from '../../../parts/buttons.tsx';
import { formatNumber } from '../../../parts/format.ts';
import { Hint, Small } from '../../../parts/text.ts';
import { When } from '../../../parts/when.tsx';
import { groupStrings } from '../../../strings/review-groups.ts';
import { RecommendationMark } from '../recommendation.tsx';
import { labelOf } from '../reviews.ts';
import { GroupForm } from './group-form.tsx';
import type { GroupVerb, ReviewGroup } from './group-queries.ts';
import classes from './groups.module.css';

const EXCEPTIONS_FIRST = 3;

export const cardId = (index: number): string => `group-${index}`;

/** What a group is, how it is distributed, what stands out of it, and one decision for the rest. */
export function GroupCard(props: {
  group: ReviewGroup;
  index: number;
  verb: GroupVerb | null;
  onVerb: (verb: GroupVerb | null) => void;
}) {
  const { group, index, verb, onVerb } = props;
  const may = useMay();
  const { together, members, looked_at } = group;
  const title = `${cardId(index)}-title`;
  const count = formatNumber(together);
  const close = () => {
    onVerb(null);
    requestAnimationFrame(() => document.getElementById(cardId(index))?.focus());
  };
  return (
    <li>
      <article className={classes.card} id={cardId(index)} tabIndex={-1} aria-labelledby={title}>
        <div>
          <Text component="h2" id={title} className={classes.sentence}>
            {group.sentence}
          </Text>
          <Small component="p" m={0} className={classes.line}>
            <RecommendationMark recommendation={group.recommendation} />
            <span>{together === 0 ? groupStrings.noneTogether : groupStrings.together(count)}</span>
            <span>
              {groupStrings.due} <When at={group.first_due_at} />
            </span>
            {looked_at < members ? (
              <span>{groupStrings.firstOf(formatNumber(looked_at), formatNumber(members))}</span>
            ) : null}
          </Small>
        </div>
        <div className={classes.sides}>
          <Distribution group={group} />
          <Exceptions group={group} />
        </div>
        {verb !== null ? (
          <GroupForm group={group} verb={verb} onClose={close} />
        ) : together > 0 && may('service.reviewer') ? (
          <Group gap="xs">
            {group.decisions.map((decision) => (
              <Button
                key={decision}
                size="xs"
                variant={decision === group.recommendation ? 'filled' : 'default'}
                onClick={() => onVerb(decision)}
              >
                {groupStrings.act[decision](count)}
              </Button>
            ))}
          </Group>
        ) : null}
      </article>
    </li>
  );
}

/** Without what is empty at both ends. */
function fromFirstToLast(bands: ReviewGroup['by_idle_days']): ReviewGroup['by_idle_days'] {
  const isTaken = ({ members }: { members: number }) => members > 0;
  return bands.slice(bands.findIndex(isTaken), bands.findLastIndex(isTaken) + 1);
}

function Distribution({ group }: { group: ReviewGroup }) {
  const highest = Math.max(1, ...group.by_idle_days.map(({ members }) => members));
  return (
    <table className={classes.distribution}>
      <thead>
        <tr>
          <th scope="col">{groupStrings.idle}</th>
          <th scope="col" className={classes.count}>
            {groupStrings.reviews}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {fromFirstToLast(group.by_idle_days).map(({ from, to, members }) => (
          <tr key={from}>
            <th scope="row">
              {groupStrings.idleFrom(formatNumber(from), to === null ? null : formatNumber(to - 1))}
            </th>
            <td className={classes.count}>{formatNumber(members)}</td>
            <td className={classes.barCell} aria-hidden>
              <div className={classes.bar} style={{ width: `${(members / highest) * 100}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Exceptions({ group: { exceptions, exceptions_total, by } }: { group: ReviewGroup }) {
  const [showsAll, setShowsAll] = useState(false);
  if (exceptions_total === 0) return null;
  const shown = showsAll ? exceptions : exceptions.slice(0, EXCEPTIONS_FIRST);
  const count = formatNumber(exceptions_total);
  const hidden = exceptions_total - shown.length;
  return (
    <section className={classes.exceptions} aria-label={groupStrings.apartMany(count)}>
      <Text size="sm" fw={600}>
        {exceptions_total === 1 ? groupStrings.apart(count) : groupStrings.apartMany(count)}
      </Text>
      <ul className={classes.apart}>
        {shown.map((each) => (
          <li key={each.review_id}>
            <Anchor component={Link} to="/reviews/$id" params={{ id: each.review_id } as never} size="sm">
              {by === 'principal' ? each.asset_name : labelOf(each)}
            </Anchor>
            <Small component="p" m={0}>
              {each.why.map(({ says }) => says).join(' ')}
            </Small>
          </li>
        ))}
      </ul>
      {hidden > 0 && !showsAll && exceptions.length > EXCEPTIONS_FIRST ? (
        <TinyButton onClick={() => setShowsAll(true)}>
          {groupStrings.showAll(formatNumber(exceptions.length))}
        </TinyButton>
      ) : null}
      {showsAll && hidden > 0 ? <Hint>{groupStrings.others(formatNumber(hidden))}</Hint> : null}
    </section>
  );
}
