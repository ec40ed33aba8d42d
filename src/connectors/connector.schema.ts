import { Type } from 'typebox';
import { REMEDIATION_MODES } from '../core/policy/policy.rules.ts';
import {
  Enum,
  NullableInteger,
  NullableNumber,
  NullableString,
  NullableTimestamp,
  Page,
  Timestamp,
} from '../gateway/common.schema.ts';
import { CONNECTOR_HEALTHS, SYNC_PHASES } from './sync.rules.ts';

const progress = {
  phase: 'done',
  cursor: null,
  started_at: '2026-01-31T09:30:00.000Z',
  principals: 12,
  assets: 40,
  memberships: 9,
  grants: 61,
  inherited: 18,
  skipped: 0,
  removed: 0,
  events: 120,
  seconds_left: null,
};

const example = {
  id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  platform: 'postgres',
  name: 'Shop database',
  settings: { host: 'db.corp.example', port: 5432, user: 'lapse' },
  secret_names: ['password'],
  mode: 'dry_run',
  enabled: true,
  sync_every_seconds: 300,
  health: 'healthy',
  health_message: 'PostgreSQL 18.1 answers.',
  error: null,
  coverage: { observes_use: true },
  progress,
  last_sync_at: '2026-01-31T09:30:02.000Z',
  last_use_read_at: '2026-01-31T09:30:02.000Z',
  lag_seconds: 14,
  next_sync_at: '2026-01-31T09:35:02.000Z',
  is_syncing: false,
  created_by: 'admin@corp.example',
  created_at: '2026-01-31T09:29:00.000Z',
};

const Settings = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'As GET /v1/connectors/types lists for the platform. Secrets are encrypted at rest and never returned.',
});
const Name = Type.String({ minLength: 1, maxLength: 200, description: 'Unique within the organisation.' });
const Mode = Enum(REMEDIATION_MODES, {
  description:
    'What happens to revoked access there; the more careful of this and the policy counts. A new connector is on dry_run until an admin turns it on.',
});
const SyncEvery = Type.Integer({ minimum: 10, maximum: 86_400, description: 'Seconds between two syncs.' });
const Count = Type.Integer();
const Ability = Enum(['discover', 'read_use', 'revoke'] as const);

const Progress = Type.Object({
  phase: Enum(SYNC_PHASES),
  cursor: NullableString(),
  started_at: Timestamp(),
  principals: Count,
  assets: Count,
  memberships: Count,
  grants: Count,
  inherited: Count,
  skipped: Type.Integer({ description: 'Named by the platform but not understood.' }),
  removed: Type.Integer({ description: 'Gone at the platform since the sync before.' }),
  events: Count,
  seconds_left: NullableInteger({
    description: 'As the sync before took; null if it is not known, as of a first sync.',
  }),
});

export const Connector = Type.Object(
  {
    id: Type.String(),
    platform: Type.String(),
    name: Type.String(),
    settings: Type.Record(Type.String(), Type.Unknown(), { description: 'Without secrets.' }),
    secret_names: Type.Array(Type.String(), { description: 'Secrets that are set.' }),
    mode: Mode,
    enabled: Type.Boolean(),
    sync_every_seconds: Type.Integer(),
    health: Enum(CONNECTOR_HEALTHS),
    health_message: NullableString(),
    error: NullableString(),
    coverage: Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'How much of the use is seen: what each source sees and does not see, and since when.',
    }),
    progress: Type.Union([Progress, Type.Null()], {
      description: 'Of the sync that is under way, or the last one.',
    }),
    last_sync_at: NullableTimestamp({ description: 'When a sync was last completed.' }),
    last_use_read_at: NullableTimestamp(),
    lag_seconds: NullableInteger({ description: 'Since use was last read.' }),
    next_sync_at: NullableTimestamp(),
    is_syncing: Type.Boolean(),
    created_by: Type.String(),
    created_at: Timestamp(),
  },
  { $id: 'Connector', examples: [example] },
);

export const ConnectorPage = Page(Connector, example, 'A page of connectors, ordered by id.');

const Platform = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'One of GET /v1/connectors/types.',
});

export const SettingsBody = Type.Object(
  {
    platform: Platform,
    settings: Type.Record(Type.String(), Type.Unknown(), {
      description: 'As GET /v1/connectors/types lists for the platform. Kept nowhere.',
    }),
  },
  {
    examples: [
      {
        platform: 'postgres',
        settings: { host: 'db.corp.example', user: 'lapse', password: 'a long secret' },
      },
    ],
  },
);

export const ConnectorBody = Type.Object(
  {
    platform: Platform,
    name: Name,
    settings: Settings,
    mode: Type.Optional(Mode),
    sync_every_seconds: Type.Optional(SyncEvery),
  },
  {
    examples: [
      {
        platform: 'postgres',
        name: 'Shop database',
        settings: { host: 'db.corp.example', user: 'lapse', password: 'a long secret' },
      },
    ],
  },
);

