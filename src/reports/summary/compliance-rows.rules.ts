import type { Cell, Column } from '../content.rules.ts';
import type { ComplianceSummary, ExceptionRow, KeyFigure } from './compliance-summary.rules.ts';

/** The columns of the summary as rows. They stay as they are: readers find cells by them. */
export const SUMMARY_COLUMNS: readonly Column[] = [
  { key: 'section', label: 'Section', kind: 'text', width: 3 },
  { key: 'item', label: 'Item', kind: 'text', width: 4 },
  { key: 'figure', label: 'Figure', kind: 'text', width: 4 },
  { key: 'value', label: 'Value', kind: 'number', width: 2 },
  { key: 'unit', label: 'Unit', kind: 'text', width: 1 },
  { key: 'previous', label: 'Previous', kind: 'number', width: 2 },
  { key: 'at', label: 'At', kind: 'instant', width: 3 },
  { key: 'principal', label: 'Principal', kind: 'text', width: 3 },
  { key: 'asset', label: 'Asset', kind: 'text', width: 3 },
  { key: 'detail', label: 'Detail', kind: 'text', width: 6 },
];

interface Row {
  section: string;
  item?: string;
  figure?: string;
  value?: number | null;
  unit?: KeyFigure['unit'] | 'minutes' | 'seconds' | 'score';
  previous?: number | null;
  at?: string | null;
  principal?: string;
  asset?: string;
  detail?: string | null;
}

/** One row per figure and per listed row, in the order of the document. */
export function summaryRows(summary: ComplianceSummary): Cell[][] {
  const rows: Row[] = [
    ...numbered('executive_summary', summary.executive_summary),
    ...summary.key_figures.map(({ key, label, value, unit, previous }) => ({
      section: 'key_figures',
      item: key,
      figure: label,
      value,
      unit,
      previous,
    })),
    ...summary.score_bands.flatMap(({ at, ...bands }) =>
      counts('score_bands', at, bands).map((row) => ({ ...row, at })),
    ),
    ...telemetryRows(summary),
    ...reviewRows(summary),
    ...remediationRows(summary),
    ...staleRows(summary),
    ...exceptionRows(summary),
    ...summary.controls.map(({ framework, control, figure, value, unit, attention, evidence }) => ({
      section: 'controls',
      item: `${framework} ${control}`,
      figure,
      value,
      unit,
      detail: `${attention ? 'Needs attention. ' : ''}${evidence}`,
    })),
    ...numbered('notes', summary.notes),
  ];
  return rows.map((row) => SUMMARY_COLUMNS.map(({ key }) => row[key as keyof Row] ?? null));
}

function numbered(section: string, sentences: readonly string[]): Row[] {
  return sentences.map((detail, i) => ({ section, item: String(i + 1), detail }));
}

function counts(section: string, item: string, figures: Record<string, number>): Row[] {
  return Object.entries(figures).map(([figure, value]) => ({ section, item, figure, value, unit: 'count' }));
}

function telemetryRows({ telemetry }: ComplianceSummary): Row[] {
  const section = 'telemetry';
  return telemetry.flatMap(({ platform, grants, events, unobserved_days, observed_share, gaps }): Row[] => [
    ...counts(section, platform, { grants, events }),
    { section, item: platform, figure: 'unobserved_days', value: unobserved_days, unit: 'days' },
    { section, item: platform, figure: 'observed_share', value: observed_share * 100, unit: 'percent' },
    ...gaps.map(({ started_at, ended_at }) => ({
      section,
      item: platform,
      figure: 'gap',
      at: started_at,
      detail: ended_at === null ? 'not ended' : `ended ${ended_at}`,
    })),
  ]);
}

