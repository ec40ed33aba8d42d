import { Type } from 'typebox';
import { HELD_BY_EXAMPLE, HeldBy } from '../core/accounts/held-by.schema.ts';
import { REMEDIATION_MODES } from '../core/policy/policy.rules.ts';
import {
  Enum,
  ID_LENGTH_MAX,
  IdFilter,
  ListQuery,
  NullableString,
  NullableTimestamp,
  Page,
  TextFilter,
  Timestamp,
} from '../gateway/common.schema.ts';
import { GUARD_NAMES } from './guards/guards.rules.ts';
import {
  EXECUTIONS,
  REMEDIATION_ACTION_NAMES,
  REMEDIATION_STATUSES,
  VERIFICATIONS,
} from './remediation.rules.ts';

const example = {
  id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  review_id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60',
  decision_id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e61',
  grant_id: 'grant-041',
  principal_id: 'prin-004',
  principal_name: 'Jonas Weber',
  asset_id: 'asset-019',
  asset_name: 'migration_staging',
  account: { ...HELD_BY_EXAMPLE, platform: 'synapse' },
  action: 'remove_group_membership',
  target: 'Migration Team',
  platform: 'synapse',
  connector_id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e63',
  execution: 'connector',
  simulated: false,
  status: 'completed',
  operation: 'revoke',
  mode: 'automatic',
  dry_run: false,
  attempts: 1,
  error: null,
  reason: 'Not used since the migration ended.',
  requested_by: 'reviewer@corp.example',
  approved_by: null,
  approved_at: null,
  due_at: null,
  created_at: '2026-01-31T09:30:00.000Z',
  completed_at: '2026-01-31T09:30:01.000Z',
  verified_at: '2026-01-31T09:30:01.000Z',
  verified_by: 'Warehouse',
  reverted_at: null,
  verification: 'verified',
  assigned_to_id: null,
  assigned_to_name: null,
  requested_at: null,
  attested_by: null,
  attested_at: null,
  attestation: null,
  observed: null,
  observed_at: null,
  observed_by: null,
  contradicted_at: null,
  contradiction_open: false,
};

const fields = {
  id: Type.String(),
  review_id: Type.String(),
  decision_id: Type.String(),
  grant_id: Type.String(),
  principal_id: Type.String(),
  principal_name: Type.String(),
  asset_id: Type.String(),
  asset_name: Type.String(),
  account: HeldBy(),
  action: Enum(REMEDIATION_ACTION_NAMES),
  target: Type.String({ description: 'What is removed, for people.' }),
  platform: Type.String(),
  connector_id: NullableString({ description: 'null: nothing is connected; see execution.' }),
  execution: Enum(EXECUTIONS, {
    description:
      'Who carries it out: the connector, a person where nothing is connected, or nobody, because the platform of the demo is simulated.',
  }),
  simulated: Type.Boolean({ description: 'Of the demo: no platform was changed, and nothing verified.' }),
  status: Enum(REMEDIATION_STATUSES),
  operation: Enum(['revoke', 'restore'] as const, { description: 'restore: it is, or was, being reverted.' }),
  mode: NullableString({ enum: [...REMEDIATION_MODES, null], description: 'null until it is planned.' }),
  dry_run: Type.Boolean({ description: 'It was only said what would be done.' }),
  attempts: Type.Integer(),
  error: NullableString({ description: 'Why it is blocked, has failed or is tried again, and what to do.' }),
  reason: Type.String(),
  requested_by: Type.String(),
  approved_by: NullableString(),
  approved_at: NullableTimestamp(),
  due_at: NullableTimestamp({
    description:
      'When it is carried out or tried again. null while it waits for a person, and when it is over.',
  }),
  created_at: Timestamp(),
  completed_at: NullableTimestamp(),
  verified_at: NullableTimestamp({
    description:
      'When it was verified removed: the platform was read again, or an import or a sync showed it. null: not verified, whatever the status.',
  }),
  verified_by: NullableString({ description: 'What showed it: a connector, an import or a sync.' }),
  reverted_at: NullableTimestamp(),
  verification: NullableString({
    enum: [...VERIFICATIONS, null],
    description: 'What a completed remediation rests on; null while nothing is claimed.',
  }),
  assigned_to_id: NullableString({ description: 'Whose task it is; null: nobody was found.' }),
  assigned_to_name: NullableString(),
  requested_at: NullableTimestamp({ description: 'Since when it is the task of a person.' }),
  attested_by: NullableString({ description: 'Who said that it is done.' }),
  attested_at: NullableTimestamp(),
  attestation: NullableString({ description: 'How it was done, in their words.' }),
  observed: NullableString({
    enum: ['gone', 'present', null],
    description: 'What the last import or sync since said about the access.',
  }),
  observed_at: NullableTimestamp(),
  observed_by: NullableString(),
  contradicted_at: NullableTimestamp({
    description: 'When the access was first seen although its remediation was requested or claimed.',
  }),
  contradiction_open: Type.Boolean({ description: 'That finding is not closed.' }),
};

