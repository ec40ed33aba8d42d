import { Type } from 'typebox';
import { Enum, TextFilter } from '../../../gateway/common.schema.ts';
import { RECOMMENDATIONS } from '../review.rules.ts';
import { ACCOUNT_WORDS, CLASSIFICATION_WORDS, PERMISSION_WORDS } from './facet.rules.ts';

const AS_OF = 'as of weighed_at: when it was asked, and again once a day';

/** The filters of open reviews that are counted as facets. */
export const FacetQuery = {
  recommendation: Type.Optional(
    Enum(RECOMMENDATIONS, {
      description: `Only open reviews with this recommendation, ${AS_OF}. What a review shows is as of now, so that it may differ by then.`,
      examples: ['REVOKE'],
    }),
  ),
  platform: TextFilter('Only open reviews about assets of this platform.', 'databricks'),
  classification: Type.Optional(
    Enum(CLASSIFICATION_WORDS, {
      description: 'Only open reviews about assets with this classification.',
      examples: ['pii'],
    }),
  ),
  permission: Type.Optional(
    Enum(PERMISSION_WORDS, {
      description: `Only open reviews whose strongest permission is this, in one word for those of all platforms, ${AS_OF}. unknown: no word of it is known.`,
      examples: ['admin'],
    }),
  ),
  department: Type.Optional(
    Type.String({
      maxLength: 320,
      description:
        'Only open reviews about principals of this department; empty: about principals without one.',
      examples: ['Finance'],
    }),
  ),
  account_state: Type.Optional(
    Enum(ACCOUNT_WORDS, {
      description: `Only open reviews about accounts in this state, ${AS_OF}. dormant: nobody signs in any more. unremarkable: neither, as far as is known.`,
      examples: ['dormant'],
    }),
  ),
};
