import { Type } from 'typebox';
import {
  Enum,
  ID_LENGTH_MAX,
  ListQuery,
  NullableString,
  Page,
  TIMESTAMP_EXAMPLE,
  Timestamp,
} from '../../../gateway/common.schema.ts';
import { GUARD_NAMES } from '../../../remediation/guards/guards.rules.ts';
import { PERMISSIONS } from '../../directory/permission.rules.ts';
import { CAP_MAX, DRY_RUN_DAYS, HELD_DAYS, OFF_REASONS, RULE_KINDS } from './standing-rule.rules.ts';

export const RULE_ID_EXAMPLE = '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70';

const KIND = `leaver: accounts that have been observed to be disabled for \`days\`; never_used: access that was never used in \`days\` in which its use was watched without a gap.`;

const settings = {
  name: Type.String({
    minLength: 1,
    maxLength: 80,
    description: 'Decisions and entries carry it.',
    examples: ['Leavers'],
  }),
  kind: Enum(RULE_KINDS, { description: KIND, examples: ['leaver'] }),
  days: Type.Integer({
    minimum: 0,
    description: 'Of leavers 0 to 365, of what was never used 90 to 730.',
    examples: [30],
  }),
  cap_per_day: Type.Integer({
    minimum: 1,
    maximum: CAP_MAX,
    description: 'So many grants are decided a day at most, from midnight to midnight UTC; the others wait.',
    examples: [25],
  }),
  owner_id: Type.String({
    minLength: 1,
    maxLength: ID_LENGTH_MAX,
    description: 'Who answers for it. While that account is disabled or gone, the rule is paused.',
    examples: ['prin-007'],
  }),
  expires_at: Timestamp({ description: 'It decides nothing after that; at most a year ahead.' }),
};
const Permissions = Type.Array(Enum(PERMISSIONS), {
  maxItems: PERMISSIONS.length,
  description:
    'Of never_used: which permissions it is about, `read` unless given. Of leavers none: it is about all.',
});
const exampleSettings = {
  name: 'Leavers',
  kind: 'leaver',
  days: 30,
  cap_per_day: 25,
  owner_id: 'prin-007',
  expires_at: '2026-12-31T00:00:00.000Z',
};

export const RuleBody = Type.Object(
  {
    ...settings,
    permissions: Type.Optional(Permissions),
  },
  { examples: [exampleSettings] },
);

export const RuleChangeBody = Type.Object(
  {
    ...RuleBody.properties,
    expected_version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Refused with 409 unless this version is there.' }),
    ),
  },
  { examples: [{ ...exampleSettings, expected_version: 1 }] },
);

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const rule = {
  id: RULE_ID_EXAMPLE,
  ...exampleSettings,
  permissions: [],
  owner_name: 'Håkon Myrvold',
  is_on: true,
  off_because: 'new',
  paused_because: null,
  decided_today: 3,
  decided: 41,
  held: 6,
  version: 1,
  created_by: 'ann@x.example',
  created_at: TIMESTAMP_EXAMPLE,
  changed_by: 'ann@x.example',
  changed_at: TIMESTAMP_EXAMPLE,
};

export const Rule = Type.Object(
  {
    id: Type.String(),
    ...settings,
    permissions: Permissions,
    owner_name: Type.String(),
    is_on: Type.Boolean(),
    off_because: Enum(OFF_REASONS, {
      description: 'Why it is off, or was before it was switched on. changed: a change switches it off.',
    }),
    paused_because: NullableString({
      description: 'Why it decides nothing although it is on; null: it decides.',
    }),
    decided_today: Count('Grants, since midnight UTC.'),
    decided: Count('Grants, ever.'),
    held: Count('Questions that are not asked because it is going to decide them.'),
    version: Type.Integer({ description: 'Of its settings.' }),
    created_by: Type.String(),
    created_at: Timestamp(),
    changed_by: Type.String(),
    changed_at: Timestamp(),
  },
  { $id: 'Rule', examples: [rule] },
);

export const RulePage = Page(Rule, rule, 'Rules that decide without a question.');
export const RuleQuery = ListQuery({});

