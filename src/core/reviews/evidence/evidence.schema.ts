import { Type } from 'typebox';
import {
  NullableNumber,
  NullableString,
  NullableTimestamp,
  Timestamp,
} from '../../../gateway/common.schema.ts';
import { likelihoodExample } from '../../outcomes/likelihood.schema.ts';

/** Described in words: what is in them is for people, and grows. */
const Details = (description: string) => Type.Object({}, { additionalProperties: true, description });
const ListOf = (description: string) =>
  Type.Array(Type.Object({}, { additionalProperties: true }), { description });

export const evidenceExample = {
  days_inactive: 64,
  last_access: '2025-11-28T14:03:00.000Z',
  peer_usage_pct: 0.04,
  sensitivity: 'pii',
  contains_pii: true,
  summary: 'Unused for 64 days; 1 of 27 peers uses it; the asset holds PII.',
  as_of: '2026-01-31T09:30:00.000Z',
  score: {
    current: 83.8269,
    at_generation: 83.8269,
    risk_level: 'critical',
    likelihood: likelihoodExample,
  },
  last_used: '2025-11-28T14:03:00.000Z',
  peer_comparison: { department: 'Finance', peers: 27, active_peers: 1, share: 0.04, window_days: 90 },
  anomaly_flags: [],
  grants: [{ grant_id: 'grant-001', permission: 'ReadWrite', via_group_id: null }],
  activity_timeline: [{ week_of: '2025-11-24', active_days: 3 }],
  telemetry: {
    platform: 'databricks',
    connected: true,
    coverage: 'full',
    observed_days: 64,
    unobserved_days: 0,
    gaps: [],
  },
  principal: { id: 'prin-001', display_name: 'Amara Okafor' },
  asset: { id: 'asset-001', name: 'customer_profiles' },
  asked_because: { origin: 'threshold', reason: null, notes: null, requested_by: 'system' },
  previous_confirmation: null,
  confirmation: { times_since_use: null, holds_days: 90 },
  unanswered: null,
};

export const ReviewEvidence = Type.Object(
  {
    days_inactive: Type.Integer({ description: 'Since the latest use, or since it was granted.' }),
    last_access: NullableTimestamp({ description: 'null when no use was ever seen.' }),
    peer_usage_pct: NullableNumber({
      description: 'Share of the peers who used it lately, from 0 to 1; null without peers.',
    }),
    sensitivity: NullableString({ description: 'Classification of the asset.' }),
    contains_pii: Type.Boolean(),
    summary: Type.String({ description: 'All of it in one sentence.' }),
    as_of: Timestamp({ description: 'Now while the review is open, else when it was closed.' }),
    score: Details(
      'Current score, score at generation, lapse date, the latest changes with their causes and the score model of their time, and how often what was asked about at such a score was no longer needed (likelihood: share, cases, no_longer_needed; null while too little was answered).',
    ),
    last_used: NullableTimestamp(),
    peer_comparison: Details('Peers are principals of the same department and type with the same access.'),
    anomaly_flags: ListOf('Anomalies seen on this access, latest first.'),
    grants: ListOf(
      'Each grant with its permission, score, the shifts in days that make its lapse date, its path, and the account that holds it.',
    ),
    activity_timeline: ListOf('Days with any use, per week of the last 26.'),
    telemetry: Details(
      'Whether the platform was watched: full, partial or down. Where nothing is connected, Lapse knows the use that is reported to it, and all days count as observed.',
    ),
    principal: Details('Who it is about.'),
    asset: Details('What it is about.'),
    asked_because: Details('What asked for the review.'),
    previous_confirmation: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'What the reviewer said when the access was confirmed before.',
    }),
    confirmation: Type.Optional(
      Details(
        'For how many days a confirmation holds when the reviewer does not say (holds_days). With the second score model also how often the access was confirmed since its latest use (times_since_use): each time it holds longer.',
      ),
    ),
    unanswered: Type.Optional(
      Type.Unsafe<object | null>({
        type: ['object', 'null'],
        additionalProperties: true,
        description: 'How often the access was asked about just before without an answer, and since when.',
      }),
    ),
  },
  {
    $id: 'ReviewEvidence',
    additionalProperties: true,
    description: 'Supporting evidence.',
    examples: [evidenceExample],
  },
);
