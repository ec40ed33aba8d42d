import { assetStrings } from './assets.ts';
import { counted } from './counted.ts';
import { permissionNames } from './permissions.ts';
import { platformName } from './platforms.ts';
import { inboxStrings } from './reviews.ts';
import { riskStrings } from './risk.ts';

const accounts = {
  disabled: 'Disabled',
  dormant: 'Nobody signs in any more',
  unremarkable: 'Neither disabled nor dormant',
};

const titles = {
  recommendation: 'Recommendation',
  risk_level: 'Risk',
  platform: 'Platform',
  classification: 'Classification',
  permission: 'Permission',
  account_state: 'Account',
  department: 'Department',
  assigned_to: 'Reviewer',
} as const;

/** What a value is called that the API has a word for; others are names already. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  recommendation: inboxStrings.recommends,
  risk_level: Object.fromEntries(
    Object.entries(riskStrings).map(([risk, name]) => [risk.toUpperCase(), name]),
  ),
  classification: { ...assetStrings.classifications, unclassified: assetStrings.unclassified },
  permission: { ...permissionNames, unknown: 'Not known' },
  account_state: accounts,
  department: { '': 'No department' },
  assigned_to: { '': 'Nobody' },
};

export const facetStrings = {
  open: 'Narrow down',
  openWhat: 'the open reviews',
  panel: 'Narrow down the open reviews',
  titles,
  valueOf: (facet: keyof typeof titles, value: string, name: string | null = null): string =>
    facet === 'platform' ? platformName(value) : (name ?? NAMES[facet]?.[value] ?? value),
  /** As a chip: the value alone does not say of what it is. */
  chip: (facet: keyof typeof titles, value: string) =>
    `${titles[facet]}: ${facetStrings.valueOf(facet, value)}`,
  /** Heard after the value. */
  reviews: (text: string) => counted(text, 'review'),
  more: (text: string) => `${text} more`,
  fewer: 'Fewer',
  ofFacet: (facet: keyof typeof titles) => `of ${titles[facet].toLowerCase()}`,
  others: (values: string, reviews: string) =>
    `and ${counted(reviews, 'review')} of ${counted(values, 'other')}`,
  none: 'No open review matches the other filters.',
  asOf: 'Counts are of open reviews. Recommendation, permission and account are as of the last weighing, at most about a day ago.',
} as const;
