import { Text } from '@mantine/core';
import { reasonOf } from '../../parts/send-error.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { bulkStrings } from '../../strings/reviews.ts';
import type { BulkItem } from './bulk-run.ts';
import classes from './reviews.module.css';

const TONES: Record<BulkItem['state'], Tone> = {
  waiting: 'waiting',
  sending: 'working',
  done: 'good',
  failed: 'bad',
  left: 'idle',
};

export function BulkProgressList({ items }: { items: readonly BulkItem[] }) {
  return (
    <ul className={classes.progress} aria-label={bulkStrings.list}>
      {items.map(({ id, label, state, error, note }) => (
        <li key={id}>
          <div>
            <Text size="sm">{label}</Text>
            {error ? <Text size="xs">{reasonOf(error)}</Text> : null}
            {note ? <Text size="xs">{note}</Text> : null}
          </div>
          <StateBadge tone={TONES[state]}>{bulkStrings.states[state]}</StateBadge>
        </li>
      ))}
    </ul>
  );
}
