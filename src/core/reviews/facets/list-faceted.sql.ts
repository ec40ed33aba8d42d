import type { Querier } from '../../../platform/database/database.ts';
import { limitSql, type PageOf, Parameters, pageOf } from '../../../platform/database/page.ts';
import type { OpenStatus, ReviewRisk } from '../review.rules.ts';
import { keysetSql, orderSql, type ReviewPageRequest, SORTED } from '../review-order.sql.ts';
import { REVIEW_COLUMNS, REVIEW_NAMES, type ReviewRow } from '../reviews.sql.ts';
import type { FacetFilters } from './facet.rules.ts';
import { facetConditions } from './facet-filters.sql.ts';

/** Open reviews; both statuses by default. */
export interface OpenFilters {
  status?: OpenStatus | undefined;
  /** Milliseconds since 1970. */
  due_before?: number | undefined;
  principal_id?: string | undefined;
  asset_id?: string | undefined;
  campaign_id?: string | undefined;
}

export interface FacetedFilters extends OpenFilters, FacetFilters {
  risk_level?: ReviewRisk | undefined;
  assigned_to_id?: string | undefined;
}

/** On a review `r`. The statuses are written as every index of open reviews has them. */
export function openConditions(filters: OpenFilters, parameters: Parameters): string[] {
  const { status, due_before, principal_id, asset_id, campaign_id } = filters;
  const named = Object.entries({ status, principal_id, asset_id, campaign_id }).flatMap(([column, value]) =>
    value === undefined ? [] : [`r.${column} = ${parameters.add(value)}`],
  );
  return [
    'r.tenant_id = $1',
    `r.status IN ('PENDING', 'ESCALATED')`,
    ...named,
    ...(due_before === undefined ? [] : [`r.due_at < to_timestamp(${parameters.add(due_before / 1000)})`]),
  ];
}

/**
 * A page of open reviews and its exact total in one statement. It reads what is open, or what there is of the assets or people that are
 * filtered by: no index has every combination of facets, and the total needs all that match anyway. What is shown is fetched by its key.
 */
export async function listFaceted(
  q: Querier,
  filters: FacetedFilters,
  request: ReviewPageRequest,
): Promise<PageOf<ReviewRow>> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const { risk_level, assigned_to_id } = filters;
  const conditions = [
    ...openConditions(filters, parameters),
    ...(risk_level === undefined ? [] : [`r.risk_level = ${parameters.add(risk_level)}`]),
    ...(assigned_to_id === undefined ? [] : [`r.assigned_to_id = ${parameters.add(assigned_to_id)}`]),
    ...facetConditions(filters, parameters),
  ];
  const order = orderSql(request);
  const offset = request.offset === 0 ? '' : `OFFSET ${parameters.add(request.offset)}`;
  const rows = await q.query<ReviewRow & { total: number }>(
    `WITH found AS MATERIALIZED (
       SELECT r.id, r.${SORTED[request.sort].column} FROM reviews r WHERE ${conditions.join(' AND ')}
     )
     SELECT n.total, page.* FROM (SELECT count(*) AS total FROM found) n
     LEFT JOIN LATERAL (
       SELECT ${REVIEW_COLUMNS}
       FROM (SELECT r.id FROM found r WHERE true ${keysetSql(request, parameters)} ${order} ${limitSql(request.limit)} ${offset}) i
       JOIN reviews r ON r.tenant_id = $1 AND r.id = i.id ${REVIEW_NAMES} ${order}) page ON true`,
    parameters.values,
  );
  const { items, total, has_more } = pageOf(rows, request.limit);
  return { items: items.map(({ total: _, ...row }) => row), total, has_more };
}
