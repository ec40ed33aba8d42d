import type { Session } from '../../../api/session.ts';
import { FACET_FILTERS, type FacetQuery, facetQuery, isUnknownFacet } from './facet-filters.ts';

/** What the address of the inbox says, in the API's own words where it has some. */
export const FILTER_NAMES = [
  'status',
  'risk_level',
  'assigned_to_id',
  'due',
  'campaign_id',
  'principal_id',
  'asset_id',
  ...FACET_FILTERS,
  'sort',
  'group',
  'review_ids',
] as const;

export type FilterName = (typeof FILTER_NAMES)[number];
export type InboxFilters = Partial<Record<FilterName, string>>;

const STATUSES = ['PENDING', 'ESCALATED', 'DECIDED', 'EXPIRED'] as const;
/** In the words of the API. */
export const GROUPINGS = ['asset', 'principal', 'group', 'reason', 'campaign'] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const RISKS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;

export const SORTS = ['due_at', 'priority', 'score'] as const;
export type InboxSort = (typeof SORTS)[number];

export interface ListQuery extends FacetQuery {
  status?: (typeof STATUSES)[number];
  risk_level?: (typeof RISKS)[number];
  assigned_to_id?: string;
  due_before?: string;
  campaign_id?: string;
  principal_id?: string;
  asset_id?: string;
  sort: InboxSort;
}

const HOUR_MS = 3_600_000;

/** The reviews assigned to oneself first, for who is asked any; an admin and an unnamed caller see everybody's. */
export function assignedTo(
  filters: InboxFilters,
  { principal_id, roles }: Pick<Session, 'principal_id' | 'roles'>,
): 'me' | 'all' | (string & {}) {
  const given = filters.assigned_to_id;
  if (given === 'me' && principal_id === null) return 'all';
  if (given !== undefined) return given;
  return principal_id !== null && roles.includes('service.reviewer') ? 'me' : 'all';
}

/** Which words of the address mean nothing here: they filter nothing, and the page says so. */
export function unknownFilters(filters: InboxFilters): { name: FilterName; value: string }[] {
  const { status, risk_level, due, sort } = filters;
  const isKnown: Partial<Record<FilterName, boolean>> = {
    status: status === 'ALL' || isOneOf(STATUSES, status),
    risk_level: isOneOf(RISKS, risk_level),
    due: dueBefore(due, 0) !== null,
    sort: isOneOf(SORTS, sort),
    group: isOneOf(GROUPINGS, filters.group),
    ...Object.fromEntries(FACET_FILTERS.map((name) => [name, !isUnknownFacet(name, filters[name] ?? '')])),
  };
  return FILTER_NAMES.flatMap((name) => {
    const value = filters[name];
    return value !== undefined && isKnown[name] === false ? [{ name, value }] : [];
  });
}

/** A mistyped word in the address filters nothing instead of failing; `unknownFilters` names it. */
export function toListQuery(
  filters: InboxFilters,
  session: Pick<Session, 'principal_id' | 'roles'>,
  now: number,
): ListQuery {
  const { campaign_id, principal_id, asset_id } = filters;
  const status = filters.status === 'ALL' || isOneOf(STATUSES, filters.status) ? filters.status : 'PENDING';
  const whose = assignedTo(filters, session);
  const assignee = whose === 'me' ? session.principal_id : whose === 'all' ? null : whose;
  const due = dueBefore(filters.due, now);
  return {
    ...(isOneOf(STATUSES, status) ? { status } : {}),
    ...(isOneOf(RISKS, filters.risk_level) ? { risk_level: filters.risk_level } : {}),
    ...(assignee === null ? {} : { assigned_to_id: assignee }),
    ...(due === null ? {} : { due_before: due }),
    ...(campaign_id ? { campaign_id } : {}),
    ...(principal_id ? { principal_id } : {}),
    ...(asset_id ? { asset_id } : {}),
    ...(isClosed(status) ? {} : facetQuery(filters)),
    sort: isOneOf(SORTS, filters.sort) ? filters.sort : 'due_at',
  };
}

export interface GroupsQuery extends Omit<ListQuery, 'status' | 'due_before' | 'sort'> {
  by: Grouping;
  review_ids?: string;
}

/** By what the inbox is grouped; null: it is a list. */
export const groupingOf = ({ group }: InboxFilters): Grouping | null =>
  isOneOf(GROUPINGS, group) ? group : null;

/** Groups are of open reviews, whatever their deadline. */
export function toGroupsQuery(
  filters: InboxFilters,
  by: Grouping,
  session: Pick<Session, 'principal_id' | 'roles'>,
): GroupsQuery {
  const { status: _, due: __, review_ids, ...others } = filters;
  const { status: ___, sort: ____, due_before: _____, ...query } = toListQuery(others, session, 0);
  return { by, ...query, ...(review_ids === undefined ? {} : { review_ids }) };
}

/** Whose facets are counted: of what is listed or grouped, as far as it is open. */
export type FacetsQuery = Omit<ListQuery, 'status' | 'sort'> & { status?: 'PENDING' | 'ESCALATED' };

export function toFacetsQuery(query: ListQuery | GroupsQuery): FacetsQuery {
  if ('by' in query) {
    const { by: _, review_ids: __, ...shared } = query;
    return shared;
  }
  const { sort: _, status, ...shared } = query;
  return status === 'PENDING' || status === 'ESCALATED' ? { ...shared, status } : shared;
}

/** Nothing of it is counted by facets, nor filtered by them. */
export const isClosed = (status: string | undefined): boolean => status === 'DECIDED' || status === 'EXPIRED';

/** `overdue`, `24h`, `7d` or a date; null: any time. */
export function dueBefore(due: string | undefined, now: number): string | null {
  const hours = { overdue: 0, '24h': 24, '7d': 7 * 24 }[due ?? ''];
  if (hours !== undefined) return new Date(now + hours * HOUR_MS).toISOString();
  return due && /^\d{4}-\d\d-\d\d$/.test(due) && !Number.isNaN(Date.parse(due))
    ? new Date(due).toISOString()
    : null;
}

/** Whether something besides the order hides reviews that wait. */
export const isNarrowed = (filters: InboxFilters): boolean =>
  FILTER_NAMES.some((name) => !NARROWS_NOTHING.has(name) && filters[name] !== undefined);
const NARROWS_NOTHING: ReadonlySet<FilterName> = new Set(['sort', 'assigned_to_id', 'group']);

function isOneOf<T extends string>(words: readonly T[], word: string | undefined): word is T {
  return word !== undefined && (words as readonly string[]).includes(word);
}
