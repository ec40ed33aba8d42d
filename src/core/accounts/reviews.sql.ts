import type { Querier } from '../../platform/database/database.ts';

/** About whose access a review is. */
export interface ReviewPlace {
  id: string;
  principal_id: string;
  access_grant_ids: string[];
}

export async function redirectReviews(tx: Querier, places: readonly ReviewPlace[]): Promise<void> {
  if (places.length === 0) return;
  await tx.query(
    `UPDATE reviews r SET principal_id = p.principal_id, access_grant_ids = p.access_grant_ids
     FROM json_to_recordset($2) AS p (id text, principal_id text, access_grant_ids text[])
     WHERE r.tenant_id = $1 AND r.id = ANY ($3::text[]) AND r.id = p.id
       AND (r.principal_id, r.access_grant_ids) IS DISTINCT FROM (p.principal_id, p.access_grant_ids)`,
    [tx.tenant_id, JSON.stringify(places), places.map(({ id }) => id)],
  );
}

/** Open reviews that principals have to answer who are somebody else now, and who that is. */
export async function assignedReviews(
  q: Querier,
  principalIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await q.query<{ id: string; linked_to: string }>(
    `SELECT r.id, p.linked_to FROM unnest($2::text[]) AS t (id)
     JOIN principals p ON p.tenant_id = $1 AND p.id = t.id AND p.linked_to IS NOT NULL
     JOIN LATERAL (SELECT id FROM reviews WHERE tenant_id = $1 AND assigned_to_id = t.id
                     AND status IN ('PENDING', 'ESCALATED') OFFSET 0) r ON true`,
    [q.tenant_id, principalIds],
  );
  return new Map(rows.map((row) => [row.id, row.linked_to]));
}

/** Open reviews that had been theirs to answer until they were linked, and that whom they were linked to still has. */
export async function formerReviews(
  q: Querier,
  principalIds: readonly string[],
  assigneeIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await q.query<{ id: string; home_id: string }>(
    `SELECT r.id, a.home_id FROM unnest($2::text[]) AS t (id)
     JOIN LATERAL (SELECT home_id, principal_id, before_link FROM accounts
                   WHERE tenant_id = $1 AND home_id = t.id AND before_link IS NOT NULL OFFSET 0) a ON true
     JOIN reviews r ON r.tenant_id = $1 AND r.status IN ('PENDING', 'ESCALATED')
       AND r.assigned_to_id = ANY ($3::text[]) AND r.id IN (SELECT jsonb_array_elements_text(a.before_link -> 'review_ids'))`,
    [q.tenant_id, principalIds, assigneeIds],
  );
  return new Map(rows.map((row) => [row.id, row.home_id]));
}
