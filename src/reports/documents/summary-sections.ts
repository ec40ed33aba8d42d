import { type Flow, STYLE } from '@lapse/pdf';
import type { PlatformCoverage, RemediationOutcomes } from '../summary/compliance-summary.rules.ts';
import { duration } from '../summary/compliance-words.rules.ts';
import { remediationSentence } from '../summary/remediation-sentence.rules.ts';
import { BAND_CHART_HEIGHT, BAND_LABELS, BANDS, type Bands, bandCharts, sumOf } from './band-chart.ts';
import { countBars } from './bar-charts.ts';
import { count, decimal, NOTHING, share, shortInstant } from './format-values.ts';
import { fillTable, HALF_ID, INSTANT, numberColumn, shownTable } from './summary-tables.ts';

export function bandsSection(flow: Flow, bands: readonly Bands[]): void {
  flow.section('Score bands over time', { follow: BAND_CHART_HEIGHT + 70 });
  flow.paragraph(
    'All access that was held at each of these instants, as far as it had been observed by then, by how stale it was. The ' +
      'severe bands stand at the foot of the columns.',
  );
  if (bands.every((at) => sumOf(at, BANDS) === 0)) {
    flow.paragraph('No access is known to have been held at any instant of this period.', STYLE.strong);
    return;
  }
  bandCharts(flow, bands);
  fillTable(flow, bands, [
    { label: 'Instant (UTC)', share: 2, unbroken: INSTANT, cell: ({ at }) => shortInstant(at) },
    ...BANDS.map((band) => numberColumn<Bands>(BAND_LABELS[band], (at) => count(at[band]))),
    numberColumn('All', (at) => count(sumOf(at, BANDS))),
  ]);
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
  fillTable(flow, platforms, [
    { label: 'Platform', share: 2, strong: true, cell: ({ platform }) => platform },
    numberColumn('Grants', ({ grants }) => count(grants), '1,000,000'),
    numberColumn('Events', ({ events }) => count(events), '1,000,000,000'),
    numberColumn('Unobserved days', ({ unobserved_days }) => decimal(unobserved_days)),
    numberColumn('Share observed', ({ observed_share }) => share(observed_share), '100.0 %'),
    { label: 'Gaps (UTC)', share: 4, cell: ({ gaps }) => gapsText(gaps) },
  ]);
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

export function remediationsSection(flow: Flow, removals: RemediationOutcomes): void {
  flow.section('Remediation of access', { follow: 240 });
  if (removals.requested + removals.carried_over === 0) {
    flow.paragraph('No remediation of access was requested or under way in this period.', STYLE.strong);
    return;
  }
  flow.paragraph(
    `Remediations asked for in this period: ${count(removals.requested)}; carried over from before: ` +
      `${count(removals.carried_over)}; completed: ${count(removals.completed)}. ${remediationSentence(removals)} Verified is ` +
      'what a connector, an import or a sync saw to be gone.' +
      (removals.median_minutes_to_verified === null
        ? ''
        : ` From the decision to that proof the median was ${removals.median_minutes_to_verified < 1 ? 'less than a minute' : duration(removals.median_minutes_to_verified / 60)}.`),
  );
  countBars(flow, 'Remediations by state', [
    ['Verified removed', removals.verified],
    ['Attested, not verified', removals.attested],
    ['Simulated', removals.simulated],
    ['Recorded, not verified', removals.not_verified],
    ['Claimed, but seen again', removals.contradicted],
    ['Failed', removals.failed],
    ['Blocked by a guard', removals.blocked],
    ['Reverted', removals.reverted],
    ['Called off', removals.cancelled],
    ['Rehearsed (dry run)', removals.rehearsed],
    ['Requested of a person', removals.awaiting_person],
    ['Otherwise open', removals.open - removals.awaiting_person],
  ]);
  flow.subheading('Failed, blocked, reverted or seen again');
  const { exceptions } = removals;
  if (exceptions.total === 0) {
    flow.paragraph('No remediation failed, was blocked or reverted, or was contradicted in this period.');
    return;
  }
  shownTable(flow, exceptions, 'Remediation of access', [
    { label: 'Person', share: 4, cell: (row) => row.principal_name },
    { label: 'Asset', share: 4, cell: (row) => row.asset_name },
    { label: 'State', share: 2, unbroken: 'contradicted', cell: (row) => row.status },
    { label: 'Reason', share: 6, cell: (row) => row.reason ?? NOTHING },
    { label: 'At (UTC)', share: 2, unbroken: INSTANT, cell: (row) => shortInstant(row.at) },
    { label: 'Remediation', share: 1, unbroken: HALF_ID, cell: (row) => row.remediation_id },
  ]);
}
