import { type Window, withSetPlans } from '../../core/overview/figures.sql.ts';
import { grantsBefore, nameGrants } from '../../core/overview/grant-figures.sql.ts';
import type { Policy } from '../../core/policy/policy.rules.ts';
import { slaMs } from '../../core/reviews/review.rules.ts';
import { riskLevel } from '../../core/scores/decay.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Cell, Completeness } from '../content.rules.ts';
import { filterWords, type ReportFilters, type ReportRequest } from '../report.rules.ts';
import { keyFigures } from './compliance-figures.rules.ts';
import { summaryRows } from './compliance-rows.rules.ts';
import { executiveSummary } from './compliance-sentences.rules.ts';
import type { ComplianceSummary, StaleAccess } from './compliance-summary.rules.ts';
import { controlEvidence } from './control-evidence.rules.ts';
import { type CountedGrants, GrantCounter } from './count-grants.ts';
import { coverTelemetry, observedShare } from './cover-telemetry.ts';
import { type Asked, SHOWN_MAX } from './figures-asked.sql.ts';
import {
  countDecisions,
  countWithoutReason,
  listAgainstRecommendation,
  listBulkConfirmations,
  listFastDecisions,
} from './figures-exceptions.sql.ts';
import { countRemediations, listRemediationExceptions } from './figures-remediations.sql.ts';
import { countReviews, listOverdue, type ReviewFigures } from './figures-reviews.sql.ts';
import { countEvents, listGaps, recordsReachBackTo } from './figures-telemetry.sql.ts';

const INSTANTS = 13;
const HOUR_MS = 3_600_000;

export interface BuiltSummary {
  summary: ComplianceSummary;
  rows: Cell[][];
  sources: Completeness['sources'];
}

/**
 * Everything as it was at the end of the period. To be called in one transaction that sees one state of the data; the
 * policy is the one that was in force at that instant.
 */
export async function buildSummary(
  tx: Querier,
  {
    period_start: from,
    period_end: to,
    filters,
  }: Pick<ReportRequest, 'period_start' | 'period_end' | 'filters'>,
  policy: Policy,
): Promise<BuiltSummary> {
  const window: Window = { from, to };
  const asked: Asked = { window, filters };
  const instants = spacedInstants(Date.parse(from), Date.parse(to));
  return withSetPlans(tx, async () => {
    const counted = await countGrants(tx, asked, { instants, policy });
    const firstRecord = await recordsReachBackTo(tx);
    const earlier = { window: windowBefore(window), filters };
    const isKnown = firstRecord !== null && firstRecord <= earlier.window.from;
    const activity = await countActivity(tx, asked);
    const before = isKnown ? await countActivity(tx, earlier) : null;
    const events = await countEvents(tx, asked);
    const gaps = await listGaps(tx, asked);
    const telemetry = coverTelemetry({ grants: counted.by_platform, events, gaps }, asked);
    const exceptions: ComplianceSummary['exceptions'] = {
      confirmed_against_recommendation: await listAgainstRecommendation(tx, asked),
      fast_decisions: await listFastDecisions(tx, asked),
      bulk_confirmations: await listBulkConfirmations(tx, asked),
      without_reason: await countWithoutReason(tx, asked),
    };
    const key_figures = keyFigures({
      now: { ...counted.at_end, ...activity },
      before: { held: counted.observed_from === 0 ? counted.at_start : null, activity: before },
      holders: counted.holders,
      unanswered: counted.unanswered,
      observed_share: observedShare(telemetry),
      dormant_days: policy.shifts.dormant.after_days,
    });
    const reviews = reviewOutcomes(activity.reviews, policy);
    const { rows: removals, ...remediationCounts } = activity.remediations;
    const remediations = {
      ...remediationCounts,
      exceptions: await listRemediationExceptions(tx, asked),
    };
    const facts = { key_figures, telemetry, reviews, remediations, exceptions };
    const summary: ComplianceSummary = {
      executive_summary: executiveSummary({ ...facts, holders: counted.holders.holders }),
      key_figures,
      score_bands: bandsAt(instants, counted),
      telemetry,
      reviews,
      overdue: await listOverdue(tx, asked),
      remediations,
      stale_access: { total: counted.at_end.stale, rows: await describeStale(tx, counted) },
      exceptions,
      controls: controlEvidence(facts),
      notes: notesOf(filters),
    };
    const sources = [
      { name: 'grants', rows: counted.grants },
      { name: 'score_history', rows: counted.changes },
      { name: 'reviews', rows: activity.reviews.rows },
      { name: 'review_decisions', rows: await countDecisions(tx, window) },
      { name: 'remediations', rows: removals },
      { name: 'events', rows: [...events.values()].reduce((sum, each) => sum + each, 0) },
      { name: 'telemetry_gaps', rows: gaps.length },
    ];
    return { summary, rows: summaryRows(summary), sources };
  });
}

