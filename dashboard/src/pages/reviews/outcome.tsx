import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { When } from '../../parts/when.tsx';
import { decideStrings } from '../../strings/reviews.ts';
import { type Draft, textOf } from './drafts.ts';
import { BlockedRemediations } from './remediation-refusals.tsx';
import classes from './reviews.module.css';
import { type Review, reviewQuery } from './reviews.ts';

/** How a review ended: who decided what, when and why. What one had typed meanwhile is still there to copy. */
export function Outcome({ review, draft }: { review: Review; draft: Draft | undefined }) {
  const full = useQuery({ ...reviewQuery(review.id), enabled: review.decisions === undefined });
  const decisions = review.decisions ?? full.data?.decisions ?? [];
  const last = decisions.at(-1);
  const who = last?.decided_by === 'system' ? decideStrings.bySystem : last?.decided_by;
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={600}>
        {last && who
          ? decideStrings.somebodyDecided(who, decideStrings.verbs[last.decision])
          : decideStrings.closed[review.status === 'EXPIRED' ? 'EXPIRED' : 'DECIDED']}{' '}
        <Text span size="sm" c="dimmed" fw={400}>
          <When at={last?.decided_at ?? review.closed_at} />
        </Text>
      </Text>
      {last ? (
        <Text size="sm" className={classes.quote}>
          {last.reason}
        </Text>
      ) : null}
      {last?.decided_by === 'system' ? <Text size="sm">{decideStrings.noPerson}</Text> : null}
      <BlockedRemediations review={full.data ?? review} />
      {draft && textOf(draft) ? (
        <>
          <Text size="sm" mt="xs">
            {decideStrings.yourText}:
          </Text>
          <Text size="sm" className={classes.quote}>
            {textOf(draft)}
          </Text>
        </>
      ) : null}
    </Stack>
  );
}