export const ConnectorPatchBody = Type.Object(
  {
    name: Type.Optional(Name),
    mode: Type.Optional(Mode),
    enabled: Type.Optional(Type.Boolean()),
    sync_every_seconds: Type.Optional(SyncEvery),
    settings: Type.Optional(Settings),
  },
  { minProperties: 1, examples: [{ mode: 'automatic' }] },
);

export const SyncBody = Type.Object(
  {
    accept_removals: Type.Optional(
      Type.Boolean({
        description: 'Believe the listing although most of what was known is missing from it.',
      }),
    ),
  },
  { examples: [{}] },
);

/** Nothing to say yet. */
export const TestBody = Type.Object({}, { examples: [{}] });

export const ConnectorHealth = Type.Object(
  {
    ok: Type.Boolean(),
    message: Type.String(),
    version: NullableString(),
    latency_ms: NullableNumber(),
    missing: Type.Array(Type.Object({ ability: Ability, what: Type.String() }), {
      description: 'What is missing, and what it is for: to find access, to see use, to remove and restore.',
    }),
  },
  {
    examples: [
      { ok: true, message: 'PostgreSQL 18.1 answers.', version: '18.1', latency_ms: 3, missing: [] },
    ],
  },
);

const SettingName = Type.String({ description: 'One of the settings of the platform.' });

const Setting = Type.Object({
  name: Type.String(),
  type: Type.String(),
  required: Type.Boolean(),
  secret: Type.Boolean(),
  default: Type.Unknown(),
  min: NullableNumber(),
  max: NullableNumber(),
  one_of: Type.Union([Type.Array(Type.String()), Type.Null()]),
  reaches: NullableString({
    description: 'host, url or file: what it makes Lapse reach. The operator may limit that.',
  }),
  description: Type.String(),
});

const Place = Type.Object(
  {
    setting: SettingName,
    before: Type.String(),
    after: Type.String(),
    escapes: Type.Record(Type.String(), Type.String()),
    percent_encoded: Type.Boolean(),
    unknown: Type.String(),
  },
  {
    description:
      'Where the value of a setting goes: `before`, the value, `after`; `unknown` while there is no value. Each character of the value that is in `escapes` is written as it says there; with `percent_encoded` the value is, as UTF-8.',
  },
);

const Step = Type.Object({
  title: Type.String(),
  needed_for: Enum(['discover', 'read_use', 'revoke'] as const, {
    description: 'What does not work without it. Steps for revoke are for removing and restoring only.',
  }),
  instructions: Type.Array(Type.String()),
  permissions: Type.Array(Type.Object({ name: Type.String(), purpose: Type.String(), ability: Ability })),
  snippets: Type.Array(
    Type.Object({
      title: Type.String({ description: 'Where it is entered.' }),
      language: Enum(['sql', 'shell', 'url'] as const),
      parts: Type.Array(Type.Union([Type.String(), Place]), {
        description: 'To be joined: text as it stands, and places of settings.',
      }),
    }),
  ),
  settings: Type.Array(Type.Object({ name: SettingName, suggestion: NullableString() }), {
    description: 'What the step tells.',
  }),
});

export const ConnectorTypes = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        platform: Type.String(),
        title: Type.String(),
        settings: Type.Array(Setting),
        steps: Type.Array(Step, { description: 'What to do on the platform before, in order.' }),
      }),
    ),
  },
  {
    examples: [
      {
        items: [
          {
            platform: 'postgres',
            title: 'PostgreSQL',
            settings: [
              {
                name: 'host',
                type: 'text',
                required: true,
                secret: false,
                default: null,
                min: null,
                max: null,
                one_of: null,
                reaches: 'host',
                description: 'The server.',
              },
            ],
            steps: [
              {
                title: 'A role that reads',
                needed_for: 'discover',
                instructions: ['Run this as a superuser.'],
                permissions: [
                  {
                    name: 'pg_monitor',
                    purpose: 'to read what statements other roles have run',
                    ability: 'read_use',
                  },
                ],
                snippets: [
                  {
                    title: 'psql, in any database',
                    language: 'sql',
                    parts: [
                      'CREATE ROLE ',
                      {
                        setting: 'user',
                        before: '"',
                        after: '"',
                        escapes: { '"': '""' },
                        percent_encoded: false,
                        unknown: '"<user>"',
                      },
                      ' LOGIN IN ROLE pg_monitor;',
                    ],
                  },
                ],
                settings: [{ name: 'user', suggestion: 'lapse_reader' }],
              },
            ],
          },
        ],
      },
    ],
  },
);
