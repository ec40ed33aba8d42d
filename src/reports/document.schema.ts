import { type TSchema, Type } from 'typebox';
import { REVIEW_RISKS } from '../core/reviews/review.rules.ts';
import {
  Enum,
  Named,
  NullableNumber,
  NullableString,
  NullableTimestamp,
  Timestamp,
} from '../gateway/common.schema.ts';
import { REPORT_TYPES } from './report.rules.ts';

/** What a report says as JSON. The types are those of reports/content.rules.ts and reports/summary/compliance-summary.rules.ts. */

const Count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });
const Unit = Enum(['count', 'percent', 'hours', 'days']);

export const ReportHead = Type.Object(
  {
    type: Enum(REPORT_TYPES),
    title: Type.String(),
    tenant_name: Type.String({ description: "The organisation's id at its identity provider." }),
    organisation_name: NullableString({ description: 'What the organisation calls itself.' }),
    period_start: Timestamp({ description: 'Included.' }),
    period_end: Timestamp({ description: 'Excluded.' }),
    as_of: Timestamp({ description: 'The instant that scores and states are given for.' }),
    requested_by: Type.String(),
    filters: Type.Object({
      department: NullableString(),
      platform: NullableString(),
      classification: NullableString(),
      campaign_id: NullableString(),
    }),
  },
  { $id: 'ReportHead', description: 'What a report says about itself.' },
);

export const ReportCompleteness = Type.Object(
  {
    sources: Type.Array(Type.Object({ name: Type.String(), rows: Count() }), {
      description: 'Where the content came from, and how many rows of each were read.',
    }),
    row_count: Count(),
    rows_sha256: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'Of the same report as CSV, byte for byte, whatever the format is.',
    }),
    audit_checkpoint: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      required: ['origin', 'tree_size', 'root_hash', 'signed_at'],
      properties: {
        origin: { type: 'string' },
        tree_size: { type: 'integer' },
        root_hash: { type: 'string' },
        signed_at: { type: 'string', format: 'date-time' },
      },
      description: 'The earliest signed checkpoint of the audit log that covers the period.',
    }),
    integrity: Type.Optional(
      Type.Object(
        { verified: Count(), pending: Count(), altered: Count(), missing: Count() },
        {
          description:
            'Of `audit_export`: how many of its entries are under the latest signature of the log, have no place in it yet, are not what was signed, or are gone from the database. Each row says which in `integrity`; of a missing entry only its position is known.',
        },
      ),
    ),
  },
  {
    $id: 'ReportCompleteness',
    description: 'Lets an auditor tell whether rows are missing or were altered.',
  },
);

export const ReportRowsDocument = Type.Object(
  {
    head: Named(ReportHead),
    columns: Type.Array(
      Type.Object({
        key: Type.String(),
        label: Type.String(),
        kind: Enum(['text', 'integer', 'number', 'instant', 'boolean']),
      }),
    ),
    rows: Type.Array(
      Type.Record(Type.String(), Type.Unsafe({ type: ['string', 'number', 'boolean', 'null'] }), {
        description: 'By the keys of the columns.',
      }),
    ),
    completeness: Named(ReportCompleteness),
  },
  { $id: 'ReportRowsDocument', description: 'A report of rows as JSON: every type but compliance_summary.' },
);

const Shown = <T extends TSchema>(row: T, description: string) =>
  Type.Object({ total: Count('How long the list is.'), rows: Type.Array(row) }, { description });

const KeyFigure = Type.Object({
  key: Type.String(),
  label: Type.String(),
  value: NullableNumber({ description: 'Percentages are 0 to 100. null: there was nothing to measure.' }),
  unit: Unit,
  previous: NullableNumber({
    description: 'The same over the period of equal length before; null without one.',
  }),
  better: Enum(['lower', 'higher', 'neither']),
});

const ScoreBands = Type.Object({
  at: Timestamp(),
  low: Count(),
  medium: Count(),
  high: Count(),
  critical: Count(),
});

const Coverage = Type.Object({
  platform: Type.String(),
  grants: Count(),
  events: Count(),
  unobserved_days: Type.Number({ minimum: 0 }),
  observed_share: Type.Number({ minimum: 0, maximum: 1 }),
  gaps: Type.Array(Type.Object({ started_at: Timestamp(), ended_at: NullableTimestamp() })),
});

const Reviews = Type.Object(
  {
    created: Count(),
    decided: Count(
      'confirmed + revoked + confirmed_by_use + removed_elsewhere + revoked_unanswered + revoked_by_rule',
    ),
    confirmed: Count(),
    revoked: Count(),
    confirmed_by_use: Count(),
    removed_elsewhere: Count(),
    revoked_unanswered: Count('By the policy, because nobody answered.'),
    revoked_by_rule: Count('By a rule, without a question.'),
    escalated: Count(),
    expired: Count(),
    open: Count('At the end of the period.'),
    open_overdue: Count(),
    decided_within_sla: Count(),
    decided_late: Count(),
    median_hours_to_decide: NullableNumber(),
    p90_hours_to_decide: NullableNumber(),
    by_risk: Type.Array(
      Type.Object({
        risk_level: Enum(REVIEW_RISKS),
        sla_hours: Type.Number(),
        created: Count(),
        decided: Count(),
        decided_by_people: Count('What the deadline and the median are about.'),
        decided_within_sla: Count(),
        median_hours_to_decide: NullableNumber(),
      }),
    ),
  },
  { description: 'A deadline is the first one a review had. Times and the SLA are about answers by people.' },
);

