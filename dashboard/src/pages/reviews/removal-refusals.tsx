import { Anchor, Text } from '@mantine/core';
import { IconShieldX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { packetStrings, removalStrings } from '../../strings/reviews.ts';
import type { Packet } from './packets.ts';
import classes from './reviews.module.css';

type Removal = NonNullable<Packet['removals']>[number];

export const blockedRemovals = ({ removals }: Pick<Packet, 'removals'>): Removal[] =>
  (removals ?? []).filter(({ status }) => status === 'blocked');

/** What was revoked and is still there, with what stops it and what can be done about it. */
export function BlockedRemovals({ packet }: { packet: Packet }) {
  const blocked = blockedRemovals(packet);
  if (blocked.length === 0) return null;
  return (
    <div className={classes.stop} role="note">
      <Text size="sm" fw={600} className={classes.withIcon}>
        <IconShieldX size={17} aria-hidden /> {removalStrings.stillThere}
      </Text>
      {[...sentencesOf(blocked)].map(([sentence, id]) => (
        <Text key={sentence} size="sm">
          {sentence}{' '}
          <Anchor component={Link} to={`/remediations/${id}`} size="sm">
            {packetStrings.remediationLink}
          </Anchor>
        </Text>
      ))}
    </div>
  );
}

/** Each sentence once, with a removal that it is about: grants of a packet are mostly stopped alike. */
function sentencesOf(blocked: readonly Removal[]): Map<string, string> {
  return new Map(
    blocked.flatMap(({ id, blocked_by }) =>
      blocked_by.map(({ message, remedy }) => [`${message} ${remedy ?? ''}`.trim(), id] as const),
    ),
  );
}
