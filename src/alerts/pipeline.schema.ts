import { Type } from 'typebox';
import { Enum, NullableBoolean, NullableNumber, Timestamp } from '../gateway/common.schema.ts';
import { TENANT_WORK } from '../platform/background/tenant-work.rules.ts';
import { LAG_STAGES } from './operational-figures.rules.ts';

const NullableSeconds = (description: string) => NullableNumber({ minimum: 0, description });

export const PipelineState = Type.Object(
  {
    as_of: Timestamp(),
    lag: Type.Array(
      Type.Object({
        stage: Enum(LAG_STAGES),
        items: Type.Integer({ description: 'What waits to be worked on.' }),
        is_at_least: Type.Boolean({ description: 'There are more than were counted.' }),
        oldest_seconds: Type.Number({ minimum: 0, description: 'How long the oldest waits.' }),
      }),
    ),
    stages: Type.Array(
      Type.Object({
        stage: Type.String(),
        batches: Type.Integer(),
        mean_seconds: NullableSeconds('Of a batch.'),
        p99_seconds: NullableSeconds('99 of 100 batches took no longer.'),
      }),
      { description: 'How long the stages of the pipeline have taken, since the beginning.' },
    ),
    recent: Type.Object(
      {
        batches: Type.Integer(),
        p99_seconds: NullableSeconds('Of all stages of a batch together; null: there was none.'),
      },
      { description: 'Of the last ten minutes.' },
    ),
    connectors: Type.Array(
      Type.Object({
        connector: Type.String({ description: 'Its id, or the word api for events that were posted.' }),
        events: Type.Integer({ description: 'Accepted since the beginning.' }),
        is_healthy: NullableBoolean({ description: 'null: there is nothing to ask, of the API.' }),
      }),
    ),
    dead_letters: Type.Integer({ description: 'Events that were set aside; 10,001 means or more.' }),
    work_failures: Type.Array(
      Type.Object({
        work: Enum(TENANT_WORK),
        attempts: Type.Integer({ minimum: 1, description: 'In a row.' }),
        first_failed_at: Timestamp(),
        last_failed_at: Timestamp(),
        error: Type.String({ description: 'Of the last attempt.' }),
      }),
      {
        description:
          'Background work that has failed and has not succeeded since; tried again up to once a minute.',
      },
    ),
    webhook_deliveries: Type.Object({
      waiting: Type.Integer({ description: 'Due.' }),
      dead: Type.Integer({ description: 'Abandoned.' }),
    }),
  },
  {
    $id: 'PipelineState',
    examples: [
      {
        as_of: '2026-01-31T09:30:00.000Z',
        lag: [{ stage: 'events', items: 120, is_at_least: false, oldest_seconds: 1.4 }],
        stages: [{ stage: 'decay recalculation', batches: 812, mean_seconds: 0.02, p99_seconds: 0.24 }],
        recent: { batches: 3, p99_seconds: 0.31 },
        connectors: [{ connector: 'api', events: 48_211, is_healthy: null }],
        dead_letters: 0,
        work_failures: [],
        webhook_deliveries: { waiting: 0, dead: 0 },
      },
    ],
  },
);
