import { type Flow, STYLE } from '@lapse/pdf';
import type {
  ComplianceSummary,
  ControlEvidence,
  ExceptionRow,
  Shown,
  StaleAccess,
} from '../summary/compliance-summary.rules.ts';
import { count, decimal, figure, NOTHING, oneDecimal, shortInstant } from './format-values.ts';
import { fillTable, HALF_ID, INSTANT, shownNote } from './summary-tables.ts';

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
  fillTable(
    flow,
    [
      { label: 'Person', share: 7 },
      { label: 'Department', share: 5 },
      { label: 'Asset', share: 7 },
      { label: 'Platform', share: 4 },
      { label: 'Classification', share: 4 },
      { label: 'Permission', share: 3 },
      { label: 'Risk', share: 2, align: 'right', unbroken: '100.0' },
      { label: 'Score', share: 2, align: 'right', unbroken: '100.0' },
      { label: 'Band', share: 2, unbroken: 'CRITICAL' },
      { label: 'Last used (UTC)', share: 2, unbroken: INSTANT },
      { label: 'Lapsed (UTC)', share: 2, unbroken: INSTANT },
      { label: 'Grant', share: 1, unbroken: HALF_ID },
    ],
    stale.rows.map((row) => [
      row.principal_name,
      row.department ?? NOTHING,
      row.asset_name,
      row.platform,
      row.classification ?? NOTHING,
      row.permission,
      oneDecimal(row.risk),
      oneDecimal(row.score),
      row.risk_level,
      row.last_used_at === null ? 'Never seen' : shortInstant(row.last_used_at),
      shortInstant(row.lapses_at),
      row.grant_id,
    ]),
  );
  shownNote(flow, stale, 'Stale access');
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
  fillTable(
    flow,
    [
      { label: 'Decided by', share: 6 },
      { label: 'At (UTC)', share: 3, unbroken: INSTANT },
      { label: 'Grants', share: 1, align: 'right' },
      { label: 'Reviews', share: 1, align: 'right' },
    ],
    bulk.rows.map((row) => [
      row.decided_by,
      shortInstant(row.decided_at),
      count(row.grants),
      count(row.reviews),
    ]),
  );
  shownNote(flow, bulk, 'Review decisions');
}

function decisions(flow: Flow, shown: Shown<ExceptionRow>, none: string): void {
  if (shown.total === 0) {
    flow.paragraph(none);
    return;
  }
  fillTable(
    flow,
    [
      { label: 'Person', share: 6 },
      { label: 'Asset', share: 6 },
      { label: 'Risk', share: 2, unbroken: 'CRITICAL' },
      { label: 'Decision', share: 3 },
      { label: 'Decided by', share: 6 },
      { label: 'Decided (UTC)', share: 2, unbroken: INSTANT },
      { label: 'Seconds', share: 1, align: 'right', unbroken: '1,000.0' },
      { label: 'Reason', share: 8 },
      { label: 'Review', share: 1, unbroken: HALF_ID },
    ],
    shown.rows.map((row) => [
      row.principal_name,
      row.asset_name,
      row.risk_level,
      row.decision,
      row.decided_by,
      shortInstant(row.decided_at),
      row.seconds === null ? NOTHING : decimal(row.seconds),
      row.reason === '' ? NOTHING : row.reason,
      row.review_id,
    ]),
  );
  shownNote(flow, shown, 'Review decisions');
}

export function controlsSection(flow: Flow, controls: readonly ControlEvidence[]): void {
  flow.section('Mapping to controls', { landscape: true, follow: 110 });
  flow.paragraph(
    'Which figure of this report supports which control. It is evidence for an assessor, not a verdict about compliance.',
  );
  if (controls.length === 0) {
    flow.paragraph('No control is mapped.', STYLE.strong);
    return;
  }
  fillTable(
    flow,
    [
      { label: 'Framework', share: 4, strong: true },
      { label: 'Control', share: 3, strong: true },
      { label: 'What it asks for', share: 9 },
      { label: 'Evidence', share: 10 },
      { label: 'Supporting figure', share: 6 },
      { label: 'Value', share: 2, align: 'right', unbroken: '1,000.0 %' },
      { label: 'Attention', share: 1, unbroken: 'Needs a look' },
    ],
    controls.map((row) => [
      row.framework,
      row.control,
      row.requirement,
      row.evidence,
      row.figure,
      figure(row.value, row.unit),
      row.attention ? 'Needs a look' : NOTHING,
    ]),
  );
}
