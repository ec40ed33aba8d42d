import { type Static, Type } from 'typebox';
import {
  Enum,
  ID_LENGTH_MAX,
  IdFilter,
  ListQuery,
  NullableTimestamp,
  ORDERS,
  Page,
  Timestamp,
} from '../../../gateway/common.schema.ts';
import { Likelihood, likelihoodExample } from '../../outcomes/likelihood.schema.ts';
import { RISK_LEVELS } from '../decay.rules.ts';

export const SCORE_FORMS = ['pair', 'principal'] as const;
export type ScoreForm = (typeof SCORE_FORMS)[number];
export const SCORE_SORTS = ['score', 'score_asc', 'score_desc'] as const;

export const Score = (options: object = {}) =>
  Type.Number({ description: '0 is fresh, 100 is stale; four decimals.', examples: [83.3261], ...options });

export const Risk = () =>
  Enum(RISK_LEVELS, { description: 'low to 20, medium to 50, high to 80, then critical.' });

/** Stale access without an open review. */
export const Unanswered = () =>
  Type.Unsafe<object | null>({
    type: ['object', 'null'],
    properties: {
      review_id: { type: 'string' },
      times: { type: 'integer', description: 'How often it was asked.' },
      first_asked_at: { type: 'string', format: 'date-time' },
      expired_at: { type: 'string', format: 'date-time' },
    },
    required: ['review_id', 'times', 'first_asked_at', 'expired_at'],
    description:
      'The last review, when nobody answered it, none is open, and the score is above the review threshold; else null.',
  });

export const Crossings = () =>
  Type.Array(
    Type.Object({
      threshold: Type.Number(),
      crosses_at: Timestamp(),
      crossed: Type.Boolean({ description: 'Whether that was before the instant of the answer.' }),
    }),
    { description: 'When the score reaches each threshold of the policy if nothing changes.' },
  );

/** Of the score of a grant. */
export const ModelVersion = () =>
  Type.Integer({ description: 'By which score model of the policy the lapse date was computed.' });

/** Of the score of a grant. */
export const HalfLife = () =>
  Type.Number({
    description: 'Days past the lapse date after which the odds that it is still wanted have halved.',
  });

export const LAPSES_AT = 'The instant at which the score is exactly 50.';

export const crossingExamples = [
  { threshold: 20, crosses_at: '2025-12-18T14:03:00.000Z', crossed: true },
  { threshold: 50, crosses_at: '2026-01-07T14:03:00.000Z', crossed: true },
  { threshold: 80, crosses_at: '2026-01-27T14:03:00.000Z', crossed: true },
];

const pairExample = {
  principal_id: 'prin-001',
  asset_id: 'asset-001',
  score: 83.8269,
  last_used: '2025-11-28T14:03:00.000Z',
  grant_type: 'read_write',
  risk_level: 'critical',
  grant_id: 'grant-001',
  display_name: 'Amara Okafor',
  asset_name: 'customer_profiles',
  likelihood: likelihoodExample,
  overall_score: 83.8269,
  calculated_at: '2026-01-31T09:30:00.000Z',
  lapses_at: '2026-01-07T14:03:00.000Z',
  half_life_days: 10,
  model_version: 1,
  crosses_at: crossingExamples,
  unanswered: null,
};

/**
 * Both forms in one schema: a pair item has all fields, a principal item those that are required here. One schema
 * instead of a choice of two, because the serialiser would have to try them on every item.
 */
export const ScoreItem = Type.Object(
  {
    principal_id: Type.String(),
    display_name: Type.String(),
    overall_score: Score({ description: "That of the principal's stalest grant." }),
    calculated_at: Timestamp({ description: 'The instant for which the answer holds.' }),
    lapses_at: Timestamp({ description: LAPSES_AT }),
    risk_level: Risk(),
    asset_id: Type.Optional(Type.String({ description: 'Pair items only, like all that follow.' })),
    score: Type.Optional(Score()),
    last_used: Type.Optional(NullableTimestamp({ description: 'null when no use was ever seen.' })),
    grant_type: Type.Optional(
      Type.String({
        description: 'read, write, read_write, admin, owner, or the word of the platform in lower case.',
      }),
    ),
    grant_id: Type.Optional(Type.String()),
    asset_name: Type.Optional(Type.String()),
    likelihood: Type.Optional(Likelihood()),
    half_life_days: Type.Optional(HalfLife()),
    model_version: Type.Optional(ModelVersion()),
    crosses_at: Type.Optional(Crossings()),
    unanswered: Type.Optional(Unanswered()),
  },
  { $id: 'ScoreItem', examples: [pairExample] },
);

export const ScorePage = Page(
  ScoreItem,
  pairExample,
  'A page of scores, stalest first unless asked otherwise.',
);

const scoreBound = (description: string, example: number) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 100, description, examples: [example] }));

const AsOf = () =>
  Type.Optional(
    Timestamp({ description: 'Evaluate at this instant, past or future, instead of now.', maxLength: 40 }),
  );

export const ScoreListQuery = ListQuery({
  principal_id: IdFilter('Pair form: only grants of this principal.', 'prin-001'),
  asset_id: IdFilter('Pair form: only grants on this asset.', 'asset-001'),
  min_score: scoreBound('Pair form: only scores of at least this.', 80),
  below: scoreBound('Principal form: only scores under this.', 50),
  sort: Type.Optional(
    Enum(SCORE_SORTS, {
      description: 'score (pair form, with order), score_asc or score_desc (principal form).',
      examples: ['score'],
    }),
  ),
  order: Type.Optional(Enum(ORDERS, { description: 'desc, stalest first, by default.', examples: ['desc'] })),
  as_of: AsOf(),
  form: Type.Optional(
    Enum(SCORE_FORMS, {
      description:
        'One item per principal and asset, or per principal, whatever the other parameters suggest.',
      examples: ['pair'],
    }),
  ),
});
export type ScoreQuery = Static<typeof ScoreListQuery>;

export const PrincipalIdParams = Type.Object({
  principal_id: Type.String({
    minLength: 1,
    maxLength: ID_LENGTH_MAX,
    description: 'Id of the principal.',
    examples: ['prin-001'],
  }),
});

export const ScoreAtQuery = Type.Object({ as_of: AsOf() }, { additionalProperties: false });
