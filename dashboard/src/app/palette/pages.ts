import {
  IconArrowBackUp,
  IconClockHour4,
  IconExternalLink,
  IconGavel,
  IconUserQuestion,
} from '@tabler/icons-react';
import { INSIDERS, type useMay } from '../../api/session.ts';
import { paletteStrings as strings } from '../../strings/palette.ts';
import { shellStrings } from '../../strings/shell.ts';
import { type NavigationItem, navigationFor } from '../navigation.ts';
import type { Entry, Go } from './entry.ts';

const { pages } = strings;

/** Pages that other pages lead to, and not the navigation. */
const BEYOND: NavigationItem[] = [
  { to: '/reviews/waiting', label: pages.waiting, icon: IconClockHour4 },
  { to: '/accounts', label: pages.accounts, icon: IconUserQuestion, roles: INSIDERS },
  { to: '/policy/rules', label: pages.rules, icon: IconGavel, roles: INSIDERS },
  { to: '/overview/missed', label: pages.missed, icon: IconArrowBackUp, roles: INSIDERS },
];

/** The pages that somebody may see. */
export function pageEntries(may: ReturnType<typeof useMay>, go: Go): Entry[] {
  const items = [
    ...navigationFor(may).flatMap((group) => group.items),
    ...BEYOND.filter(({ roles }) => !roles || may(...roles)),
  ];
  return [
    ...items.map(({ to, label, icon }) => ({
      key: to,
      label,
      icon,
      words: strings.pageWords[to] ?? '',
      choose: () => go({ to }),
    })),
    {
      key: '/docs/',
      label: shellStrings.explorer,
      icon: IconExternalLink,
      choose: () => window.open('/docs/', '_blank', 'noopener'),
    },
  ];
}
