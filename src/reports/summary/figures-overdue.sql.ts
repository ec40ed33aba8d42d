import type { Querier } from '../../platform/database/database.ts';
import type { OverdueReview, Shown } from './compliance-summary.rules.ts';
import { type Asked, listShown, parametersOf, SHOWN_MAX } from './figures-asked.sql.ts';
import { reviewsIn } from './figures-reviews.sql.ts';

/** Open at the end of the window and past their deadline, or expired in it; the longest overdue first. */
export async function listOverdue(tx: Querier, asked: Asked): Promise<Shown<OverdueReview>> {
  const parameters = parametersOf(tx, asked);
  const reviews = reviewsIn(parameters, asked);
  return listShown(
    tx,
    `WITH ${reviews}, overdue AS (
       SELECT c.*, extract(epoch FROM coalesce(c.closed_at, $3) - c.first_due_at)::float8 / 3600 AS hours,
              count(*) OVER () AS total
       FROM reviews c
       WHERE c.status = 'EXPIRED' OR (c.closed_at IS NULL AND c.first_due_at < $3)
       ORDER BY hours DESC, c.id LIMIT ${parameters.add(SHOWN_MAX)})
     SELECT o.id AS review_id, o.principal_name, o.asset_name, o.risk_level, o.status,
            coalesce(w.display_name, t.assigned_to_id) AS assigned_to, o.first_due_at AS due_at,
            round(o.hours::numeric, 2)::float8 AS overdue_hours, o.total
     FROM overdue o
     LEFT JOIN LATERAL (
       SELECT data ->> 'assigned_to_id' AS id FROM audit_entries
       WHERE tenant_id = $1 AND review_id = o.id AND at < $3 AND event_type IN ('review.escalated', 'review.reassigned')
       ORDER BY at DESC, id DESC LIMIT 1) before ON true
     LEFT JOIN LATERAL (
       SELECT data ->> 'previous_assigned_to_id' AS id, true AS found FROM audit_entries
       WHERE tenant_id = $1 AND review_id = o.id AND at >= $3 AND event_type IN ('review.escalated', 'review.reassigned')
       ORDER BY at, id LIMIT 1) after ON true
     CROSS JOIN LATERAL (
       SELECT coalesce(before.id, CASE WHEN after.found THEN after.id ELSE o.assigned_to_id END) AS assigned_to_id) t
     LEFT JOIN LATERAL (SELECT display_name FROM principals WHERE tenant_id = $1 AND id = t.assigned_to_id LIMIT 1) w
       ON true
     ORDER BY o.hours DESC, o.id`,
    parameters,
  );
}
