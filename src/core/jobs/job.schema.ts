import { Type } from 'typebox';
import {
  Enum,
  ID_LENGTH_MAX,
  NullableString,
  NullableTimestamp,
  Timestamp,
} from '../../gateway/common.schema.ts';
import { JOB_KINDS, JOB_STATUSES } from './jobs.sql.ts';

const example = {
  job_id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  status: 'accepted',
  total_items: 2,
  created_at: '2026-01-31T09:30:00.000Z',
};

const bulkJob = {
  job_id: Type.String(),
  status: Enum(JOB_STATUSES),
  total_items: Type.Integer(),
  created_at: Timestamp(),
};

export const BulkJob = Type.Object(bulkJob, { $id: 'BulkJob', examples: [example] });

export const Job = Type.Object(
  {
    ...bulkJob,
    kind: Enum(JOB_KINDS, {
      description:
        'Items are principals of a score_refresh, grants of a policy_change, reviews of a group_decision.',
    }),
    processed: Type.Integer({ description: 'Items that are done.' }),
    failed: Type.Integer({
      description:
        'Items that could not be done, such as unknown principals, or reviews that were left out or called off.',
    }),
    error: NullableString(),
    completed_at: NullableTimestamp(),
  },
  {
    $id: 'Job',
    examples: [
      { ...example, kind: 'score_refresh', processed: 1, failed: 0, error: null, completed_at: null },
    ],
  },
);

export const JobParams = Type.Object({
  job_id: Type.String({
    minLength: 1,
    maxLength: ID_LENGTH_MAX,
    description: 'Id of the job.',
    examples: [example.job_id],
  }),
});

export const BULK_ITEMS_MAX = 500;

export const ScoreRefreshBody = Type.Object(
  {
    principal_ids: Type.Array(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }), {
      minItems: 1,
      maxItems: BULK_ITEMS_MAX,
      description: 'Whose scores to recompute.',
    }),
  },
  { examples: [{ principal_ids: ['prin-001', 'prin-002'] }] },
);
