import type { Static } from 'typebox';
import type { CursorCodec } from '../../gateway/lists/cursor.ts';
import { queryInstant, refuse } from '../../gateway/lists/instants.ts';
import type { Caller } from '../../gateway/roles.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Fault } from '../../platform/errors.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { describeReviews } from './describe-reviews.ts';
import { FACET_FILTERS, hasFacetFilter } from './facets/facet.rules.ts';
import { listFaceted } from './facets/list-faceted.sql.ts';
import { listReviews } from './list.sql.ts';
import { OPEN_STATUSES } from './review.rules.ts';
import type { ReviewQuery } from './review.schema.ts';
import { readFields } from './review-fields.ts';
import type { ReviewPosition } from './review-order.sql.ts';

export type ReviewListQuery = Static<typeof ReviewQuery>;

interface Means {
  q: Querier;
  cursors: CursorCodec;
  policy: Policy;
  now: number;
  caller: Caller;
}

export async function answerReviews({ q, cursors, policy, now, caller }: Means, query: ReviewListQuery) {
  const { limit, cursor, offset, sort = 'due_at', order, due_before, fields, ...ids } = query;
  const descending = (order ?? (sort === 'due_at' ? 'asc' : 'desc')) === 'desc';
  const faults: Fault[] = [];
  if (cursor !== undefined && offset !== undefined) {
    const msg = 'cannot be combined with cursor';
    faults.push({ loc: ['query', 'offset'], msg, type: 'not_together' });
  }
  const dueBefore = due_before === undefined ? undefined : queryInstant('due_before', due_before, faults);
  const wanted = fields === undefined ? null : readFields(fields, faults);
  const open = OPEN_STATUSES.find((status) => status === ids.status);
  const isFaceted = hasFacetFilter(ids);
  if (isFaceted && ids.status !== undefined && open === undefined) {
    const msg = `expected ${OPEN_STATUSES.join(' or ')} together with ${FACET_FILTERS.join(', ')}: these are of open reviews`;
    faults.push({ loc: ['query', 'status'], msg, type: 'not_together' });
  }
  refuse(faults);
  const filters = { ...ids, due_before: dueBefore };
  const scope = { tenant_id: q.tenant_id, list: 'reviews', filters: { ...filters, sort, descending } };
  const after = cursor === undefined ? null : cursors.decode<ReviewPosition>(scope, cursor);
  const request = { sort, descending, limit, offset: offset ?? 0, after };
  const page = isFaceted
    ? await listFaceted(q, { ...filters, status: open }, request)
    : await listReviews(q, filters, request);
  const last = page.items.at(-1);
  const position: ReviewPosition | undefined = last && {
    value: sort === 'due_at' ? last.due_at : sort === 'score' ? last.decay_score : last.priority,
    id: last.id,
  };
  return {
    items: await describeReviews(q, page.items, { policy, now, caller, wanted }),
    next_cursor: page.has_more && position ? cursors.encode(scope, position) : null,
    total: page.total,
    limit,
    offset: offset ?? 0,
  };
}
