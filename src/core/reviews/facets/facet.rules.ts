import { CLASSIFICATIONS } from '../../directory/directory.rules.ts';
import { PERMISSIONS } from '../../directory/permission.rules.ts';
import { ACCOUNT_STATES } from '../priority/priority.rules.ts';
import type { Recommendation } from '../review.rules.ts';

/** By what open reviews are counted, in the order in which they are shown. */
export const FACETS = [
  'recommendation',
  'risk_level',
  'platform',
  'classification',
  'permission',
  'account_state',
  'department',
  'assigned_to',
] as const;
export type Facet = (typeof FACETS)[number];

/** The filters that are of open reviews only. Those of the other facets are of any review. */
export const FACET_FILTERS = [
  'recommendation',
  'platform',
  'classification',
  'permission',
  'department',
  'account_state',
] as const satisfies Facet[];

// With a word for what has none: every value that is counted can be filtered by.
export const CLASSIFICATION_WORDS = [...CLASSIFICATIONS, 'unclassified'] as const;
export const PERMISSION_WORDS = [...PERMISSIONS, 'unknown'] as const;
export const ACCOUNT_WORDS = [...ACCOUNT_STATES, 'unremarkable'] as const;

export interface FacetFilters {
  recommendation?: Recommendation | undefined;
  platform?: string | undefined;
  classification?: (typeof CLASSIFICATION_WORDS)[number] | undefined;
  permission?: (typeof PERMISSION_WORDS)[number] | undefined;
  /** Empty: of those without one. */
  department?: string | undefined;
  account_state?: (typeof ACCOUNT_WORDS)[number] | undefined;
}

export const hasFacetFilter = (filters: FacetFilters): boolean =>
  FACET_FILTERS.some((name) => filters[name] !== undefined);