export const Remediation = Type.Object(fields, { $id: 'Remediation', examples: [example] });

const Path = Type.Object({
  kind: Type.String(),
  permission: NullableString(),
  description: Type.String(),
  closable: Type.Boolean({ description: 'One remediation would close it for this principal alone.' }),
});

const AlsoRemoves = Type.Object({
  total: Type.Integer({ description: 'Other grants that are lost with this one.' }),
  in_use: Type.Integer({ description: 'Those of them that are still in use.' }),
  items: Type.Array(
    Type.Object({
      grant_id: Type.String(),
      principal_id: Type.String(),
      asset_id: Type.String(),
      asset_name: Type.String(),
      platform: Type.Optional(Type.String()),
      permission: Type.String(),
      in_use: Type.Boolean(),
    }),
  ),
});

const Plan = Type.Object({
  action: Enum(REMEDIATION_ACTION_NAMES),
  target: Type.String(),
  elsewhere: Type.Optional(
    Type.Unsafe<{ connector_id: string; connector_name: string; platform: string } | null>({
      type: ['object', 'null'],
      description: 'Whose edge it is, when not the connector of the asset: the group is filled from there.',
      properties: {
        connector_id: { type: 'string' },
        connector_name: { type: 'string' },
        platform: { type: 'string' },
      },
      required: ['connector_id', 'connector_name', 'platform'],
    }),
  ),
  path: Type.Union([Path, Type.Null()]),
  statements: Type.Array(Type.String(), { description: 'Exactly what is sent to the platform, in order.' }),
  warnings: Type.Array(Type.String()),
  also_removes: AlsoRemoves,
  other_paths: Type.Array(Path, { description: 'What gives the same access besides.' }),
  planned_at: Timestamp(),
});

const Guard = Type.Object({
  guard: Enum(GUARD_NAMES),
  passed: Type.Boolean(),
  message: Type.String(),
  remedy: NullableString({ description: 'What to do about it.' }),
});

/** A guard that refuses. */
export const Refusal = Type.Object({
  guard: Enum(GUARD_NAMES),
  message: Type.String({ description: 'Why, in a sentence.' }),
  remedy: NullableString({ description: 'What to do about it.' }),
});

const Step = Type.Object({
  attempt: Type.Integer(),
  step: Type.String(),
  outcome: Type.String(),
  detail: NullableString(),
  at: Timestamp(),
});

export const RemediationDetail = Type.Object(
  {
    ...fields,
    plan: Type.Union([Plan, Type.Null()], { description: 'null until it is planned.' }),
    guards: Type.Union([Type.Array(Guard), Type.Null()]),
    remaining_paths: Type.Union([Type.Array(Path), Type.Null()], {
      description: 'What still gave the access when the remediation was verified.',
    }),
    undo: Type.Union(
      [Type.Object({ made_at: Timestamp(), statements: Type.Array(Type.String()) }), Type.Null()],
      {
        description: 'What a revert would send; recorded before anything is removed.',
      },
    ),
    accept_other_losses: Type.Boolean(),
    steps: Type.Array(Step),
  },
  {
    $id: 'RemediationDetail',
    examples: [
      {
        ...example,
        plan: {
          action: 'remove_group_membership',
          target: 'Migration Team',
          path: {
            kind: 'group',
            permission: 'ReadWrite',
            description: 'Held through prin-040, as ReadWrite.',
            closable: true,
          },
          statements: ['remove prin-004 from prin-040'],
          warnings: [],
          also_removes: { total: 0, in_use: 0, items: [] },
          other_paths: [],
          planned_at: '2026-01-31T09:30:00.000Z',
        },
        guards: [{ guard: 'grant_age', passed: true, message: 'The grant is 410 days old.', remedy: null }],
        remaining_paths: [],
        undo: { made_at: '2026-01-31T09:30:00.000Z', statements: ['add prin-004 to prin-040'] },
        accept_other_losses: false,
        steps: [
          {
            attempt: 1,
            step: 'verify',
            outcome: 'revoked',
            detail: 'Migration Team was removed and is verified removed: Warehouse read it back.',
            at: example.completed_at,
          },
        ],
      },
    ],
  },
);

/** Before the platform is asked. */
export const Elsewhere = Type.Union(
  [
    Type.Object({
      group_name: Type.String(),
      connector_id: NullableString({
        description:
          'Where the membership would be removed; null: nowhere that Lapse could, and `message` says why.',
      }),
      connector_name: NullableString(),
      platform: NullableString(),
      message: Type.String({ description: 'For people; also what is not known.' }),
    }),
    Type.Null(),
  ],
  {
    description:
      'The access comes through a group that another platform fills, as the last sync has told; null: it does not, as far as is known.',
  },
);

