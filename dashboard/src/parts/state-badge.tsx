import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  IconLoader,
  IconMinus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'working' | 'waiting' | 'warning' | 'bad' | 'idle';

const LOOKS = {
  good: { icon: IconCircleCheck, color: 'var(--lapse-low)', area: 'var(--lapse-low-area)' },
  working: { icon: IconLoader, color: 'var(--lapse-line)', area: 'var(--mantine-color-default-hover)' },
  waiting: { icon: IconClockHour4, color: 'var(--lapse-medium)', area: 'var(--lapse-medium-area)' },
  warning: { icon: IconAlertTriangle, color: 'var(--lapse-high)', area: 'var(--lapse-high-area)' },
  bad: { icon: IconCircleX, color: 'var(--lapse-critical)', area: 'var(--lapse-critical-area)' },
  idle: { icon: IconMinus, color: 'var(--mantine-color-text)', area: 'var(--mantine-color-default-hover)' },
} as const;

export const toneIcon = (tone: Tone) => LOOKS[tone].icon;
export const toneColor = (tone: Tone): string => LOOKS[tone].color;
export const toneArea = (tone: Tone): string => LOOKS[tone].area;

/** A state by shape, word and colour. */
export function StateBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { icon: Icon, color, area } = LOOKS[tone];
  return (
    <Badge
      variant="light"
      tt="none"
      fw={600}
      leftSection={<Icon size={13} stroke={2.2} aria-hidden />}
      styles={{
        root: { background: area, color, flexShrink: 0, fontSize: 12, height: 22, overflow: 'visible' },
        label: { overflow: 'visible' },
      }}
    >
      {children}
    </Badge>
  );
}
