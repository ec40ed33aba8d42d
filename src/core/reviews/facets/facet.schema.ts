import { Type } from 'typebox';
import { Enum, Model, NullableString, Query } from '../../../gateway/common.schema.ts';
import { OPEN_STATUSES } from '../review.rules.ts';
import { DUE_FILTER, ID_FILTERS, RISK_FILTER } from '../review-filters.schema.ts';
import { FACET_VALUES_MAX } from './count-facets.sql.ts';
import { FACETS, type Facet } from './facet.rules.ts';
import { FacetQuery } from './facet-query.schema.ts';

/** The filters of the list of reviews, of open ones. */
export const FacetsQuery = Query({
  status: Type.Optional(
    Enum(OPEN_STATUSES, {
      description: 'Only open reviews of this status; by default of both.',
      examples: ['PENDING'],
    }),
  ),
  ...RISK_FILTER,
  ...DUE_FILTER,
  ...ID_FILTERS,
  ...FacetQuery,
});

const DESCRIPTIONS: Readonly<Record<Facet, string>> = {
  recommendation: 'As of weighed_at.',
  risk_level: 'When the reviews were generated.',
  platform: 'Of the assets.',
  classification: 'Of the assets.',
  permission: 'The strongest of a review, as of weighed_at.',
  account_state: 'As of weighed_at.',
  department: 'Of the principals under review. Empty: those without one.',
  assigned_to: 'The reviewers, with their names. null: nobody could be asked.',
};

const counts = (description: string) =>
  Type.Object(
    {
      values: Type.Array(
        Type.Object({
          value: NullableString({ description: 'As the filter takes it.' }),
          name: NullableString({ description: 'Of a reviewer.' }),
          reviews: Type.Integer(),
        }),
        { description: `The ${FACET_VALUES_MAX} with the most reviews, these first.` },
      ),
      others: Type.Object({ values: Type.Integer(), reviews: Type.Integer() }),
    },
    { description },
  );

const exampleOf = (value: string, name: string | null = null) => ({
  values: [{ value, name, reviews: 12 }],
  others: { values: 0, reviews: 0 },
});

export const ReviewFacets = Model(
  'ReviewFacets',
  {
    total: Type.Integer({ description: 'How many open reviews match all filters.' }),
    facets: Type.Object(
      Object.fromEntries(FACETS.map((facet) => [facet, counts(DESCRIPTIONS[facet])])) as Record<
        Facet,
        ReturnType<typeof counts>
      >,
      { description: 'Each counts what matches all filters but its own.' },
    ),
  },
  {
    total: 12,
    facets: {
      recommendation: exampleOf('REVOKE'),
      risk_level: exampleOf('CRITICAL'),
      platform: exampleOf('databricks'),
      classification: exampleOf('pii'),
      permission: exampleOf('admin'),
      account_state: exampleOf('dormant'),
      department: exampleOf('Finance'),
      assigned_to: exampleOf('prin-007', 'Håkon Myrvold'),
    },
  },
);
