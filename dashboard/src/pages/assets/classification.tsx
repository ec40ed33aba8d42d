import { IconEyeOff, IconLock, IconUserShield, IconWorld } from '@tabler/icons-react';
import { Pill } from '../../parts/virtual-list/row-cells.tsx';
import { assetStrings } from '../../strings/assets.ts';

const PLAIN = { color: 'var(--mantine-color-text)', area: 'var(--mantine-color-default-hover)' };

const LOOKS = {
  public: { ...PLAIN, icon: IconWorld },
  internal: { ...PLAIN, icon: IconLock },
  confidential: { icon: IconEyeOff, color: 'var(--lapse-high)', area: 'var(--lapse-high-area)' },
  pii: { icon: IconUserShield, color: 'var(--lapse-critical)', area: 'var(--lapse-critical-area)' },
} as const;

/** How sensitive an asset is, by symbol, word and colour. */
export function Classification({ value }: { value: string | null | undefined }) {
  if (!value || !(value in LOOKS)) return <>{assetStrings.unclassified}</>;
  const { icon: Icon, color, area } = LOOKS[value as keyof typeof LOOKS];
  return (
    <Pill color={color} area={area} icon={<Icon size={13} aria-hidden />}>
      {assetStrings.classifications[value]}
    </Pill>
  );
}
