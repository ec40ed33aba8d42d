import { type TSchema, Type } from 'typebox';
import { NullableNumber, NullableString, NullableTimestamp } from '../../gateway/common.schema.ts';
import { DEFAULT_POLICY } from './policy.rules.ts';

/** Numbers that may also be null. */
const NULLABLE_NUMBERS = new Set(['weekly_budget']);

/** The shape of a value as a schema; which numbers are fine is said by `validatePolicy`, all at once. */
function shapeOf(value: unknown): TSchema {
  if (value === null) return NullableString();
  if (typeof value === 'string') return Type.String();
  if (typeof value === 'number') return Type.Number();
  if (typeof value === 'boolean') return Type.Boolean();
  if (Array.isArray(value)) return Type.Array(Type.Number());
  const fields = Object.entries(value as object).map(([name, field]) => [
    name,
    NULLABLE_NUMBERS.has(name) ? NullableNumber() : shapeOf(field),
  ]);
  return Type.Object(Object.fromEntries(fields));
}

const SECTIONS: Record<keyof typeof DEFAULT_POLICY, string> = {
  model_version: 'By which model lapse dates are computed: 1 or 2. The second takes `rhythm`.',
  half_life_days: 'Days past the lapse date after which the odds that access is still wanted have halved.',
  patience: 'Days without use that are tolerated.',
  rhythm:
    'Of the second model: what replaces base_days and gap_factor of patience, and confirmation_days of review.',
  learning:
    'Of the second model: whether access is asked about later where such access was revoked and missed; GET /v1/policy/learned says of which and by how much.',
  shifts: 'Days sooner (negative) or later, by what else is known.',
  purpose: 'How often access is asked about that is marked as standby or break-glass.',
  thresholds: 'Scores whose crossing is announced, ascending.',
  review: 'When a review is asked for.',
  sla: 'How long a review may take.',
  remediation: 'How revoked access is removed, and what stops that.',
  retention: 'How long things are kept.',
};

const sections = Object.fromEntries(
  Object.entries(DEFAULT_POLICY).map(([name, value]) => [
    name,
    { ...shapeOf(value), description: SECTIONS[name as keyof typeof SECTIONS] },
  ]),
) as unknown as Record<keyof typeof DEFAULT_POLICY, TSchema>;

export const PolicyAnswer = Type.Object(
  {
    version: Type.Integer({ description: '0 until it is changed for the first time.' }),
    changed_by: Type.String(),
    changed_at: NullableTimestamp({ description: 'null until it is changed for the first time.' }),
    job_id: NullableString({ description: 'The job that recomputes the lapse dates with this version.' }),
    ...sections,
  },
  {
    $id: 'Policy',
    examples: [{ version: 0, changed_by: 'system', changed_at: null, job_id: null, ...DEFAULT_POLICY }],
  },
);

/** Sections are not described further here: their faults are found together with all others of the policy. */
export const PolicyBody = Type.Object(
  {
    expected_version: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Refuse with 409 unless this version is in force.' }),
    ),
  },
  {
    additionalProperties: true,
    description: 'Sections as in the answer; what is left out stays as it is.',
    examples: [{ expected_version: 0, half_life_days: 14, review: { threshold: 60 } }],
  },
);
