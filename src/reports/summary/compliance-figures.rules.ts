import type {
  ComplianceSummary,
  KeyFigure,
  RemediationOutcomes,
  ReviewOutcomes,
} from './compliance-summary.rules.ts';
import { allRemediations } from './remediation-sentence.rules.ts';

/** What is held at one instant. */
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
  reviews: Pick<
    ReviewOutcomes,
    | 'created'
    | 'decided'
    | 'confirmed'
    | 'revoked'
    | 'expired'
    | 'open_overdue'
    | 'decided_within_sla'
    | 'median_hours_to_decide'
  >;
  remediations: Pick<RemediationOutcomes, 'requested' | 'carried_over' | 'completed' | 'verified'>;
}

/** Principals that hold access at the end of the period. Groups are not counted: their members are. */
export interface HolderFigures {
  holders: number;
  /** Users of whom is known whether they sign in with a second factor, and those who do not. */
  mfa_known: number;
  mfa_missing: number;
  disabled: number;
  /** Users who have not signed in for as long as the policy calls dormant; only those whose last login is known. */
  login_known: number;
  dormant: number;
  /** Enabled users without any sign of life for 90 days: no login, no use; of access without a known use, since it was granted and known to Lapse. */
  inactive_90: number;
}

export interface FigureFacts {
  now: HeldFigures & ActivityFigures;
  /** Null: the data does not reach back that far. */
  before: { held: HeldFigures | null; activity: ActivityFigures | null };
  holders: Omit<HolderFigures, 'holders'>;
  /** Stale grants whose last review nobody answered, at the end. */
  unanswered: number;
  /** Of all platforms together, 0 to 1; null without any platform. */
  observed_share: number | null;
  dormant_days: number;
}

/** Two decimals; null when there is nothing to take a share of. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;

type About = [key: string, label: string, unit: KeyFigure['unit'], better: KeyFigure['better']];

function figure(about: About, value: number | null, previous: number | null): KeyFigure {
  const [key, label, unit, better] = about;
  return { key, label, value, unit, previous, better };
}

/** In the order in which they are shown. The past of the directory is not kept, so holders have no trend. */
export function keyFigures(facts: FigureFacts): KeyFigure[] {
  const { now, before, holders, unanswered, observed_share, dormant_days } = facts;
  const held = (read: (at: HeldFigures) => number | null, ...about: About): KeyFigure =>
    figure(about, read(now), before.held && read(before.held));
  const done = (read: (at: ActivityFigures) => number | null, ...about: About): KeyFigure =>
    figure(about, read(now), before.activity && read(before.activity));
  const reviewed = (name: keyof ActivityFigures['reviews'], ...about: About): KeyFigure =>
    done(({ reviews }) => reviews[name], ...about);
  const holding = (key: string, label: string, value: number | null): KeyFigure =>
    figure([key, label, 'count', 'lower'], value, null);
  const staleShare = ({ stale, held }: HeldFigures): number | null => percent(stale, held);
  const criticalShare = ({ critical, held }: HeldFigures): number | null => percent(critical, held);
  const inTime = ({ reviews }: ActivityFigures): number | null =>
    percent(reviews.decided_within_sla, reviews.confirmed + reviews.revoked);
  const completed = ({ remediations }: ActivityFigures): number => remediations.completed;
  const verified = ({ remediations }: ActivityFigures): number | null =>
    percent(remediations.verified, allRemediations(remediations));
  const dormant = known(holders.dormant, holders.login_known);
  const withoutMfa = known(holders.mfa_missing, holders.mfa_known);
  const observed = observed_share === null ? null : percent(observed_share, 1);
  return [
    held((at) => at.held, 'active_grants', 'Access held', 'count', 'neither'),
    held((at) => at.stale, 'stale_grants', 'Stale access', 'count', 'lower'),
    held(staleShare, 'stale_share', 'Share of access that is stale', 'percent', 'lower'),
    held((at) => at.critical, 'critical_grants', 'Critically stale access', 'count', 'lower'),
    held(criticalShare, 'critical_share', 'Share that is critically stale', 'percent', 'lower'),
    held((at) => at.never_used, 'never_used_grants', 'Access never used', 'count', 'lower'),
    held((at) => at.privileged_stale, 'privileged_stale', 'Stale administrative access', 'count', 'lower'),
    held((at) => at.personal_stale, 'personal_stale', 'Stale access to personal data', 'count', 'lower'),
    holding('unanswered_stale', 'Stale access whose last review nobody answered', unanswered),
    holding('disabled_holders', 'Disabled accounts that hold access', holders.disabled),
    holding('dormant_holders', `Users without a login for ${dormant_days} days that hold access`, dormant),
    holding('inactive_90_holders', 'Users inactive for 90 days that hold access', holders.inactive_90),
    holding('mfa_missing_holders', 'Users without a second factor that hold access', withoutMfa),
    reviewed('created', 'reviews_created', 'Reviews opened', 'count', 'neither'),
    reviewed('decided', 'reviews_decided', 'Reviews decided', 'count', 'neither'),
    done(inTime, 'decided_within_sla', 'Answers within their deadline', 'percent', 'higher'),
    reviewed('median_hours_to_decide', 'median_hours_to_decide', 'Median time to decide', 'hours', 'lower'),
    reviewed('expired', 'reviews_expired', 'Reviews that expired unanswered', 'count', 'lower'),
    reviewed('open_overdue', 'reviews_overdue', 'Reviews open past their deadline', 'count', 'lower'),
    done(completed, 'removals_completed', 'Remediations recorded as done', 'count', 'neither'),
    done(verified, 'removals_verified', 'Share of remediations verified removed', 'percent', 'higher'),
    figure(['observed_share', 'Time in which use was observed', 'percent', 'higher'], observed, null),
  ];
}

const known = (value: number, of: number): number | null => (of === 0 ? null : value);

/** By its key; every key above is always there. */
export function figureOf({ key_figures }: Pick<ComplianceSummary, 'key_figures'>, key: string): KeyFigure {
  const found = key_figures.find((figure) => figure.key === key);
  if (!found) throw new Error(`there is no figure ${key}`);
  return found;
}