const Seen = Type.Object({
  count: Count('Grants that it would decide now, with no cap.'),
  mark: Type.String({ maxLength: 64, description: 'Of the settings and of these grants.' }),
});
export const SwitchOnBody = Type.Object(
  { seen: Seen },
  { examples: [{ seen: { count: 12, mark: 'b1pX0f3Wm2q8Zc5sYt7uKd4eRg6hJn9a' } }] },
);

/** Nothing needs to be said. */
export const RuleOrderBody = Type.Object({}, { examples: [{}] });

const sample = {
  grant_id: 'grant-001',
  principal_id: 'prin-001',
  principal_name: 'Amara Okafor',
  asset_id: 'asset-001',
  asset_name: 'customer_profiles',
  permission: 'read',
  since: '2025-12-01T09:30:00.000Z',
  ready_at: '2025-12-31T09:30:00.000Z',
  open_review_id: null,
  refused_by: [],
};

export const RulePreview = Type.Object(
  {
    rule_id: Type.String(),
    version: Type.Integer({ description: 'Of the settings that were tried.' }),
    as_of: Timestamp(),
    from: Timestamp(),
    days: Type.Array(
      Type.Object({
        date: Type.String({ description: 'Of UTC.' }),
        ready: Count('Grants that became ready on that day; on the first also those that were before.'),
        decided: Count('Grants that it would have decided with the cap.'),
      }),
      { description: `The last ${DRY_RUN_DAYS} days.` },
    ),
    ready: Count('Grants in all that it could have decided.'),
    decided: Count('Of these, those that it would have decided with the cap.'),
    waiting: Count('Those that would still wait.'),
    used_again: Count('Of those that were ready: used afterwards.'),
    confirmed: Count('Of those that were ready: confirmed by a reviewer afterwards.'),
    granted_again: Count('Of those that were ready: the same person was given the same again.'),
    enabled_again: Count('Of those that were ready: the account was enabled again.'),
    wrong: Count('Of those that were ready: any of the four.'),
    not_known: Type.Array(Type.String(), { description: 'What of the past is not known, in sentences.' }),
    seen: Seen,
    sample: Type.Array(
      Type.Object({
        grant_id: Type.String(),
        principal_id: Type.String(),
        principal_name: Type.String(),
        asset_id: Type.String(),
        asset_name: Type.String(),
        permission: Type.String(),
        since: Timestamp({ description: 'From when its days count.' }),
        ready_at: Timestamp(),
        open_review_id: NullableString({
          description: 'A question that is open about it, which it would decide.',
        }),
        refused_by: Type.Array(Enum(GUARD_NAMES), {
          description: 'Guards that would refuse the removal; then the rule does not decide it.',
        }),
      }),
      { description: 'The first of those that it would decide now.' },
    ),
  },
  {
    $id: 'RulePreview',
    examples: [
      {
        rule_id: RULE_ID_EXAMPLE,
        version: 1,
        as_of: TIMESTAMP_EXAMPLE,
        from: '2025-11-03T00:00:00.000Z',
        days: [{ date: '2025-11-03', ready: 40, decided: 25 }],
        ready: 40,
        decided: 25,
        waiting: 15,
        used_again: 0,
        confirmed: 1,
        granted_again: 1,
        enabled_again: 0,
        wrong: 2,
        not_known: ['Before 2025-12-01T09:30:00.000Z it was not observed which accounts are disabled.'],
        seen: { count: 12, mark: 'b1pX0f3Wm2q8Zc5sYt7uKd4eRg6hJn9a' },
        sample: [sample],
      },
    ],
  },
);

const held = {
  id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e71',
  principal_id: 'prin-001',
  principal_name: 'Amara Okafor',
  asset_id: 'asset-001',
  asset_name: 'customer_profiles',
  held_since: TIMESTAMP_EXAMPLE,
  decides_at: '2026-02-14T09:30:00.000Z',
};

export const HeldQuestion = Type.Object(
  {
    id: Type.String(),
    principal_id: Type.String(),
    principal_name: Type.String(),
    asset_id: Type.String(),
    asset_name: Type.String(),
    held_since: Timestamp(),
    decides_at: Timestamp({ description: 'From when the rule decides it, when its cap has room.' }),
  },
  { $id: 'HeldQuestion', examples: [held] },
);

export const HeldPage = Page(
  HeldQuestion,
  held,
  `Questions that are not asked, because the rule is going to decide them within ${HELD_DAYS} days.`,
);
