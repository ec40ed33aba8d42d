import {
  IconAdjustments,
  IconAffiliate,
  IconChartAreaLine,
  IconChecklist,
  IconDatabase,
  IconFileCertificate,
  IconFileText,
  IconKey,
  IconPlugConnected,
  IconScissors,
  IconSpeakerphone,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { INSIDERS, type Role, type useMay } from '../api/session.ts';
import { shellStrings } from '../strings/shell.ts';

export interface NavigationItem {
  to: string;
  label: string;
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  /** Offered to these roles; left out, to everybody. */
  roles?: Role[];
}

const { pages, groups } = shellStrings;

const NAVIGATION: { label: string; items: NavigationItem[] }[] = [
  {
    label: groups.decide,
    items: [
      { to: '/reviews', label: pages.reviews, icon: IconChecklist },
      { to: '/campaigns', label: pages.campaigns, icon: IconSpeakerphone, roles: INSIDERS },
      { to: '/remediations', label: pages.remediations, icon: IconScissors, roles: INSIDERS },
    ],
  },
  {
    label: groups.look,
    items: [
      { to: '/overview', label: pages.overview, icon: IconChartAreaLine },
      { to: '/principals', label: pages.principals, icon: IconUsers },
      { to: '/assets', label: pages.assets, icon: IconDatabase },
      { to: '/grants', label: pages.grants, icon: IconKey },
    ],
  },
  {
    label: groups.prove,
    items: [
      { to: '/audit', label: pages.audit, icon: IconFileCertificate, roles: INSIDERS },
      { to: '/reports', label: pages.reports, icon: IconFileText, roles: INSIDERS },
    ],
  },
  {
    label: groups.run,
    items: [
      { to: '/connectors', label: pages.connectors, icon: IconPlugConnected, roles: INSIDERS },
      { to: '/policy', label: pages.policy, icon: IconAdjustments },
      { to: '/developers', label: pages.developers, icon: IconAffiliate, roles: ['service.admin'] },
    ],
  },
];

/** What somebody with these roles is offered. */
export const navigationFor = (may: ReturnType<typeof useMay>) =>
  NAVIGATION.map(({ label, items }) => ({
    label,
    items: items.filter(({ roles }) => !roles || may(...roles)),
  })).filter(({ items }) => items.length > 0);