function reviewRows({ reviews, overdue }: ComplianceSummary): Row[] {
  const section = 'reviews';
  const { by_risk, median_hours_to_decide, p90_hours_to_decide, ...figures } = reviews;
  const hours = (item: string, figure: string, value: number | null): Row => {
    return { section, item, figure, value, unit: 'hours' };
  };
  return [
    ...counts(section, 'all', figures),
    hours('all', 'median_hours_to_decide', median_hours_to_decide),
    hours('all', 'p90_hours_to_decide', p90_hours_to_decide),
    ...by_risk.flatMap(({ risk_level, sla_hours, median_hours_to_decide: median, ...rest }) => [
      hours(risk_level, 'sla_hours', sla_hours),
      ...counts(section, risk_level, rest),
      hours(risk_level, 'median_hours_to_decide', median),
    ]),
    ...counts('overdue', 'all', { total: overdue.total }),
    ...overdue.rows.map(
      (row): Row => ({
        section: 'overdue',
        item: row.review_id,
        figure: 'overdue_hours',
        value: row.overdue_hours,
        unit: 'hours',
        at: row.due_at,
        principal: row.principal_name,
        asset: row.asset_name,
        detail: `${row.status}, ${row.risk_level}, ${row.assigned_to === null ? 'assigned to nobody' : `assigned to ${row.assigned_to}`}`,
      }),
    ),
  ];
}

function remediationRows({ remediations }: ComplianceSummary): Row[] {
  const section = 'remediations';
  const { exceptions, median_minutes_to_verified: value, ...figures } = remediations;
  return [
    ...counts(section, 'all', figures),
    { section, item: 'all', figure: 'median_minutes_to_verified', value, unit: 'minutes' },
    ...counts('remediation_exceptions', 'all', { total: exceptions.total }),
    ...exceptions.rows.map((row) => ({
      section: 'remediation_exceptions',
      item: row.remediation_id,
      figure: row.status,
      at: row.at,
      principal: row.principal_name,
      asset: row.asset_name,
      detail: row.reason,
    })),
  ];
}

function staleRows({ stale_access }: ComplianceSummary): Row[] {
  const section = 'stale_access';
  return [
    ...counts(section, 'all', { total: stale_access.total }),
    ...stale_access.rows.map(
      (row): Row => ({
        section,
        item: row.grant_id,
        figure: 'score',
        value: row.score,
        unit: 'score',
        at: row.last_used_at,
        principal: row.principal_name,
        asset: row.asset_name,
        detail: [
          `risk ${row.risk}`,
          row.permission,
          row.platform,
          row.classification ?? 'unclassified',
          row.last_used_at === null ? 'no use known' : 'last used at the instant shown',
          `lapsed ${row.lapses_at}`,
        ].join(', '),
      }),
    ),
  ];
}

function exceptionRows({ exceptions }: ComplianceSummary): Row[] {
  const { confirmed_against_recommendation, fast_decisions, bulk_confirmations, without_reason } = exceptions;
  const answers = (section: string, rows: ExceptionRow[]): Row[] =>
    rows.map((row) => ({
      section,
      item: row.review_id,
      figure: row.decision,
      value: row.seconds,
      ...(row.seconds === null ? {} : { unit: 'seconds' as const }),
      at: row.decided_at,
      principal: row.principal_name,
      asset: row.asset_name,
      detail: `${row.decided_by}: ${row.reason}`,
    }));
  return [
    ...counts('confirmed_against_recommendation', 'all', { total: confirmed_against_recommendation.total }),
    ...answers('confirmed_against_recommendation', confirmed_against_recommendation.rows),
    ...counts('fast_decisions', 'all', { total: fast_decisions.total }),
    ...answers('fast_decisions', fast_decisions.rows),
    ...counts('bulk_confirmations', 'all', { total: bulk_confirmations.total }),
    ...bulk_confirmations.rows.map(
      ({ decided_by, decided_at, grants, reviews }): Row => ({
        section: 'bulk_confirmations',
        item: decided_by,
        figure: 'grants',
        value: grants,
        unit: 'count',
        at: decided_at,
        detail: `in ${reviews} ${reviews === 1 ? 'review' : 'reviews'}`,
      }),
    ),
    ...counts('answers_without_reason', 'all', { total: without_reason }),
  ];
}
