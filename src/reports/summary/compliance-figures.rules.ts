import type { KeyFigure } from './compliance-summary.rules.ts';
import { allRemediations } from './remediation-sentence.rules.ts';

/** What is counted at one end of the period. */
export interface HeldFigures {
  held: number;
  stale: number;
  critical: number;
  never_used: number;
  privileged_stale: number;
  personal_stale: number;
}

/** What happened in a period. */
export interface ActivityFigures {
  reviews: {
    created: number;
    decided: number;
    confirmed: number;
    revoked: number;
    expired: number;
    open_overdue: number;
    decided_within_sla: number;
    median_hours_to_decide: number | null;
  };
  remediations: { requested: number; carried_over: number; completed: number; verified: number };
}

export interface HolderState {
  mfa_known: number;
  mfa_missing: number;
  disabled: number;
  login_known: number;
  dormant: number;
  inactive_90: number;
}

export interface FigureFacts {
  now: HeldFigures & ActivityFigures;
  /** Null: the data does not reach back that far. */
  before: { held: HeldFigures | null; activity: ActivityFigures | null };
  holders: HolderState;
  /** Stale grants whose last review nobody answered, at the end. */
  unanswered: number;
  /** Of all platforms together, 0 to 1; null without any platform. */
  observed_share: number | null;
  dormant_days: number;
}

/** Two decimals; null when there is nothing to take a share of. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;

type Unit = KeyFigure['unit'];
type Better = KeyFigure['better'];

/** In the order in which they are shown. The past of the directory is not kept, so holders have no trend. */
export function keyFigures(facts: FigureFacts): KeyFigure[] {
  const { now, before, holders, unanswered, dormant_days } = facts;
  const figure = (key: string, label: string, unit: Unit, better: Better) => ({
    of: (value: number | null, previous: number | null): KeyFigure => ({
      key,
      label,
      value,
      unit,
      previous,
      better,
    }),
  });
  const held = (
    key: string,
    label: string,
    unit: Unit,
    better: Better,
    read: (at: HeldFigures) => number | null,
  ) => figure(key, label, unit, better).of(read(now), before.held && read(before.held));
  const done = (
    key: string,
    label: string,
    unit: Unit,
    better: Better,
    read: (at: ActivityFigures) => number | null,
  ) => figure(key, label, unit, better).of(read(now), before.activity && read(before.activity));
  const holding = (key: string, label: string, value: number | null) =>
    figure(key, label, 'count', 'lower').of(value, null);
  return [
    held('active_grants', 'Access held', 'count', 'neither', (at) => at.held),
    held('stale_grants', 'Stale access', 'count', 'lower', (at) => at.stale),
    held('stale_share', 'Share of access that is stale', 'percent', 'lower', (at) =>
      percent(at.stale, at.held),
    ),
    held('critical_grants', 'Critically stale access', 'count', 'lower', (at) => at.critical),
    held('critical_share', 'Share that is critically stale', 'percent', 'lower', (at) =>
      percent(at.critical, at.held),
    ),
    held('never_used_grants', 'Access never used', 'count', 'lower', (at) => at.never_used),
    held('privileged_stale', 'Stale administrative access', 'count', 'lower', (at) => at.privileged_stale),
    held('personal_stale', 'Stale access to personal data', 'count', 'lower', (at) => at.personal_stale),
    holding('unanswered_stale', 'Stale access whose last review nobody answered', unanswered),
    holding('disabled_holders', 'Disabled accounts that hold access', holders.disabled),
    holding(
      'dormant_holders',
      `Users without a login for ${dormant_days} days that hold access`,
      known(holders.dormant, holders.login_known),
    ),
    holding('inactive_90_holders', 'Users inactive for 90 days that hold access', holders.inactive_90),
    holding(
      'mfa_missing_holders',
      'Users without a second factor that hold access',
      known(holders.mfa_missing, holders.mfa_known),
    ),
    done('reviews_created', 'Reviews opened', 'count', 'neither', (at) => at.reviews.created),
    done('reviews_decided', 'Reviews decided', 'count', 'neither', (at) => at.reviews.decided),
    done('decided_within_sla', 'Answers within their deadline', 'percent', 'higher', ({ reviews }) =>
      percent(reviews.decided_within_sla, reviews.confirmed + reviews.revoked),
    ),
    done(
      'median_hours_to_decide',
      'Median time to decide',
      'hours',
      'lower',
      (at) => at.reviews.median_hours_to_decide,
    ),
    done('reviews_expired', 'Reviews that expired unanswered', 'count', 'lower', (at) => at.reviews.expired),
    done(
      'reviews_overdue',
      'Reviews open past their deadline',
      'count',
      'lower',
      (at) => at.reviews.open_overdue,
    ),
    done(
      'removals_completed',
      'Remediations recorded as done',
      'count',
      'neither',
      (at) => at.remediations.completed,
    ),
    done('removals_verified', 'Share of remediations verified removed', 'percent', 'higher', (at) =>
      percent(at.remediations.verified, allRemediations(at.remediations)),
    ),
    figure('observed_share', 'Time in which use was observed', 'percent', 'higher').of(
      facts.observed_share === null ? null : Math.round(facts.observed_share * 10_000) / 100,
      null,
    ),
  ];
}

const known = (value: number, of: number): number | null => (of === 0 ? null : value);

/** By its key; every key above is always there. */
export function figureOf(figures: readonly KeyFigure[], key: string): KeyFigure {
  const found = figures.find((figure) => figure.key === key);
  if (!found) throw new Error(`there is no figure ${key}`);
  return found;
}
