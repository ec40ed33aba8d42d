import { Group, Paper, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Tone, toneArea, toneColor, toneIcon } from './state-badge.tsx';

/** Something to know before reading on: by shape, words and colour. */
export function Notice(props: {
  tone: Tone;
  title: ReactNode;
  children?: ReactNode;
  /** `alert` interrupts who listens, `status` waits for a pause. */
  role?: 'alert' | 'status' | 'note';
}) {
  const { tone, title, children, role = 'note' } = props;
  const Icon = tone === 'idle' ? IconInfoCircle : toneIcon(tone);
  return (
    <Paper p="md" bg={toneArea(tone)} role={role}>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <Icon size={20} color={toneColor(tone)} style={{ flexShrink: 0, marginTop: 1 }} aria-hidden />
        <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={650} c={toneColor(tone)}>
            {title}
          </Text>
          {children}
        </div>
      </Group>
    </Paper>
  );
}
