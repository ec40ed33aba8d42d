import type {
  ComplianceSummary,
  OverdueReview,
  PlatformCoverage,
  RemediationOutcomes,
  ReviewOutcomes,
  Shown,
} from '../../../domain/compliance-summary.ts';
import { BAND_CHART_HEIGHT, BAND_LABELS, bandCharts } from './band-chart.ts';
import { countBars, deadlineBars } from './bar-charts.ts';
import type { Flow } from './flow.ts';
import { count, decimal, NOTHING, oneDecimal, share, shortInstant } from './format-values.ts';
import { Table, type TableColumn } from './table.ts';
import { COLOUR, STYLE } from './theme.ts';

export const INSTANT = '2026-10-01 23:45';
/** Identifiers break once, in their middle. */
export const HALF_ID = 'dddddddd-dddd-dddd-';
const number = (label: string, unbroken = '1,000'): TableColumn => ({
  label,
  share: 1,
  align: 'right',
  unbroken,
});

export function fillTable(flow: Flow, columns: readonly TableColumn[], rows: readonly string[][]): void {
  const table = new Table(flow, columns);
  for (const row of rows) {
    table.row(row);
  }
  table.end();
}

/** Says how many of a list are shown, when not all are. */
export function shownNote(flow: Flow, { total, rows }: Shown<unknown>, where: string): void {
  if (total > rows.length) {
    flow.paragraph(
      `${count(rows.length)} of ${count(total)} are shown here; the report "${where}" has all of them.`,
      STYLE.small,
      COLOUR.muted,
    );
  }
}

export function bandsSection(flow: Flow, bands: ComplianceSummary['score_bands']): void {
  flow.section('Score bands over time', { follow: BAND_CHART_HEIGHT + 70 });
  flow.paragraph(
    'All access that was held at each of these instants, by how stale it was. The severe bands stand at the foot of the ' +
      'columns.',
  );
  if (bands.every(({ low, medium, high, critical }) => low + medium + high + critical === 0)) {
    flow.paragraph('No access was held at any instant of this period.', STYLE.strong);
    return;
  }
  bandCharts(flow, bands);
  fillTable(
    flow,
    [
      { label: 'Instant (UTC)', share: 2, unbroken: INSTANT },
      ...(['low', 'medium', 'high', 'critical'] as const).map((band) => number(BAND_LABELS[band])),
      number('All'),
    ],
    bands.map(({ at, low, medium, high, critical }) => [
      shortInstant(at),
      ...[low, medium, high, critical, low + medium + high + critical].map(count),
    ]),
  );
}

export function telemetrySection(flow: Flow, platforms: readonly PlatformCoverage[]): void {
  flow.section('Coverage of telemetry', { follow: 110 });
  flow.paragraph(
    'Access counts as unused only where its use would have been seen. While a platform was not observed no score of its ' +
      'access rose.',
  );
  if (platforms.length === 0) {
    flow.paragraph('No platform held access in this period.', STYLE.strong);
    return;
  }
  fillTable(
    flow,
    [
      { label: 'Platform', share: 2, strong: true },
      number('Grants', '1,000,000'),
      number('Events', '1,000,000,000'),
      number('Unobserved days'),
      number('Share observed', '100.0 %'),
      { label: 'Gaps (UTC)', share: 4 },
    ],
    platforms.map((platform) => [
      platform.platform,
      count(platform.grants),
      count(platform.events),
      decimal(platform.unobserved_days),
      share(platform.observed_share),
      gapsText(platform.gaps),
    ]),
  );
}

function gapsText(gaps: PlatformCoverage['gaps']): string {
  const shown = gaps
    .slice(0, 12)
    .map(
      ({ started_at, ended_at }) =>
        `${shortInstant(started_at)} to ${ended_at === null ? 'still open' : shortInstant(ended_at)}`,
    );
  const rest = gaps.length > 12 ? [`and ${count(gaps.length - 12)} more`] : [];
  return gaps.length === 0 ? 'None' : [...shown, ...rest].join('\n');
}

