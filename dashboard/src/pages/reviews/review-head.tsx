import { Anchor, Badge, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate, formatNumber } from '../../parts/format.ts';
import { RiskBadge } from '../../parts/risk-badge.tsx';
import { Small, Strong } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { evidenceStrings, filterStrings, inboxStrings } from '../../strings/reviews.ts';
import { Due } from './due.tsx';
import { evidenceOf } from './evidence.ts';
import classes from './reviews.module.css';
import { isOpen, policyQuery, type Review } from './reviews.ts';

/** Whose access to what, how stale, until when, and who is asked. */
export function ReviewHead(props: { review: Review; withTitle: boolean; actions?: ReactNode }) {
  const { review, withTitle, actions } = props;
  const { principal, asset, score } = evidenceOf(review);
  const person = [
    evidenceStrings.principalType[principal.type] ?? principal.type,
    principal.department,
    principal.disabled ? evidenceStrings.disabled : null,
    principal.protected ? evidenceStrings.protected : null,
  ].filter(Boolean);
  return (
    <header className={classes.head}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div className={classes.headNames}>
          {withTitle ? (
            <Title order={2} size="h3" className={classes.names}>
              <Anchor component={Link} to={`/principals/${principal.id}`} inherit c="inherit">
                {principal.display_name}
              </Anchor>
              <span className={classes.on} aria-hidden>
                {' → '}
              </span>
              <span className="visually-hidden">{evidenceStrings.on}</span>
              <Anchor component={Link} to={`/assets/${asset.id}`} inherit c="inherit">
                {asset.name}
              </Anchor>
            </Title>
          ) : null}
        </div>
        {actions}
      </Group>
      <Group gap="sm">
        <RiskBadge level={score.risk_level} score={score.current} />
        {review.status === 'PENDING' ? null : <StatusBadge review={review} />}
        <Text size="sm">
          {isOpen(review) ? (
            <>
              <Due review={review} /> ·{' '}
            </>
          ) : null}
          {inboxStrings.assigned}: {review.assigned_to_name ?? review.assigned_to_id ?? inboxStrings.nobody}
        </Text>
      </Group>
      <Small>
        {person.join(' · ')} · {evidenceStrings.origins[review.origin]}
        {review.requested_by === 'system' ? '' : ` ${evidenceStrings.askedBy(review.requested_by)}`}
        {review.reason ? ` (${review.reason})` : ''}, <When at={review.created_at} />
      </Small>
      {review.first_asked_at ? (
        <Strong>
          {evidenceStrings.unanswered(
            review.unanswered_before,
            formatNumber(review.unanswered_before),
            formatDate(review.first_asked_at),
          )}
        </Strong>
      ) : null}
    </header>
  );
}

/** Of what has been escalated also at which step it is, where there are several. */
function StatusBadge({ review: { status, escalations } }: { review: Review }) {
  const policy = useQuery({ ...policyQuery, enabled: status === 'ESCALATED' });
  const steps = policy.data?.review.escalation_steps;
  const isClimbing = status === 'ESCALATED' && steps !== undefined && Math.max(steps, escalations) > 1;
  return (
    <Badge variant="default" tt="none">
      {isClimbing ? evidenceStrings.step(escalations, steps) : filterStrings.statuses[status]}
    </Badge>
  );
}
