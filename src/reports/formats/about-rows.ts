import { type Completeness, organisationOf, type ReportHead } from '../content.rules.ts';

/** What a report says about itself, as pairs of a label and a value. */
export function aboutRows(head: ReportHead, completeness: Completeness): [string, string | number][] {
  const { filters } = head;
  const { audit_checkpoint: checkpoint, integrity } = completeness;
  const given = Object.entries(filters).filter(([, value]) => value !== null);
  return [
    ['Report', head.title],
    ['Organisation', organisationOf(head)],
    ['Tenant', head.tenant_name],
    ['Period from (included)', head.period_start],
    ['Period to (excluded)', head.period_end],
    ['Scores and states as of', head.as_of],
    ['Requested by', head.requested_by],
    ['Filters', given.length === 0 ? 'none' : given.map(([name, value]) => `${name}: ${value}`).join('; ')],
    ['Rows', completeness.row_count],
    ...(integrity
      ? ([
          ['Entries verified', integrity.verified],
          ['Entries pending', integrity.pending],
          [integrity.altered > 0 ? 'ENTRIES ALTERED' : 'Entries altered', integrity.altered],
          [integrity.missing > 0 ? 'ENTRIES MISSING' : 'Entries missing', integrity.missing],
        ] as [string, number][])
      : []),
    ['SHA-256 of the same report as CSV', completeness.rows_sha256],
    ...completeness.sources.map(({ name, rows }): [string, number] => [`Read: ${name}`, rows]),
    ...(checkpoint === null
      ? [['Audit checkpoint', 'none: nothing had been logged'] as [string, string]]
      : ([
          ['Audit checkpoint: log', checkpoint.origin],
          ['Audit checkpoint: entries', checkpoint.tree_size],
          ['Audit checkpoint: root hash', checkpoint.root_hash],
          ['Audit checkpoint: signed', checkpoint.signed_at],
        ] as [string, string | number][])),
  ];
}
