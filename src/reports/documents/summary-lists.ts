import { type Flow, STYLE } from '@lapse/pdf';
import type {
  ComplianceSummary,
  ControlEvidence,
  ExceptionRow,
  Shown,
  StaleAccess,
} from '../summary/compliance-summary.rules.ts';
import { count, decimal, figure, NOTHING, oneDecimal, shortInstant } from './format-values.ts';
import { fillTable, HALF_ID, INSTANT, shownTable } from './summary-tables.ts';

/** The sections whose tables need the width of a page on its side. */

export function staleSection(flow: Flow, stale: Shown<StaleAccess>): void {
  flow.section('Stale access by risk', { landscape: true });
  if (stale.total === 0) {
    flow.paragraph('No access was stale at the end of this period.', STYLE.strong);
    return;
  }
  flow.paragraph(
    `${stale.total > stale.rows.length ? `The riskiest of ${count(stale.total)} stale grants.` : `All stale grants (${count(stale.total)}), the riskiest first.`} Risk weighs the score by how sensitive the data is and how much ` +
      'the permission allows.',
  );
  const lastUse = ({ last_used_at: at }: StaleAccess): string =>
    at === null ? 'Never seen' : shortInstant(at);
  shownTable(flow, stale, 'Stale access', [
    { label: 'Person', share: 7, cell: (row) => row.principal_name },
    { label: 'Department', share: 5, cell: (row) => row.department ?? NOTHING },
    { label: 'Asset', share: 7, cell: (row) => row.asset_name },
    { label: 'Platform', share: 4, cell: (row) => row.platform },
    { label: 'Classification', share: 4, cell: (row) => row.classification ?? NOTHING },
    { label: 'Permission', share: 3, cell: (row) => row.permission },
    { label: 'Risk', share: 2, align: 'right', unbroken: '100.0', cell: (row) => oneDecimal(row.risk) },
    { label: 'Score', share: 2, align: 'right', unbroken: '100.0', cell: (row) => oneDecimal(row.score) },
    { label: 'Band', share: 2, unbroken: 'CRITICAL', cell: (row) => row.risk_level },
    { label: 'Last used (UTC)', share: 2, unbroken: INSTANT, cell: lastUse },
    { label: 'Lapsed (UTC)', share: 2, unbroken: INSTANT, cell: (row) => shortInstant(row.lapses_at) },
    { label: 'Grant', share: 1, unbroken: HALF_ID, cell: (row) => row.grant_id },
  ]);
}

export function exceptionsSection(flow: Flow, exceptions: ComplianceSummary['exceptions']): void {
  flow.section('Exceptions', { landscape: true, follow: 120 });
  flow.paragraph(
    'Decisions that deserve a second look. They are not faults by themselves: a reviewer may know what the data does not.',
  );
  flow.subheading('Confirmed although remediation was recommended');
  decisions(
    flow,
    exceptions.confirmed_against_recommendation,
    'No access was confirmed against a recommendation in this period.',
  );
  flow.subheading('Decided within 5 seconds');
  decisions(
    flow,
    exceptions.fast_decisions,
    'No decision was made within 5 seconds of the opening of the review, or of the same person’s decision before.',
  );
  flow.subheading('Several confirmations at one instant');
  const { bulk_confirmations: bulk } = exceptions;
  if (bulk.total === 0) {
    flow.paragraph('Nobody confirmed several grants at one instant in this period.');
    return;
  }
  shownTable(flow, bulk, 'Review decisions', [
    { label: 'Decided by', share: 6, cell: (row) => row.decided_by },
    { label: 'At (UTC)', share: 3, unbroken: INSTANT, cell: (row) => shortInstant(row.decided_at) },
    { label: 'Grants', share: 1, align: 'right', cell: (row) => count(row.grants) },
    { label: 'Reviews', share: 1, align: 'right', cell: (row) => count(row.reviews) },
  ]);
}

function decisions(flow: Flow, shown: Shown<ExceptionRow>, none: string): void {
  if (shown.total === 0) {
    flow.paragraph(none);
    return;
  }
  const secondsOf = ({ seconds }: ExceptionRow): string => (seconds === null ? NOTHING : decimal(seconds));
  shownTable(flow, shown, 'Review decisions', [
    { label: 'Person', share: 6, cell: (row) => row.principal_name },
    { label: 'Asset', share: 6, cell: (row) => row.asset_name },
    { label: 'Risk', share: 2, unbroken: 'CRITICAL', cell: (row) => row.risk_level },
    { label: 'Decision', share: 3, cell: (row) => row.decision },
    { label: 'Decided by', share: 6, cell: (row) => row.decided_by },
    { label: 'Decided (UTC)', share: 2, unbroken: INSTANT, cell: (row) => shortInstant(row.decided_at) },
    { label: 'Seconds', share: 1, align: 'right', unbroken: '1,000.0', cell: secondsOf },
    { label: 'Reason', share: 8, cell: (row) => (row.reason === '' ? NOTHING : row.reason) },
    { label: 'Review', share: 1, unbroken: HALF_ID, cell: (row) => row.review_id },
  ]);
}

const NEEDS_A_LOOK = 'Needs a look';

export function controlsSection(flow: Flow, controls: readonly ControlEvidence[]): void {
  flow.section('Mapping to controls', { landscape: true, follow: 110 });
  flow.paragraph(
    'Which figure of this report supports which control. It is evidence for an assessor, not a verdict about compliance.',
  );
  if (controls.length === 0) {
    flow.paragraph('No control is mapped.', STYLE.strong);
    return;
  }
  const supporting = ({ value, unit }: ControlEvidence): string => figure(value, unit);
  const attentionOf = (row: ControlEvidence): string => (row.attention ? NEEDS_A_LOOK : NOTHING);
  fillTable(flow, controls, [
    { label: 'Framework', share: 4, strong: true, cell: (row) => row.framework },
    { label: 'Control', share: 3, strong: true, cell: (row) => row.control },
    { label: 'What it asks for', share: 9, cell: (row) => row.requirement },
    { label: 'Evidence', share: 10, cell: (row) => row.evidence },
    { label: 'Supporting figure', share: 6, cell: (row) => row.figure },
    { label: 'Value', share: 2, align: 'right', unbroken: '1,000.0 %', cell: supporting },
    { label: 'Attention', share: 1, unbroken: NEEDS_A_LOOK, cell: attentionOf },
  ]);
}
