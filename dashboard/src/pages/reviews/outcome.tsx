import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { When } from '../../parts/when.tsx';
import { decideStrings } from '../../strings/reviews.ts';
import { type Draft, textOf } from './drafts.ts';
import { type Packet, packetQuery } from './packets.ts';
import { BlockedRemovals } from './removal-refusals.tsx';
import classes from './reviews.module.css';

/** How a question ended: who decided what, when and why. What one had typed meanwhile is still there to copy. */
export function Outcome({ packet, draft }: { packet: Packet; draft: Draft | undefined }) {
  const full = useQuery({ ...packetQuery(packet.id), enabled: packet.decisions === undefined });
  const decisions = packet.decisions ?? full.data?.decisions ?? [];
  const last = decisions.at(-1);
  const who = last?.decided_by === 'system' ? decideStrings.bySystem : last?.decided_by;
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={600}>
        {last && who
          ? decideStrings.somebodyDecided(who, decideStrings.verbs[last.decision])
          : decideStrings.closed[packet.status === 'EXPIRED' ? 'EXPIRED' : 'DECIDED']}{' '}
        <Text span size="sm" c="dimmed" fw={400}>
          <When at={last?.decided_at ?? packet.closed_at} />
        </Text>
      </Text>
      {last ? (
        <Text size="sm" className={classes.quote}>
          {last.reason}
        </Text>
      ) : null}
      {last?.decided_by === 'system' ? <Text size="sm">{decideStrings.noPerson}</Text> : null}
      <BlockedRemovals packet={full.data ?? packet} />
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
