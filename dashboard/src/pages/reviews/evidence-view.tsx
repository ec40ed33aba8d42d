import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Activity } from '../../charts/activity.tsx';
import { Peers } from '../../charts/peers.tsx';
import { Waterfall } from '../../charts/waterfall.tsx';
import { formatDate } from '../../parts/format.ts';
import { priorityStrings } from '../../strings/priority.ts';
import { evidenceStrings } from '../../strings/reviews.ts';
import { AccessSection, AnomaliesSection, ConfirmationSection, TelemetrySection } from './circumstances.tsx';
import { type Evidence, evidenceOf, stalestGrant } from './evidence.ts';
import { HolderSection } from './holder-section.tsx';
import { RecommendationNote } from './recommendation.tsx';
import { RemediationSection } from './remediation-section.tsx';
import classes from './reviews.module.css';
import { isOpen, type Review } from './reviews.ts';
import { ScoreSection } from './score-section.tsx';
import { FactList, Section } from './section.tsx';

const CommentsSection = lazy(() =>
  import('./comments/comments-section.tsx').then((file) => ({ default: file.CommentsSection })),
);

/** All that is known about a review, the most telling first. */
export function EvidenceView({ review }: { review: Review }) {
  const evidence = evidenceOf(review);
  const { peer_comparison: peers } = evidence;
  return (
    <div className={classes.evidence}>
      <p className={classes.summary}>{evidence.summary}</p>
      <RecommendationNote review={review} />
      {review.is_seeded ? null : <HolderSection review={review} />}
      {review.notes ? (
        <Text size="sm">
          <span className={classes.dim}>{evidenceStrings.notes}: </span>
          {review.notes}
        </Text>
      ) : null}
      <ScoreSection review={review} evidence={evidence} />
      <ShiftsSection evidence={evidence} />
      <PrioritySection review={review} />
      <div className={classes.pair}>
        <Section title={peers.department ? evidenceStrings.peersOf(peers.department) : evidenceStrings.peers}>
          <Peers peers={peers.peers} active={peers.active_peers} window_days={peers.window_days} />
        </Section>
        <Section title={evidenceStrings.activity}>
          <Activity weeks={evidence.activity_timeline} gaps={evidence.telemetry.gaps} />
        </Section>
      </div>
      <div className={classes.pair}>
        <AnomaliesSection evidence={evidence} />
        <TelemetrySection evidence={evidence} />
      </div>
      <div className={classes.pair}>
        <AccessSection evidence={evidence} />
        <ConfirmationSection evidence={evidence} />
      </div>
      {isOpen(review) && !review.is_seeded ? <RemediationSection review={review} /> : null}
      {typeof review.comments === 'number' ? (
        <Suspense>
          <CommentsSection review={review} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Why it stands where it does in a list by priority; nothing while it was not weighed. */
function PrioritySection({ review: { priority, priority_parts, weighed_at } }: { review: Review }) {
  if (priority === null || !priority_parts || !weighed_at) return null;
  return (
    <Section title={priorityStrings.title(priority)} hint={priorityStrings.asOf(formatDate(weighed_at))}>
      <FactList
        facts={priority_parts.map(({ part, points, of, because }) => [
          priorityStrings.parts[part],
          priorityStrings.points(points, of, because),
        ])}
      />
    </Section>
  );
}

function ShiftsSection({ evidence }: { evidence: Evidence }) {
  const grant = stalestGrant(evidence);
  if (grant === null) return null;
  const date = formatDate(grant.lapses_at);
  const title =
    grant.lapses_at <= evidence.as_of ? evidenceStrings.shifts(date) : evidenceStrings.shiftsFuture(date);
  return (
    <Section title={title} hint={evidenceStrings.shiftsHint}>
      <Waterfall
        label={title}
        start={grant.last_used === null ? evidenceStrings.granted : evidenceStrings.lastUsed}
        from={grant.idle_since}
        to={grant.lapses_at}
        parts={grant.shifts}
      />
    </Section>
  );
}
