import { Anchor, Progress, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SmallButton } from '../../../parts/buttons.tsx';
import { formatNumber } from '../../../parts/format.ts';
import { useChange } from '../../../parts/forms/use-change.ts';
import { StateBadge, type Tone } from '../../../parts/state-badge.tsx';
import { Small } from '../../../parts/text.ts';
import { groupStrings } from '../../../strings/review-groups.ts';
import { labelOf } from '../reviews.ts';
import { type GroupDecision, groupDecisionsQuery, isUnderWay, sendUndo } from './group-queries.ts';
import classes from './groups.module.css';

/** For how long one that is over stays in sight, and one that was taken back. */
const SHOWN_MS = 60 * 60_000;
const UNDONE_SHOWN_MS = 2 * 60_000;
const TONES: Record<GroupDecision['status'], Tone> = {
  held: 'waiting',
  deciding: 'working',
  decided: 'good',
  undoing: 'working',
  undone: 'idle',
};

export const isShown = (decision: GroupDecision, now: number): boolean =>
  isUnderWay(decision) ||
  (decision.undo_asked_at === null
    ? now - Date.parse(decision.created_at) < SHOWN_MS
    : now - Date.parse(decision.undo_asked_at) < UNDONE_SHOWN_MS);

/** What was decided about groups lately: how far it is, and how to take it back. */
export function GroupProgress() {
  const { data } = useQuery(groupDecisionsQuery);
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 500, { autoInvoke: true });
  const shown = (data?.items ?? []).filter((each) => isShown(each, now));
  if (shown.length === 0) return null;
  return (
    <section aria-label={groupStrings.decisions} className={classes.decisions}>
      <ul className={classes.list}>
        {shown.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} now={now} />
        ))}
      </ul>
    </section>
  );
}

/** A confirmation that was made stands. */
export const canUndo = ({ may_undo, decision, status }: GroupDecision): boolean =>
  may_undo && (decision === 'REVOKE' || status !== 'decided');

export const useUndo = () => useChange({ send: sendUndo, stale: ['reviews'], saysFailure: true });

function DecisionRow({ decision, now }: { decision: GroupDecision; now: number }) {
  const undo = useUndo();
  const { id, status, sentence, members, waiting, told } = decision;
  const all = formatNumber(members);
  const counts = (['decided', 'left_out', 'called_off', 'undone', 'stands'] as const)
    .filter((state) => decision[state] > 0)
    .map((state) => groupStrings.counts[state](formatNumber(decision[state])))
    .join(', ');
  const seconds = Math.max(0, Math.ceil((Date.parse(decision.starts_at) - now) / 1000));
  const words = {
    held: groupStrings.startsIn(formatNumber(seconds)),
    deciding: groupStrings.progress(formatNumber(members - waiting), all),
    decided: counts,
    undoing: counts,
    undone: counts,
  }[status];
  return (
    <li className={classes.decision}>
      <div className={classes.decisionHead}>
        <StateBadge tone={TONES[status]}>{groupStrings.states[status]}</StateBadge>
        <Text size="sm" fw={600}>
          {groupStrings.what[decision.decision](all)}
        </Text>
        <Text size="sm" role={status === 'held' ? 'timer' : 'status'}>
          {words}
        </Text>
        {canUndo(decision) ? (
          <SmallButton
            className={classes.undo}
            loading={undo.isPending}
            aria-label={groupStrings.undoOf(sentence)}
            onClick={() => undo.mutate(id)}
          >
            {groupStrings.undo}
          </SmallButton>
        ) : null}
      </div>
      {status === 'deciding' ? (
        <Progress
          value={((members - waiting) / members) * 100}
          aria-label={groupStrings.what[decision.decision](all)}
        />
      ) : null}
      <Small>{sentence}</Small>
      {told.length > 0 ? (
        <details className={classes.details}>
          <summary>{groupStrings.told(formatNumber(decision.left_out + decision.stands))}</summary>
          <ul className={classes.apart}>
            {told.map((each) => (
              <li key={each.review_id}>
                <Anchor component={Link} to="/reviews/$id" params={{ id: each.review_id } as never} size="sm">
                  {labelOf(each)}
                </Anchor>
                <Small component="p" m={0}>
                  {each.why}
                </Small>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </li>
  );
}
