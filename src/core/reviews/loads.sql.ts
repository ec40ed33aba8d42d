import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { weekStart } from './budget/budget.rules.ts';
import { askedSince } from './budget/waiting.sql.ts';
import type { Load } from './share-out.rules.ts';

const OPEN = `(SELECT count(*) FROM reviews r WHERE r.tenant_id = $1 AND r.assigned_to_id = w.id
  AND r.status IN ('PENDING', 'ESCALATED'))`;
const IS_AWAY = `EXISTS (SELECT FROM substitutes s WHERE s.tenant_id = $1 AND s.principal_id = w.id
  AND s.starts_at <= $3 AND (s.ends_at IS NULL OR s.ends_at > $3))`;
const WAITING =
  '(SELECT count(*) FROM waiting_reviews l WHERE l.tenant_id = $1 AND l.reviewer_id = w.id) AS waiting';

/** What each of these has to answer, in one statement for all; with a budget also what waits for them and what the week has asked. */
export async function loadLoads(
  q: Querier,
  reviewerIds: readonly string[],
  { now, budget }: { now: number; budget: number | null },
): Promise<Map<string, Load>> {
  if (reviewerIds.length === 0) return new Map();
  const line =
    budget === null
      ? '0 AS waiting, 0 AS asked'
      : `${WAITING}, ${askedSince('w.id', '$4', '$5::bigint')} AS asked`;
  const rows = await q.query<Load & { id: string }>(
    `SELECT w.id, ${OPEN} AS open, ${IS_AWAY} AS is_away, ${line} FROM unnest($2::text[]) AS w (id)`,
    [
      q.tenant_id,
      [...new Set(reviewerIds)],
      isoInstant(now),
      ...(budget === null ? [] : [isoInstant(weekStart(now)), budget]),
    ],
  );
  return new Map(rows.map(({ id, ...load }) => [id, load]));
}
