import { Text } from '@mantine/core';
import { IconShieldX } from '@tabler/icons-react';
import { TextLink } from '../../parts/page-link.tsx';
import { Strong } from '../../parts/text.ts';
import { remediationStrings, reviewStrings } from '../../strings/reviews.ts';
import classes from './reviews.module.css';
import type { Review } from './reviews.ts';

type Remediation = NonNullable<Review['removals']>[number];

export const blockedRemediations = ({ removals }: Pick<Review, 'removals'>): Remediation[] =>
  (removals ?? []).filter(({ status }) => status === 'blocked');

/** What was revoked and is still there, with what stops it and what can be done about it. */
export function BlockedRemediations({ review }: { review: Review }) {
  const blocked = blockedRemediations(review);
  if (blocked.length === 0) return null;
  return (
    <div className={classes.stop} role="note">
      <Strong className={classes.withIcon}>
        <IconShieldX size={17} aria-hidden /> {remediationStrings.stillThere}
      </Strong>
      {[...sentencesOf(blocked)].map(([sentence, id]) => (
        <Text key={sentence} size="sm">
          {sentence} <TextLink to={`/remediations/${id}`}>{reviewStrings.remediationLink}</TextLink>
        </Text>
      ))}
    </div>
  );
}

/** Each sentence once, with a remediation that it is about: grants of a review are mostly stopped alike. */
function sentencesOf(blocked: readonly Remediation[]): Map<string, string> {
  return new Map(
    blocked.flatMap(({ id, blocked_by }) =>
      blocked_by.map(({ message, remedy }) => [`${message} ${remedy ?? ''}`.trim(), id] as const),
    ),
  );
}