export const RemediationPreview = Type.Object(
  {
    review_id: Type.String(),
    removals: Type.Array(
      Type.Object({
        grant_id: Type.String(),
        permission: Type.String(),
        action: Enum(REMEDIATION_ACTION_NAMES),
        target: Type.String({ description: 'What is removed, for people.' }),
        platform: Type.String(),
        connector_name: NullableString({ description: 'null: nothing is connected.' }),
        execution: Enum(EXECUTIONS, { description: 'Who would carry it out.' }),
        elsewhere: Elsewhere,
        mode: Enum(REMEDIATION_MODES),
        undo_window_minutes: Type.Number({ description: 'How long it can be cancelled before it is done.' }),
        also_removes: AlsoRemoves,
        guards: Type.Array(Guard, { description: 'What they say now; they are asked again then.' }),
      }),
      { description: 'One for each grant that is still active, at most 20.' },
    ),
  },
  {
    $id: 'RemediationPreview',
    examples: [
      {
        review_id: example.review_id,
        removals: [
          {
            grant_id: 'grant-041',
            permission: 'ReadWrite',
            action: 'remove_group_membership',
            target: 'Migration Team',
            platform: 'synapse',
            connector_name: null,
            execution: 'person',
            elsewhere: null,
            mode: 'automatic',
            undo_window_minutes: 0,
            also_removes: { total: 0, in_use: 0, items: [] },
            guards: [
              { guard: 'grant_age', passed: true, message: 'The grant is 410 days old.', remedy: null },
            ],
          },
        ],
      },
    ],
  },
);

export const RemediationPage = Page(Remediation, example, 'A page of remediations, ordered by id.');

export const RemediationQuery = ListQuery({
  status: Type.Optional(
    Enum(REMEDIATION_STATUSES, { description: 'Only this status.', examples: ['blocked'] }),
  ),
  review_id: IdFilter('Only those of this review.', example.review_id),
  grant_id: IdFilter('Only those of this grant.', 'grant-041'),
  principal_id: IdFilter('Only those of this principal.', 'prin-004'),
  asset_id: IdFilter('Only those on this asset.', 'asset-019'),
  platform: TextFilter('Only those on this platform.', 'synapse'),
  assigned_to_id: IdFilter('Only those that are, or were, the task of this person.', 'prin-001'),
  contradiction_open: Type.Optional(
    Enum(['true', 'false'] as const, {
      description:
        'true: only those whose access was seen although its remediation was requested or claimed.',
      examples: ['true'],
    }),
  ),
  order: Type.Optional(Enum(['asc', 'desc'], { description: 'By age; asc by default.', examples: ['desc'] })),
});

const Note = Type.Optional(
  Type.String({ minLength: 1, maxLength: 2_000, description: 'Kept in the audit trail.' }),
);

export const OrderBody = Type.Object({ note: Note }, { examples: [{ note: 'Agreed with the owner.' }] });

export const AttestBody = Type.Object(
  {
    attestation: Type.String({
      minLength: 1,
      maxLength: 2_000,
      pattern: '\\S',
      description:
        'How it was done, such as the ticket or the command. Kept with the remediation and in the audit trail.',
    }),
    note: Note,
  },
  { examples: [{ attestation: 'Removed from the group in the admin console, ticket OPS-1412.' }] },
);

export const RetryBody = Type.Object(
  {
    note: Note,
    accept_other_losses: Type.Optional(
      Type.Boolean({ description: 'Carry it out although other access that is in use is lost with it.' }),
    ),
  },
  { examples: [{ accept_other_losses: false }] },
);

const breaker = {
  id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e62',
  scope: 'asset',
  asset_id: 'asset-019',
  tripped_at: '2026-01-31T09:30:00.000Z',
  reason: '5 of 12 would be removed within 24 hours, more than 20 % of the grants of the asset.',
};

const Breaker = Type.Object({
  id: Type.String(),
  scope: Enum(['tenant', 'asset'] as const),
  asset_id: NullableString({ description: 'null: all remediations of the organisation are stopped.' }),
  tripped_at: Timestamp(),
  reason: Type.String(),
});

export const BreakerState = Type.Object(
  {
    tripped: Type.Boolean(),
    breakers: Type.Array(Breaker, { description: 'Those that are tripped.' }),
  },
  { $id: 'BreakerState', examples: [{ tripped: true, breakers: [breaker] }] },
);

export const ReleaseBody = Type.Object(
  {
    note: Type.String({ minLength: 1, maxLength: 2_000, description: 'Why it is all right to go on.' }),
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: ID_LENGTH_MAX,
        description: 'Only this one; all when left out.',
      }),
    ),
  },
  { examples: [{ note: 'The migration project has ended; these remediations are expected.' }] },
);

export const ReleaseAnswer = Type.Object(
  { released: Type.Array(Breaker) },
  { examples: [{ released: [breaker] }] },
);