export function reviewsSection(flow: Flow, reviews: ReviewOutcomes): void {
  flow.section('Reviews', { follow: 220 });
  if (reviews.created + reviews.decided + reviews.open + reviews.expired === 0) {
    flow.paragraph('No review was opened, decided or open in this period.', STYLE.strong);
    return;
  }
  flow.paragraph(
    `${count(reviews.created)} reviews were opened and ${count(reviews.decided)} were decided. Of the decisions made by ` +
      `people, ${count(reviews.decided_within_sla)} came within the deadline and ${count(reviews.decided_late)} late.` +
      medianSentence(reviews),
  );
  flow.subheading('By outcome', 150);
  const bars = [
    ['Confirmed', reviews.confirmed],
    ['Revoked', reviews.revoked],
    ['Confirmed by use', reviews.confirmed_by_use],
    ['Removed elsewhere', reviews.removed_elsewhere],
    ['Passed on (escalated)', reviews.escalated],
    ['Expired unanswered', reviews.expired],
    ['Open at the end', reviews.open],
    ['Open and overdue', reviews.open_overdue],
  ] as const;
  const words = bars.map(([label, value]) => `${label.toLowerCase()} ${count(value)}`).join(', ');
  countBars(flow, `Reviews by outcome: ${words}.`, bars);
  if (reviews.by_risk.length === 0) {
    return;
  }
  flow.subheading('Time to decide against the deadline', 130);
  deadlineBars(flow, reviews.by_risk);
  fillTable(
    flow,
    [
      { label: 'Risk', share: 2, strong: true },
      number('Deadline (hours)'),
      number('Opened'),
      number('Decided'),
      number('Within the deadline'),
      number('Median hours'),
    ],
    reviews.by_risk.map((row) => [
      row.risk_level,
      count(row.sla_hours),
      count(row.created),
      count(row.decided),
      count(row.decided_within_sla),
      row.median_hours_to_decide === null ? NOTHING : oneDecimal(row.median_hours_to_decide),
    ]),
  );
}

function medianSentence({
  median_hours_to_decide: median,
  p90_hours_to_decide: p90,
}: ReviewOutcomes): string {
  return median === null
    ? ''
    : ` Half of them took no more than ${oneDecimal(median)} hours` +
        (p90 === null ? '.' : `, nine in ten no more than ${oneDecimal(p90)} hours.`);
}

export function overdueSection(flow: Flow, overdue: Shown<OverdueReview>): void {
  flow.section('Overdue and expired reviews', { follow: 70 });
  if (overdue.total === 0) {
    flow.paragraph('No review was overdue at the end of this period, and none expired in it.', STYLE.strong);
    return;
  }
  flow.paragraph(
    `${count(overdue.total)} ${overdue.total === 1 ? 'review was' : 'reviews were'} open past the deadline at the end of ` +
      'the period, or expired in it without an answer. The most overdue come first.',
  );
  fillTable(
    flow,
    [
      { label: 'Person', share: 4 },
      { label: 'Asset', share: 4 },
      { label: 'Risk', share: 2, unbroken: 'CRITICAL' },
      { label: 'State', share: 2, unbroken: 'ESCALATED' },
      { label: 'Assigned to', share: 4 },
      { label: 'Due (UTC)', share: 2, unbroken: INSTANT },
      number('Hours overdue', '1,000.0'),
      { label: 'Review', share: 1, unbroken: HALF_ID },
    ],
    overdue.rows.map((row) => [
      row.principal_name,
      row.asset_name,
      row.risk_level,
      row.status,
      row.assigned_to ?? 'Nobody',
      shortInstant(row.due_at),
      oneDecimal(row.overdue_hours),
      row.review_id,
    ]),
  );
  shownNote(flow, overdue, 'Review decisions');
}

export function removalsSection(flow: Flow, removals: RemediationOutcomes): void {
  flow.section('Removal of access', { follow: 190 });
  if (removals.requested + removals.carried_over === 0) {
    flow.paragraph('No removal of access was asked for or under way in this period.', STYLE.strong);
    return;
  }
  flow.paragraph(
    `${count(removals.requested)} removals were asked for in this period and ${count(removals.carried_over)} were carried ` +
      `over from before. ${count(removals.completed)} were carried out; for ${count(removals.verified)} of them the platform ` +
      'was read back and the access was gone.' +
      (removals.median_minutes_to_verified === null
        ? ''
        : ` From the decision to that proof the median was ${oneDecimal(removals.median_minutes_to_verified)} minutes.`),
  );
  const bars = [
    ['Done', removals.completed],
    ['Done and verified', removals.verified],
    ['Failed', removals.failed],
    ['Blocked by a guard', removals.blocked],
    ['Reverted', removals.reverted],
    ['Called off', removals.cancelled],
    ['Rehearsed (dry run)', removals.rehearsed],
    ['Open at the end', removals.open],
  ] as const;
  const words = bars.map(([label, value]) => `${label.toLowerCase()} ${count(value)}`).join(', ');
  countBars(flow, `Removals by state: ${words}.`, bars);
  flow.subheading('Failed, blocked or reverted', 60);
  const { exceptions } = removals;
  if (exceptions.total === 0) {
    flow.paragraph('No removal failed, was blocked or was reverted in this period.');
    return;
  }
  fillTable(
    flow,
    [
      { label: 'Person', share: 4 },
      { label: 'Asset', share: 4 },
      { label: 'State', share: 2, unbroken: 'cancelled' },
      { label: 'Reason', share: 6 },
      { label: 'At (UTC)', share: 2, unbroken: INSTANT },
      { label: 'Removal', share: 1, unbroken: HALF_ID },
    ],
    exceptions.rows.map((row) => [
      row.principal_name,
      row.asset_name,
      row.status,
      row.reason ?? NOTHING,
      shortInstant(row.at),
      row.remediation_id,
    ]),
  );
  shownNote(flow, exceptions, 'Removal of access');
}
