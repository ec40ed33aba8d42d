import { Type } from 'typebox';
import {
  Enum,
  NullableNumber,
  NullableString,
  NullableTimestamp,
  Timestamp,
} from '../../gateway/common.schema.ts';
import { DRY_RUN_GRANTS_MAX, DRY_RUN_STATUSES } from './policy-dry-run.rules.ts';

const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description ? { description } : {}) });
const bands = () => Type.Object({ low: Count(), medium: Count(), high: Count(), critical: Count() });
const NOW = 'Under the policy in force.';
const THEN = 'Under the proposed policy.';

const DryRunResult = Type.Object({
  today: Type.Object({
    packets_now: Count(
      `Reviews that would be made today. ${NOW} Usually none: what is due has been asked about already.`,
    ),
    packets_then: Count(`Reviews that the change would cause. ${THEN}`),
    grants_changed: Count('Grants whose score would be another one.'),
    bands_now: bands(),
    bands_then: bands(),
    grants: Type.Array(
      Type.Object({
        grant_id: Type.String(),
        principal_id: Type.String(),
        principal_name: Type.String(),
        asset_id: Type.String(),
        asset_name: Type.String(),
        score_now: NullableNumber({ description: 'Null: not computed yet.' }),
        score_then: Type.Number(),
        lapses_at_now: NullableTimestamp(),
        lapses_at_then: Timestamp(),
        asks_now: Type.Boolean({ description: `Whether a review about it would be made today. ${NOW}` }),
        asks_then: Type.Boolean({ description: THEN }),
      }),
      {
        description: `At most ${DRY_RUN_GRANTS_MAX}: those that begin or stop being asked about first, then those whose score changes most.`,
      },
    ),
  }),
  last_90_days: Type.Object({
    packets_now: Count(NOW),
    packets_then: Count(THEN),
    weeks: Type.Array(
      Type.Object({
        week: Type.String({ format: 'date', description: 'The Monday (UTC) on which the week begins.' }),
        packets_now: Count(),
        packets_then: Count(),
      }),
      { description: 'Oldest first.' },
    ),
  }),
});

export const PolicyDryRun = Type.Object(
  {
    id: Type.String(),
    status: Enum(DRY_RUN_STATUSES),
    processed: Type.Integer({ description: 'Grants that have been looked at.' }),
    total: Type.Integer(),
    error: NullableString(),
    created_at: Timestamp(),
    completed_at: NullableTimestamp(),
    result: Type.Union([DryRunResult, Type.Null()], { description: 'Null until it is completed.' }),
  },
  {
    $id: 'PolicyDryRun',
    examples: [
      {
        id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
        status: 'completed',
        processed: 412,
        total: 412,
        error: null,
        created_at: '2026-01-31T09:30:00.000Z',
        completed_at: '2026-01-31T09:30:01.000Z',
        result: {
          today: {
            packets_now: 0,
            packets_then: 1,
            grants_changed: 18,
            bands_now: { low: 301, medium: 64, high: 29, critical: 18 },
            bands_then: { low: 296, medium: 66, high: 31, critical: 19 },
            grants: [
              {
                grant_id: 'grant-001',
                principal_id: 'prin-001',
                principal_name: 'Amara Okafor',
                asset_id: 'asset-001',
                asset_name: 'customer_profiles',
                score_now: 48.2,
                score_then: 61.9,
                lapses_at_now: '2026-02-01T11:00:00.000Z',
                lapses_at_then: '2026-01-24T11:00:00.000Z',
                asks_now: false,
                asks_then: true,
              },
            ],
          },
          last_90_days: {
            packets_now: 21,
            packets_then: 30,
            weeks: [{ week: '2026-01-26', packets_now: 2, packets_then: 3 }],
          },
        },
      },
    ],
  },
);
