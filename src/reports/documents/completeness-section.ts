import { type Flow, Table } from '@lapse/pdf';
import type { Completeness, ReportHead } from '../content.rules.ts';
import { facts } from './facts.ts';
import { count, longInstant } from './format-values.ts';
import { filtersText } from './head-facts.ts';

/** What lets a reader tell whether rows are missing or were altered. */
export function completenessSection(
  flow: Flow,
  head: ReportHead,
  completeness: Completeness,
  landscape: boolean,
): void {
  flow.section('Completeness', { follow: 150, landscape });
  flow.paragraph(
    'These facts let a reader establish that nothing was left out and nothing was changed since. The same report ' +
      'asked for as CSV has exactly the SHA-256 value given here.',
  );
  const { audit_checkpoint: checkpoint } = completeness;
  facts(flow, [
    ['Rows of the report', count(completeness.row_count)],
    ['Filters', filtersText(head.filters)],
    ['SHA-256 of the CSV', completeness.rows_sha256],
    ...(checkpoint === null
      ? ([['Audit checkpoint', 'None: the audit log had no entry by the end of the period.']] as const)
      : ([
          ['Audit checkpoint', `${checkpoint.origin}, signed ${longInstant(checkpoint.signed_at)}`],
          ['Entries it covers', count(checkpoint.tree_size)],
          ['Its root hash', checkpoint.root_hash],
        ] as const)),
  ]);
  flow.subheading('Sources');
  if (completeness.sources.length === 0) {
    flow.paragraph('No source was read.');
    return;
  }
  const table = new Table(flow, [
    { label: 'Source', share: 5 },
    { label: 'Rows read', share: 1, align: 'right' },
  ]);
  for (const { name, rows } of completeness.sources) {
    table.row([name, count(rows)]);
  }
  table.end();
}
