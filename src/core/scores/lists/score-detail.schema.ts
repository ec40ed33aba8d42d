import { Type } from 'typebox';
import {
  NullableBoolean,
  NullableInteger,
  NullableTimestamp,
  Timestamp,
} from '../../../gateway/common.schema.ts';
import { HELD_BY_EXAMPLE, HeldBy } from '../../accounts/held-by.schema.ts';
import { Likelihood, likelihoodExample } from '../../outcomes/likelihood.schema.ts';
import {
  Crossings,
  crossingExamples,
  HalfLife,
  LAPSES_AT,
  ModelVersion,
  Risk,
  Score,
  Unanswered,
} from './score.schema.ts';

const Part = Type.Object({
  kind: Type.String({ description: 'patience, the kind of a shift, or pending.' }),
  days: Type.Number({ description: 'Negative is sooner.' }),
  reason: Type.String(),
});

const GrantScore = Type.Object({
  grant_id: Type.String(),
  asset_id: Type.String(),
  asset_name: Type.String(),
  grant_type: Type.String(),
  account: HeldBy(),
  score: Score(),
  risk_level: Risk(),
  likelihood: Likelihood(),
  last_used: NullableTimestamp({ description: 'null when no use was ever seen.' }),
  lapses_at: Timestamp({ description: LAPSES_AT }),
  half_life_days: HalfLife(),
  model_version: ModelVersion(),
  idle_since: Timestamp({ description: 'The latest use, or when it was granted.' }),
  parts: Type.Array(Part, { description: 'Their days, added to idle_since, are exactly lapses_at.' }),
  crosses_at: Crossings(),
  unanswered: Unanswered(),
});

export const PrincipalScore = Type.Object(
  {
    principal_id: Type.String(),
    display_name: Type.String(),
    overall_score: Score({ description: 'That of the stalest active grant; 0 without any.' }),
    risk_level: Risk(),
    factors: Type.Object({
      last_login_days: NullableInteger({
        description: 'Whole days since the latest login; null if unknown.',
      }),
      mfa_enabled: NullableBoolean({ description: 'null if unknown.' }),
      unused_grants: Type.Integer({ description: 'Active grants idle for 90 days or never used.' }),
      anomaly_signals: Type.Integer({ description: 'Signals of the last 30 days.' }),
    }),
    calculated_at: Timestamp({ description: 'The instant for which the answer holds.' }),
    lapses_at: NullableTimestamp({ description: `${LAPSES_AT} null without an active grant.` }),
    crosses_at: Crossings(),
    grants_total: Type.Integer({ description: 'Active grants.' }),
    grants: Type.Array(GrantScore, { description: 'The stalest active grants, at most 100, stalest first.' }),
  },
  {
    $id: 'PrincipalScore',
    examples: [
      {
        principal_id: 'prin-001',
        display_name: 'Amara Okafor',
        overall_score: 83.8269,
        risk_level: 'critical',
        factors: { last_login_days: 64, mfa_enabled: true, unused_grants: 0, anomaly_signals: 0 },
        calculated_at: '2026-01-31T09:30:00.000Z',
        lapses_at: '2026-01-07T14:03:00.000Z',
        crosses_at: crossingExamples,
        grants_total: 1,
        grants: [
          {
            grant_id: 'grant-001',
            asset_id: 'asset-001',
            asset_name: 'customer_profiles',
            account: HELD_BY_EXAMPLE,
            grant_type: 'read_write',
            score: 83.8269,
            risk_level: 'critical',
            likelihood: likelihoodExample,
            last_used: '2025-11-28T14:03:00.000Z',
            lapses_at: '2026-01-07T14:03:00.000Z',
            half_life_days: 10,
            model_version: 1,
            idle_since: '2025-11-28T14:03:00.000Z',
            parts: [
              {
                kind: 'patience',
                days: 53,
                reason: 'Usually used at least every 12 days; 53 days without use are tolerated.',
              },
              {
                kind: 'classification',
                days: -10,
                reason: '10 days sooner, because it holds personal data.',
              },
              { kind: 'permission', days: -3, reason: '3 days sooner, because it allows changing data.' },
            ],
            crosses_at: crossingExamples,
            unanswered: null,
          },
        ],
      },
    ],
  },
);
