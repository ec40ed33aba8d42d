import type { Answer, Options } from '@lapse/client';

export type ReviewFacets = Answer<'/v1/reviews/facets', 'get'>['facets'];
export type FacetName = keyof ReviewFacets;
type Asked = NonNullable<Options<'/v1/reviews/facets', 'get'>['query']>;

/** In the words of the API, for those that have a closed list of them. */
const WORDS = {
  recommendation: ['REVOKE', 'REVIEW', 'CONFIRM'],
  classification: ['pii', 'confidential', 'internal', 'public', 'unclassified'],
  permission: ['owner', 'admin', 'read_write', 'write', 'read', 'unknown'],
  account_state: ['disabled', 'dormant', 'unremarkable'],
} as const satisfies { [Name in FacetName]?: readonly Asked[Name & keyof Asked][] };

/** The filters that are of open reviews only. */
export const FACET_FILTERS = [
  'recommendation',
  'platform',
  'classification',
  'permission',
  'account_state',
  'department',
] as const;
export type FacetFilterName = (typeof FACET_FILTERS)[number];
export type FacetQuery = Pick<Asked, FacetFilterName>;

type Given = Partial<Record<FacetFilterName, string>>;

/** Whether the address has a word there that means nothing. */
export const isUnknownFacet = (name: FacetFilterName, value: string): boolean =>
  name in WORDS && !(WORDS[name as keyof typeof WORDS] as readonly string[]).includes(value);

/** Without words that mean nothing. An empty department is that of those without one. */
export function facetQuery(given: Given): FacetQuery {
  const known = FACET_FILTERS.flatMap((name) => {
    const value = given[name];
    const isGiven = value !== undefined && (value !== '' || name === 'department');
    return isGiven && !isUnknownFacet(name, value) ? [[name, value]] : [];
  });
  return Object.fromEntries(known) as FacetQuery;
}

/** The filter of the address that a value of a facet sets; null: there is none. */
export function filterOf(facet: FacetName, value: string | null): { name: string; value: string } | null {
  if (value === null) return null;
  return { name: facet === 'assigned_to' ? 'assigned_to_id' : facet, value };
}

/** As a change of the address. */
export const WITHOUT_FACETS = Object.fromEntries(FACET_FILTERS.map((name) => [name, null])) as Record<
  FacetFilterName,
  null
>;