const OverdueReview = Type.Object({
  review_id: Type.String(),
  principal_name: Type.String(),
  asset_name: Type.String(),
  risk_level: Enum(REVIEW_RISKS),
  status: Type.String(),
  assigned_to: NullableString(),
  due_at: Timestamp(),
  overdue_hours: Type.Number(),
});

const Remediations = Type.Object({
  requested: Count(),
  carried_over: Count('Older, and open at the start of the period or moved in it.'),
  completed: Count('verified + attested + simulated + not_verified'),
  verified: Count('Verified removed: the platform was read again, or an import or a sync showed it.'),
  attested: Count('Somebody says that it is removed. That is not verified.'),
  simulated: Count('The demo has no platforms.'),
  not_verified: Count('Recorded as gone; nothing has verified that.'),
  contradicted: Count('Claimed to be removed, and then seen again by an import or a sync.'),
  failed: Count(),
  blocked: Count(),
  reverted: Count(),
  cancelled: Count(),
  rehearsed: Count(),
  open: Count('Neither done nor abandoned.'),
  awaiting_person: Count('Those of the open ones that were requested of a person.'),
  median_minutes_to_verified: NullableNumber(),
  exceptions: Shown(
    Type.Object({
      remediation_id: Type.String(),
      principal_name: Type.String(),
      asset_name: Type.String(),
      status: Type.String(),
      reason: NullableString(),
      at: Timestamp(),
    }),
    'Failed, blocked, reverted or contradicted, the latest first.',
  ),
});

const StaleAccess = Type.Object({
  grant_id: Type.String(),
  risk: Type.Number({ description: 'The order of the list.' }),
  principal_name: Type.String(),
  department: NullableString(),
  asset_name: Type.String(),
  platform: Type.String(),
  classification: NullableString(),
  permission: Type.String(),
  score: Type.Number({ minimum: 0, maximum: 100 }),
  risk_level: Type.String(),
  last_used_at: NullableTimestamp(),
  lapses_at: Timestamp(),
});

const ExceptionRow = Type.Object({
  review_id: Type.String(),
  principal_name: Type.String(),
  asset_name: Type.String(),
  risk_level: Enum(REVIEW_RISKS),
  decision: Type.String(),
  decided_by: Type.String(),
  decided_at: Timestamp(),
  seconds: NullableNumber(),
  reason: Type.String(),
});

export const ComplianceSummaryDocument = Type.Object(
  {
    head: Named(ReportHead),
    summary: Type.Object({
      executive_summary: Type.Array(Type.String()),
      key_figures: Type.Array(KeyFigure),
      score_bands: Type.Array(ScoreBands, {
        description:
          'At up to 13 instants of the period. None is before anything was observed: the import that brought a grant, or its first use.',
      }),
      telemetry: Type.Array(Coverage),
      reviews: Reviews,
      overdue: Shown(OverdueReview, 'Open past their deadline, or expired; the longest overdue first.'),
      remediations: Remediations,
      stale_access: Shown(StaleAccess, 'The stalest access by risk.'),
      exceptions: Type.Object({
        confirmed_against_recommendation: Shown(ExceptionRow, 'Kept although remediation was recommended.'),
        fast_decisions: Shown(
          ExceptionRow,
          'Within 5 seconds of the opening of the review, or of the answer before.',
        ),
        bulk_confirmations: Shown(
          Type.Object({
            decided_by: Type.String(),
            decided_at: Timestamp(),
            grants: Count(),
            reviews: Count(),
          }),
          'Several grants confirmed by one person at one instant.',
        ),
        without_reason: Count('Answers of people that say no reason.'),
      }),
      controls: Type.Array(
        Type.Object({
          framework: Type.String(),
          control: Type.String(),
          requirement: Type.String(),
          evidence: Type.String(),
          figure: Type.String(),
          value: NullableNumber(),
          unit: Unit,
          attention: Type.Boolean(),
        }),
      ),
      notes: Type.Array(Type.String()),
    }),
    completeness: Named(ReportCompleteness),
  },
  { $id: 'ComplianceSummaryDocument', description: 'The report compliance_summary as JSON.' },
);

/** To be added to the app before a route refers to them. */
export const REPORT_DOCUMENTS = [
  ReportHead,
  ReportCompleteness,
  ReportRowsDocument,
  ComplianceSummaryDocument,
];

const example = {
  head: {
    type: 'stale_access',
    title: 'Stale access',
    tenant_name: 'corp',
    organisation_name: 'Northwind Mutual Insurance',
    period_start: '2026-01-01T00:00:00.000Z',
    period_end: '2026-02-01T00:00:00.000Z',
    as_of: '2026-02-01T00:00:00.000Z',
    requested_by: 'audit@corp.example',
    filters: { department: null, platform: null, classification: null, campaign_id: null },
  },
  columns: [{ key: 'score', label: 'Score', kind: 'number' }],
  rows: [{ score: 91.25 }],
  completeness: {
    sources: [{ name: 'grants', rows: 1204 }],
    row_count: 1,
    rows_sha256: '1f0e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
    audit_checkpoint: null,
  },
};

export const ReportDocument = Type.Union([Named(ReportRowsDocument), Named(ComplianceSummaryDocument)], {
  examples: [example],
});
