import { Type } from 'typebox';
import { ID_LENGTH_MAX, NullableString } from '../../../gateway/common.schema.ts';
import { Id } from '../review.schema.ts';
import { REVIEW_ID_EXAMPLE } from '../review-filters.schema.ts';

const REVIEWERS_MAX = 20;

export const ReassignAllBody = Type.Object(
  {
    from_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      minLength: 1,
      maxLength: ID_LENGTH_MAX,
      description: 'Whose open reviews; null: those that nobody could be asked about.',
    }),
    to_ids: Type.Array(Id('Somebody who takes some of them.', 'prin-002'), {
      minItems: 1,
      maxItems: REVIEWERS_MAX,
      uniqueItems: true,
      description: 'Among whom they are shared.',
    }),
    after: Type.Optional(Id('`next` of the answer before.', REVIEW_ID_EXAMPLE)),
  },
  { examples: [{ from_id: 'prin-007', to_ids: ['prin-002', 'prin-012'] }] },
);

export const ReassignedAll = Type.Object(
  {
    moved: Type.Integer({ description: 'How many have another reviewer now.' }),
    kept: Type.Integer({ description: 'How many none of them can be asked about.' }),
    next: NullableString({ description: 'Pass as `after` for those that are left; null: there are none.' }),
  },
  { $id: 'ReassignedReviews', examples: [{ moved: 87, kept: 1, next: null }] },
);
