import { Type } from 'typebox';
import { CLASSIFICATIONS } from '../core/directory/directory.rules.ts';
import { Enum, ID_LENGTH_MAX, ListQuery, NullableString, Page, Timestamp } from '../gateway/common.schema.ts';
import { ReportDocument } from './document.schema.ts';
import { REPORT_FORMATS, REPORT_TYPES } from './report.rules.ts';

export const REPORT_ID_EXAMPLE = '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f';
const STATUSES = ['generating', 'completed', 'failed'] as const;

const word = (description: string, example: string) =>
  NullableString({ minLength: 1, maxLength: ID_LENGTH_MAX, description, examples: [example] });

const FILTERS = {
  department: word('Of the principal.', 'Finance'),
  platform: word('Of the asset.', 'databricks'),
  classification: NullableString({ enum: [...CLASSIFICATIONS, null], description: 'Of the asset.' }),
  campaign_id: word('Of the review; of review_decisions only.', '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f'),
};
const OPTIONAL_FILTERS = Type.Partial(Type.Object(FILTERS)).properties;

const example = {
  id: REPORT_ID_EXAMPLE,
  type: 'compliance_summary',
  format: 'pdf',
  status: 'completed',
  period_start: '2026-01-01T00:00:00.000Z',
  period_end: '2026-02-01T00:00:00.000Z',
  filters: { department: null, platform: null, classification: null, campaign_id: null },
  requested_by: 'dev-admin',
  created_at: '2026-02-01T09:30:00.000Z',
  progress: 1,
  rows: 214,
  completed_at: '2026-02-01T09:30:04.000Z',
  download_url: `/v1/reports/${REPORT_ID_EXAMPLE}/download`,
  size_bytes: 184_213,
  sha256: '8d0e1c8a4b6f0c7f3a4f6d2b1e9c5a7d8f0b3c6e9a1d4f7b2c5e8a0d3f6b9c1e',
  row_count: 214,
  rows_sha256: '1f0e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
  expires_at: '2026-05-02T09:30:04.000Z',
};

export const Report = Type.Object(
  {
    id: Type.String(),
    type: Enum(REPORT_TYPES),
    format: Enum(REPORT_FORMATS),
    status: Enum(STATUSES, { description: 'generating while it waits and while it is being made.' }),
    period_start: Timestamp({ description: 'Included.' }),
    period_end: Timestamp({
      description: 'Excluded; also the instant that scores and states are given for.',
    }),
    filters: Type.Object(FILTERS, { description: 'null: any.' }),
    requested_by: Type.String(),
    created_at: Timestamp(),
    progress: Type.Number({ minimum: 0, maximum: 1, description: 'How much of it is made.' }),
    rows: Type.Integer({ description: 'Rows written so far.' }),
    estimated_completion: Type.Optional(Timestamp({ description: 'While it is generating.' })),
    completed_at: Type.Optional(Timestamp({ description: 'When it is completed, as all below.' })),
    download_url: Type.Optional(Type.String({ description: 'Where the file is, on this server.' })),
    size_bytes: Type.Optional(Type.Integer()),
    sha256: Type.Optional(Type.String({ description: 'Of the file.' })),
    row_count: Type.Optional(Type.Integer()),
    rows_sha256: Type.Optional(
      Type.String({ description: 'Of the same report as CSV: its content, whatever the format is.' }),
    ),
    expires_at: Type.Optional(
      Timestamp({ description: 'When it is removed; retention.reports_days of the policy.' }),
    ),
    error: Type.Optional(Type.String({ description: 'Why it has failed, or what went wrong last.' })),
  },
  { $id: 'Report', examples: [example] },
);

export const ReportPage = Page(Report, example, 'A page of reports, ordered by id, which is by age.');
export const ReportQuery = ListQuery({
  status: Type.Optional(Enum(STATUSES, { description: 'Only in this state.', examples: ['completed'] })),
  type: Type.Optional(Enum(REPORT_TYPES, { description: 'Only of this type.', examples: ['stale_access'] })),
  order: Type.Optional(Enum(['asc', 'desc'], { description: 'By age; asc by default.', examples: ['desc'] })),
});

const period = (description: string) => Timestamp({ description, maxLength: 40 });

export const ReportBody = Type.Object(
  {
    type: Enum(REPORT_TYPES),
    format: Enum(REPORT_FORMATS),
    period_start: period('Included. Not longer ago than what the report is made of is kept.'),
    period_end: period('Excluded, and not in the future: the report shows what was so at this instant.'),
    filters: Type.Optional(
      Type.Object(OPTIONAL_FILTERS, {
        additionalProperties: false,
        description: 'Only rows that match all; null or left out: any.',
      }),
    ),
    ...OPTIONAL_FILTERS,
  },
  {
    description: 'A filter may stand under filters or beside the other fields.',
    examples: [
      {
        type: 'stale_access',
        format: 'csv',
        period_start: '2026-01-01T00:00:00Z',
        period_end: '2026-02-01T00:00:00Z',
        filters: { department: 'Finance' },
      },
    ],
  },
);

const File = Type.String({ format: 'binary', description: 'The file, byte for byte.', examples: ['…'] });

const content = {
  'application/json': { schema: ReportDocument },
  'application/pdf': { schema: File },
  'text/csv': { schema: File },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: File },
};

export const DownloadQuery = Type.Object(
  {
    disposition: Type.Optional(
      Enum(['attachment', 'inline'], {
        description: 'inline: a browser shows it where it can, instead of saving it. Of a PDF only.',
        examples: ['attachment'],
      }),
    ),
  },
  { additionalProperties: false },
);

export const downloadResponses = {
  200: { description: 'The file.', content },
  206: {
    description: 'The part that Range asked for.',
    content: Object.fromEntries(Object.keys(content).map((type) => [type, { schema: File }])),
  },
  304: Type.Null({ description: 'The reader has it already (If-None-Match).' }),
};
