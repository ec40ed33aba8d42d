import { Badge } from '@mantine/core';
import { IconEyeOff, IconLock, IconUserShield, IconWorld } from '@tabler/icons-react';
import { assetStrings } from '../../strings/assets.ts';

const LOOKS = {
  public: { icon: IconWorld, color: 'var(--mantine-color-text)', area: 'var(--mantine-color-default-hover)' },
  internal: {
    icon: IconLock,
    color: 'var(--mantine-color-text)',
    area: 'var(--mantine-color-default-hover)',
  },
  confidential: { icon: IconEyeOff, color: 'var(--lapse-high)', area: 'var(--lapse-high-area)' },
  pii: { icon: IconUserShield, color: 'var(--lapse-critical)', area: 'var(--lapse-critical-area)' },
} as const;

/** How sensitive an asset is, by symbol, word and colour. */
export function Classification({ value }: { value: string | null | undefined }) {
  if (!value || !(value in LOOKS)) return <>{assetStrings.unclassified}</>;
  const { icon: Icon, color, area } = LOOKS[value as keyof typeof LOOKS];
  return (
    <Badge
      variant="light"
      tt="none"
      fw={600}
      leftSection={<Icon size={13} aria-hidden />}
      styles={{ root: { background: area, color } }}
    >
      {assetStrings.classifications[value]}
    </Badge>
  );
}
