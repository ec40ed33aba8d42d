import type { Static } from 'typebox';
import { isInsider } from '../../gateway/access.ts';
import type { CursorCodec } from '../../gateway/lists/cursor.ts';
import { queryInstant, refuse } from '../../gateway/lists/instants.ts';
import type { Caller } from '../../gateway/roles.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Fault } from '../../platform/errors.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { decideRefusals } from './decisions/decide-refusals.ts';
import type { Evidence } from './evidence/evidence.rules.ts';
import { gatherEvidence } from './evidence/review-evidence.ts';
import { FACET_FILTERS, hasFacetFilter } from './facets/facet.rules.ts';
import { listFaceted } from './facets/list-faceted.sql.ts';
import { listReviews } from './list.sql.ts';
import { priorityParts } from './priority/priority.rules.ts';
import { OPEN_STATUSES } from './review.rules.ts';
import type { ReviewQuery } from './review.schema.ts';
import type { ReviewPosition } from './review-order.sql.ts';
import { remediationsOfReviews } from './review-remediations.sql.ts';
import type { ReviewRow } from './reviews.sql.ts';
import { isOpen } from './states.rules.ts';

export type ReviewListQuery = Static<typeof ReviewQuery>;

interface Means {
  q: Querier;
  cursors: CursorCodec;
  policy: Policy;
  now: number;
  caller: Caller;
}

export async function answerReviews({ q, cursors, policy, now, caller }: Means, query: ReviewListQuery) {
  const { limit, cursor, offset, sort = 'due_at', order, due_before, ...ids } = query;
  const descending = (order ?? (sort === 'due_at' ? 'asc' : 'desc')) === 'desc';
  const faults: Fault[] = [];
  if (cursor !== undefined && offset !== undefined) {
    const msg = 'cannot be combined with cursor';
    faults.push({ loc: ['query', 'offset'], msg, type: 'not_together' });
  }
  const dueBefore = due_before === undefined ? undefined : queryInstant('due_before', due_before, faults);
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
    items: await withEvidence(q, page.items, { policy, now, caller }),
    next_cursor: page.has_more && position ? cursors.encode(scope, position) : null,
    total: page.total,
    limit,
    offset: offset ?? 0,
  };
}

/** Open reviews show what is known now; closed ones what was known then. */
export async function withEvidence(
  q: Querier,
  rows: readonly ReviewRow[],
  { policy, now, caller }: { policy: Policy; now: number; caller: Caller },
) {
  const open = rows.filter((row) => row.evidence_json === null);
  const live = await gatherEvidence(q, open, { policy, now });
  const answerable = rows.filter((row) => isOpen(row.status));
  const refusals = await decideRefusals(q, answerable, { caller, policy, now });
  const removals = isInsider(caller.roles)
    ? await remediationsOfReviews(
        q,
        rows.map((row) => row.id),
      )
    : null;
  return rows.map(({ priority, priority_facts, weighed_at, ...row }) => {
    const found = live.get(row.id);
    // Principals and assets are never deleted, so there is always something to tell.
    const evidence_json = row.evidence_json ?? (found?.evidence as Evidence);
    return {
      ...row,
      principal_name: evidence_json.principal?.display_name ?? null,
      asset_name: evidence_json.asset?.name ?? null,
      evidence_json,
      recommendation: found?.recommendation ?? row.recommendation,
      priority: priority_facts && priority,
      priority_parts: priority_facts && priorityParts(priority_facts),
      weighed_at: priority_facts && weighed_at,
      may_decide: isOpen(row.status) && !refusals.has(row.id),
      decide_refusal: refusals.get(row.id) ?? null,
      removals: removals === null ? null : (removals.get(row.id) ?? []),
    };
  });
}
