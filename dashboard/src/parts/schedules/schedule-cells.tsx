import { Box, Group, Menu, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { scheduleStrings as words } from '../../strings/schedules.ts';
import { RowButton } from '../buttons.tsx';
import { type Confirmation, ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { useChange } from '../forms/use-change.ts';
import { RowMenu } from '../row-menu.tsx';
import { StateBadge } from '../state-badge.tsx';
import { Small } from '../text.ts';
import { When } from '../when.tsx';
import { cronInWords } from './cron-in-words.ts';

export const CronCell = ({ cron, time_zone }: { cron: string; time_zone: string }) => (
  <div>
    <Text size="sm">{cronInWords(cron)}</Text>
    <Small>{time_zone}</Small>
  </div>
);

export const NextRun = ({ enabled, next_run_at }: { enabled: boolean; next_run_at: string | null }) => (
  <Box fz="sm">
    {enabled ? <When at={next_run_at} /> : <StateBadge tone="idle">{words.paused}</StateBadge>}
  </Box>
);

/** What went wrong the last time, and what will go wrong. */
export const Troubles = (props: { last_error: string | null; warnings: readonly string[] }) =>
  [...(props.last_error ? [props.last_error] : []), ...props.warnings].map((sentence) => (
    <Text key={sentence} size="xs" c="var(--lapse-high)">
      {sentence}
    </Text>
  ));

/** Runs, pauses, changes and deletes a schedule. */
export function ScheduleActions(props: {
  name: string;
  enabled: boolean;
  /** What is read again after any of it. */
  stale: QueryKey;
  run: () => Promise<unknown>;
  /** What to say then. */
  ran: string;
  turn: (enabled: boolean) => Promise<unknown>;
  remove: () => Promise<unknown>;
  removeConfirmation: Omit<Confirmation, 'isDangerous'>;
  form: (close: () => void) => ReactNode;
}) {
  const { name, enabled, stale } = props;
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const run = useChange({ send: props.run, stale, done: props.ran, saysFailure: true });
  const turn = useChange({ send: () => props.turn(!enabled), stale, saysFailure: true });
  return (
    <>
      <Group gap={6} wrap="nowrap" justify="flex-end">
        <RowButton aria-label={words.runLabel(name)} loading={run.isPending} onClick={() => run.mutate()}>
          {words.run}
        </RowButton>
        <RowButton
          aria-label={enabled ? words.pauseLabel(name) : words.resumeLabel(name)}
          loading={turn.isPending}
          onClick={() => turn.mutate()}
        >
          {enabled ? words.pause : words.resume}
        </RowButton>
        <RowMenu label={words.menu(name)}>
          <Menu.Item onClick={() => setAsking('edit')}>{words.edit}</Menu.Item>
          <Menu.Item c="var(--lapse-critical)" onClick={() => setAsking('remove')}>
            {words.remove}
          </Menu.Item>
        </RowMenu>
      </Group>
      {asking === 'edit' ? props.form(close) : null}
      {asking === 'remove' ? (
        <ConfirmDialog
          confirmation={{ ...props.removeConfirmation, isDangerous: true }}
          onClose={close}
          onConfirm={props.remove}
          stale={stale}
        />
      ) : null}
    </>
  );
}