async function countGrants(
  tx: Querier,
  { window, filters }: Asked,
  { instants, policy }: { instants: number[]; policy: Policy },
): Promise<CountedGrants> {
  const counter = new GrantCounter(instants, policy, SHOWN_MAX);
  for await (const rows of grantsBefore(tx, { since: window.from, to: window.to, filters }))
    for (const row of rows) counter.add(row);
  return counter.finish();
}

async function countActivity(tx: Querier, asked: Asked) {
  return { reviews: await countReviews(tx, asked), remediations: await countRemediations(tx, asked) };
}

/** Equally spaced from the start to the end, both included. */
export function spacedInstants(from: number, to: number): number[] {
  const steps = INSTANTS - 1;
  const instants = Array.from({ length: INSTANTS }, (_, i) => Math.round(from + ((to - from) * i) / steps));
  return [...new Set(instants)];
}

function windowBefore({ from, to }: Window): Window {
  const length = Date.parse(to) - Date.parse(from);
  return { from: new Date(Date.parse(from) - length).toISOString(), to: from };
}

/** From the first instant at which anything had been observed; the end is there in any case. */
function bandsAt(
  instants: readonly number[],
  { bands, observed_from }: CountedGrants,
): ComplianceSummary['score_bands'] {
  const from = observed_from ?? instants.length - 1;
  return instants.slice(from).map((at, i) => {
    const [low, medium, high, critical] = bands[from + i] as [number, number, number, number];
    return { at: new Date(at).toISOString(), low, medium, high, critical };
  });
}

function reviewOutcomes(
  { rows: _, ...figures }: ReviewFigures,
  policy: Policy,
): ComplianceSummary['reviews'] {
  return {
    ...figures,
    by_risk: figures.by_risk.map(({ risk_level, ...rest }) => ({
      risk_level,
      sla_hours: slaMs(risk_level, policy) / HOUR_MS,
      ...rest,
    })),
  };
}

async function describeStale(tx: Querier, { riskiest }: CountedGrants): Promise<StaleAccess[]> {
  const names = await nameGrants(
    tx,
    riskiest.map((grant) => grant.id),
  );
  return riskiest.flatMap(({ id, last_used_at, lapses_at, ...grant }) => {
    const named = names.get(id);
    if (!named) return [];
    const { principal_name, department, asset_name } = named;
    return {
      grant_id: id,
      ...grant,
      principal_name,
      department,
      asset_name,
      risk_level: riskLevel(grant.score),
      last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
      lapses_at: new Date(lapses_at).toISOString(),
    };
  });
}

/** What a reader must know to read the figures right. */
function notesOf(filters: ReportFilters): string[] {
  const filtered = filterWords(filters);
  return [
    'All figures are as of the end of the period; what happened later is not in them.',
    'Access counts as held from when it was granted until it was removed at the platform, but not before anything was observed of it: the import that brought it, or its first use.',
    'A score above 50 is stale, above 80 critically stale: access unused for longer than its own habit explains.',
    'Of uses before the last one the day is kept, not the time; where access was used again after an instant, its score then is computed with noon of that day.',
    'Departments, classifications, disabled accounts and second factors are those of the directory when the report was made; their past is not kept.',
    'A deadline is the first one a review had; passing it on to somebody else does not extend it here.',
    'Disabled accounts include service accounts; figures about logins and second factors are about users. Groups are not counted as accounts.',
    ...(filtered.length === 0 ? [] : [`Only access of this kind was counted: ${filtered.join(', ')}.`]),
  ];
}
