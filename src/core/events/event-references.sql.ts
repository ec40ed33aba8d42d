import type { Querier } from '../../platform/database/database.ts';
import { groupedBy } from '../../platform/grouped-by.ts';

/** What the names in a batch of events stand for. */
export interface EventReferences {
  /** By the name that was used; several when the name alone does not tell who it is. */
  principals: ReadonlyMap<string, readonly string[]>;
  /** The platform of each asset that exists. */
  platforms: ReadonlyMap<string, string>;
}

/**
 * Looks up all names of a batch together. An id is tried first and settles it; only names that are no id cost a
 * second statement, as e-mail and as external id.
 */
export async function findEventReferences(
  q: Querier,
  principalNames: readonly string[],
  assetIds: readonly string[],
): Promise<EventReferences> {
  const known = await q.query<{ id: string; stands_for: string; platform: string | null }>(
    `SELECT id, coalesce(linked_to, id) AS stands_for, NULL AS platform FROM principals WHERE tenant_id = $1 AND id = ANY ($2::text[])
     UNION ALL
     SELECT id, id, platform FROM assets WHERE tenant_id = $1 AND id = ANY ($3::text[])`,
    [q.tenant_id, principalNames, assetIds],
  );
  const principals = new Map<string, string[]>();
  const platforms = new Map<string, string>();
  for (const { id, stands_for, platform } of known) {
    if (platform === null) principals.set(id, [stands_for]);
    else platforms.set(id, platform);
  }
  const others = principalNames.filter((name) => !principals.has(name));
  const found = others.length > 0 ? await findByOtherNames(q, others) : [];
  for (const [name, rows] of groupedBy(found, (row) => row.name)) {
    const ids = rows.map((row) => row.id);
    principals.set(name, ids);
  }
  return { principals, platforms };
}

/** The limit keeps the planner at one look into the index per name; two are enough to see that a name is not clear. */
function findByOtherNames(q: Querier, names: readonly string[]): Promise<{ name: string; id: string }[]> {
  return q.query(
    `SELECT n.name, p.id FROM unnest($2::text[]) AS n (name)
     JOIN LATERAL (SELECT id FROM principals WHERE tenant_id = $1 AND email_key = lower(n.name) AND linked_to IS NULL
                   LIMIT 2) p ON true
     UNION
     SELECT n.name, i.principal_id FROM unnest($2::text[]) AS n (name)
     JOIN LATERAL (SELECT DISTINCT principal_id FROM identities WHERE tenant_id = $1 AND external_id = n.name
                   LIMIT 2) i ON true`,
    [q.tenant_id, names],
  );
}
