import { Type } from 'typebox';
import {
  Enum,
  ListQuery,
  NullableNumber,
  NullableString,
  NullableTimestamp,
  Page,
  Query,
  TextFilter,
  TIMESTAMP_EXAMPLE,
  Timestamp,
} from '../../gateway/common.schema.ts';
import { RECOMMENDATIONS } from '../reviews/review.rules.ts';
import {
  DECIDED_THROUGH,
  PARTS_MAX,
  PERIOD_DAYS,
  REGRET_DAYS,
  REGRET_SIGNS,
  REVOCATIONS_MAX,
  SHARE_CASES_MIN,
} from './regret.rules.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const figure = {
  revocations: Count(
    'Grants that were revoked in the period, by people, by rules or because nobody answered.',
  ),
  judged: Count(
    `Of those, the ones of which it is known: ${REGRET_DAYS} days have passed, or they were missed sooner.`,
  ),
  not_yet_judged: Count('The others: too recent, so they may still be missed.'),
  regretted: Count('Missed, however long ago they were removed.'),
  cases: Count(`What the share rests on: those of which ${REGRET_DAYS} days have passed.`),
  cases_regretted: Count('Of the cases, those that were missed.'),
  share: NullableNumber({
    description: `cases_regretted / cases; null with fewer than ${SHARE_CASES_MIN} cases: not known yet. Of recent revocations only those that were missed are known, so they are not in it.`,
  }),
};
const exampleFigure = {
  revocations: 318,
  judged: 214,
  not_yet_judged: 104,
  regretted: 5,
  cases: 212,
  cases_regretted: 3,
  share: 3 / 212,
};

const Through = Enum(DECIDED_THROUGH, {
  description:
    'person: somebody decided the review; group: somebody decided it with others of a group; rule: a rule decided it without a question; system: nobody answered, and the policy revokes then.',
});
const Recommended = Enum(RECOMMENDATIONS, {
  description: 'What the review recommended when it was closed; while it is still open, when it was asked.',
});

const period = {
  from: Timestamp({ description: 'Decided then or later.' }),
  to: Timestamp({ description: 'Decided before then.' }),
  is_complete: Type.Boolean({
    description: `false: the period has more than ${REVOCATIONS_MAX.toLocaleString('en')} revocations, of which these are the latest. Ask for a shorter one.`,
  }),
};

export const Regret = Type.Object(
  {
    ...period,
    all: Type.Object(figure),
    reviewers: Count('How many people have decided.'),
    by_reviewer: Type.Array(
      Type.Object({
        decided_by: Type.String({ description: 'As it was recorded.' }),
        decided_by_name: Type.String({
          description: 'The name of that person, where the directory knows it.',
        }),
        ...figure,
      }),
      { description: `Those who decided most first, at most ${PARTS_MAX}.` },
    ),
    by_rule: Type.Array(
      Type.Object({ rule: Type.String({ description: 'As it was recorded.' }), ...figure }),
      {
        description: `Rules that decided without a question; those with most revocations first, at most ${PARTS_MAX}.`,
      },
    ),
    by_platform: Type.Array(Type.Object({ platform: Type.String(), ...figure }), {
      description: `Those with most revocations first, at most ${PARTS_MAX}.`,
    }),
    by_recommendation: Type.Array(Type.Object({ recommendation: Recommended, ...figure })),
    by_decided_through: Type.Array(Type.Object({ decided_through: Through, ...figure })),
  },
  {
    $id: 'Regret',
    examples: [
      {
        from: '2025-11-02T09:30:00.000Z',
        to: TIMESTAMP_EXAMPLE,
        is_complete: true,
        all: exampleFigure,
        reviewers: 1,
        by_reviewer: [
          { decided_by: 'hakon@example.com', decided_by_name: 'Håkon Myrvold', ...exampleFigure },
        ],
        by_rule: [{ rule: 'the rule "Leavers" of ann@x.example', ...exampleFigure }],
        by_platform: [{ platform: 'fabric', ...exampleFigure }],
        by_recommendation: [{ recommendation: 'REVOKE', ...exampleFigure }],
        by_decided_through: [{ decided_through: 'person', ...exampleFigure }],
      },
    ],
  },
);

