import type { Classification } from '../../directory/directory.rules.ts';
import type { Permission } from '../../directory/permission.rules.ts';

/**
 * Which question matters most: from 0 to 100, the sum of five parts that are whole numbers and each have their reason. How stale the access
 * is weighs most, then what could be done with it if it were misused.
 */

/** What a priority is made of, as it was when it was weighed. */
export interface PriorityFacts {
  /** Of the stalest grant. */
  score: number;
  /** How often access with such a score was no longer needed, from the organisation's own answers; null: not known. */
  likelihood: number | null;
  /** Null: not classified. */
  classification: Classification | null;
  /** The strongest; null: no word of it is known. */
  permission: Permission | null;
  /** How many assets the principal has access to; counted up to `ASSETS_MAX`. */
  assets: number;
  /** Null: nothing is remarkable about it, or nothing is known. */
  account: AccountState | null;
}

export const ACCOUNT_STATES = ['disabled', 'dormant'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

export const PRIORITY_PARTS = ['staleness', 'classification', 'permission', 'reach', 'account'] as const;
export type PriorityPartName = (typeof PRIORITY_PARTS)[number];

export interface PriorityPart {
  part: PriorityPartName;
  points: number;
  /** The most that it can be. */
  of: number;
  because: string;
}

/** What a review keeps of how much it matters. */
export interface Weighed {
  priority: number;
  /** Null: nothing is known of its grants. */
  priority_facts: PriorityFacts | null;
  weighed_at: string;
}

/** More are not counted: who has a thousand reaches everything. */
export const ASSETS_MAX = 1_000;

export const POINTS_MAX: Readonly<Record<PriorityPartName, number>> = {
  staleness: 40,
  classification: 25,
  permission: 15,
  reach: 10,
  account: 10,
};

/** What is not classified may be anything: it weighs as much as what is known to be internal. */
const CLASSIFIED: Readonly<Record<Classification | 'unknown', { points: number; because: string }>> = {
  pii: { points: 25, because: 'it holds personal data' },
  confidential: { points: 18, because: 'it is confidential' },
  internal: { points: 8, because: 'it is internal' },
  unknown: { points: 8, because: 'it is not classified' },
  public: { points: 0, because: 'it is public' },
};

const PERMITTED: Readonly<Record<Permission | 'unknown', { points: number; because: string }>> = {
  owner: { points: 15, because: 'it allows ownership' },
  admin: { points: 15, because: 'it allows administration' },
  read_write: { points: 9, because: 'it allows changing data' },
  write: { points: 9, because: 'it allows changing data' },
  read: { points: 3, because: 'it allows reading only' },
  unknown: { points: 3, because: 'what its permission allows is not known' },
};

const OF_ACCOUNT: Readonly<Record<AccountState | 'unremarkable', { points: number; because: string }>> = {
  disabled: { points: 10, because: 'the account is disabled' },
  dormant: { points: 5, because: 'nobody signs in to the account any more' },
  unremarkable: { points: 0, because: 'nothing is known against the account' },
};

/** All five, in their order. */
export function priorityParts(facts: PriorityFacts): PriorityPart[] {
  const found: Record<PriorityPartName, { points: number; because: string }> = {
    staleness: staleness(facts),
    classification: CLASSIFIED[facts.classification ?? 'unknown'],
    permission: PERMITTED[facts.permission ?? 'unknown'],
    reach: reach(facts),
    account: OF_ACCOUNT[facts.account ?? 'unremarkable'],
  };
  return PRIORITY_PARTS.map((part) => ({ part, of: POINTS_MAX[part], ...found[part] }));
}

export const priorityOf = (facts: PriorityFacts): number =>
  priorityParts(facts).reduce((sum, { points }) => sum + points, 0);

/** What the organisation has answered says more than the score alone. */
function staleness({ score, likelihood }: PriorityFacts): { points: number; because: string } {
  const share = likelihood ?? score / 100;
  return {
    points: Math.round(POINTS_MAX.staleness * share),
    because:
      likelihood === null
        ? `its score is ${Math.round(score)}`
        : `of 100 like this, ${inHundred(likelihood)} were not missed`,
  };
}

/** Ten assets are a third of a thousand. */
function reach({ assets }: PriorityFacts): { points: number; because: string } {
  const counted = Math.min(ASSETS_MAX, Math.max(1, assets));
  return {
    points: Math.round((POINTS_MAX.reach * Math.log10(counted)) / Math.log10(ASSETS_MAX)),
    because:
      assets >= ASSETS_MAX
        ? `the account reaches ${ASSETS_MAX.toLocaleString('en')} assets or more`
        : `the account reaches ${assets} ${assets === 1 ? 'asset' : 'assets'}`,
  };
}

/** Never all and never none: nothing is certain. */
const inHundred = (share: number): number => Math.min(99, Math.max(1, Math.round(100 * share)));