export const PeriodQuery = {
  from: Type.Optional(
    Timestamp({
      description: `Only what was decided then or later; ${PERIOD_DAYS} days before \`to\` unless given.`,
      maxLength: 40,
    }),
  ),
  to: Type.Optional(
    Timestamp({ description: 'Only what was decided before then; now unless given.', maxLength: 40 }),
  ),
};

export const RegretQuery = Query(PeriodQuery);

const exampleRevocation = {
  id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  review_id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60',
  grant_id: 'grant-001',
  principal_id: 'prin-001',
  principal_name: 'Amara Okafor',
  asset_id: 'asset-001',
  asset_name: 'customer_profiles',
  platform: 'fabric',
  permission: 'read',
  reason: 'no longer in Claims',
  recommendation: 'REVOKE',
  decided_through: 'person',
  decided_by: 'hakon@example.com',
  decided_by_name: 'Håkon Myrvold',
  decided_at: '2026-01-12T09:30:00.000Z',
  remediation_id: '0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b',
  removed_at: '2026-01-12T09:46:00.000Z',
  shown_by: 'granted_again',
  shown_at: '2026-01-20T14:05:00.000Z',
};

export const RegrettedItem = Type.Object(
  {
    id: Type.String({ description: 'Of the decision.' }),
    review_id: Type.String(),
    grant_id: Type.String(),
    principal_id: Type.String(),
    principal_name: NullableString(),
    asset_id: Type.String(),
    asset_name: Type.String(),
    platform: Type.String(),
    permission: Type.String(),
    reason: Type.String({ description: 'Of the decision.' }),
    recommendation: Recommended,
    decided_through: Through,
    decided_by: Type.String({ description: 'As it was recorded.' }),
    decided_by_name: Type.String({ description: 'The name of that person, where the directory knows it.' }),
    decided_at: Timestamp(),
    remediation_id: NullableString(),
    removed_at: NullableTimestamp({
      description: 'When the remediation was completed; null: it never was, or was called off before.',
    }),
    shown_by: Enum(REGRET_SIGNS, {
      description:
        'What first showed that it was missed. called_off: the remediation was cancelled; put_back: somebody asked to put the access back; granted_again: the same person has the same permission on the same asset again; used: the access was used after the review was asked.',
    }),
    shown_at: NullableTimestamp({
      description: 'When that happened; of a use, the latest one. null: it is still being put back.',
    }),
  },
  { $id: 'RegrettedRevocation', examples: [exampleRevocation] },
);

const exampleSpan = { from: '2025-11-02T09:30:00.000Z', to: TIMESTAMP_EXAMPLE, is_complete: true };

export const RegrettedPage = {
  ...Page(
    RegrettedItem,
    exampleRevocation,
    'A page of grants that were revoked and missed, the latest decisions first.',
    period,
  ),
  examples: [
    { items: [exampleRevocation], next_cursor: null, total: 1, limit: 50, offset: 0, ...exampleSpan },
  ],
};

export const RegrettedQuery = ListQuery({
  ...PeriodQuery,
  decided_by: TextFilter('Only what this person decided, as it was recorded.', 'hakon@example.com'),
  rule: TextFilter('Only what this rule decided, as it was recorded.', 'the rule "Leavers" of ann@x.example'),
  platform: TextFilter('Only on this platform.', 'fabric'),
  recommendation: Type.Optional(
    Enum(RECOMMENDATIONS, { description: 'Only what had this recommendation.', examples: ['REVOKE'] }),
  ),
  decided_through: Type.Optional(
    Enum(DECIDED_THROUGH, { description: 'Only what was decided in this way.', examples: ['group'] }),
  ),
});
