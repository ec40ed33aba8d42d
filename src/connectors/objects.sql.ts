import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../platform/database/database.ts';

export type ObjectKind = 'principal' | 'asset' | 'grant' | 'membership';

export type KnownObject = { external_key: string; lapse_id: string; is_owned: boolean };

/** What of these the connector has named before, by its key. */
export async function knownObjects(
  q: Querier,
  connectorId: string,
  kind: ObjectKind,
  keys: readonly string[],
): Promise<Map<string, KnownObject>> {
  if (keys.length === 0) return new Map();
  const rows = await q.query<KnownObject>(
    `SELECT o.external_key, o.lapse_id, o.is_owned FROM unnest($4::text[]) AS k (key)
     JOIN LATERAL (SELECT external_key, lapse_id, is_owned FROM connector_objects
                   WHERE tenant_id = $1 AND connector_id = $2 AND kind = $3 AND external_key = k.key LIMIT 1) o ON true`,
    [q.tenant_id, connectorId, kind, [...new Set(keys)]],
  );
  return new Map(rows.map((row) => [row.external_key, row]));
}

export type SeenObject = KnownObject & { member_id?: string; details?: object };

/**
 * Objects of a page. What is known as it is stays untouched: that this sync has found it stands in one row for the whole
 * page. Ids that a key already has stay.
 */
export async function saveObjects(
  tx: Querier,
  { connector_id, kind }: { connector_id: string; kind: ObjectKind },
  objects: readonly SeenObject[],
): Promise<void> {
  if (objects.length === 0) return;
  await storeObjects(tx, { connector_id, kind }, objects);
  const keys = objects.map((object) => object.external_key);
  await saveSightings(tx, connector_id, kind, keys);
}

/** The same of what is not found by listing. */
export async function storeObjects(
  tx: Querier,
  { connector_id, kind }: { connector_id: string; kind: ObjectKind },
  objects: readonly SeenObject[],
): Promise<void> {
  await tx.query(
    `INSERT INTO connector_objects AS o (tenant_id, connector_id, kind, external_key, lapse_id, member_id, is_owned, details)
     SELECT $1, $2, $3, external_key, lapse_id, member_id, is_owned, coalesce(details, '{}')
     FROM json_to_recordset($4) AS r (external_key text, lapse_id text, member_id text, is_owned boolean, details jsonb)
     ORDER BY external_key COLLATE "C"
     ON CONFLICT (tenant_id, connector_id, kind, external_key) DO UPDATE SET
       missing_in = NULL, gone_at = NULL, details = excluded.details
     WHERE o.missing_in IS NOT NULL OR o.gone_at IS NOT NULL OR o.details <> excluded.details`,
    [tx.tenant_id, connector_id, kind, JSON.stringify(objects)],
  );
}

/** Groups whose members are listed in full, where a sync does not list those of all. */
export const saveListedGroups = (
  tx: Querier,
  connectorId: string,
  groupKeys: readonly string[],
): Promise<void> => saveSightings(tx, connectorId, 'listed_group', groupKeys);

async function saveSightings(
  tx: Querier,
  connectorId: string,
  kind: ObjectKind | 'listed_group',
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx.query(
    `INSERT INTO connector_sightings (tenant_id, connector_id, id, kind, external_keys) VALUES ($1, $2, $3, $4, $5)`,
    [tx.tenant_id, connectorId, uuidv7(), kind, keys],
  );
}

/**
 * Marks what a complete listing did not name. `of`: what the platform lists, or what Lapse has inferred from that.
 * Memberships of groups that were not listed stay as they are.
 */
export async function markMissing(
  tx: Querier,
  {
    connector_id,
    sync_number,
    of,
    memberships_of,
  }: {
    connector_id: string;
    sync_number: number;
    of: 'listed' | 'inferred';
    memberships_of: 'all' | 'listed_groups';
  },
): Promise<void> {
  await tx.query(
    `UPDATE connector_objects o SET missing_in = $3
     WHERE o.tenant_id = $1 AND o.connector_id = $2 AND o.gone_at IS NULL AND o.missing_in IS DISTINCT FROM $3
       AND (o.kind = 'grant' AND starts_with(o.external_key, '${INFERRED_PREFIX}')) = $4 AND NOT ${IS_ELSEWHERE}
       AND NOT EXISTS (SELECT FROM (SELECT s.kind, unnest(s.external_keys) AS external_key FROM connector_sightings s
                                    WHERE s.tenant_id = $1 AND s.connector_id = $2) seen
                       WHERE seen.kind = o.kind AND seen.external_key = o.external_key)
       AND (o.kind <> 'membership' OR $5 OR split_part(o.external_key, E'\\n', 1) IN (
              SELECT unnest(s.external_keys) FROM connector_sightings s
              WHERE s.tenant_id = $1 AND s.connector_id = $2 AND s.kind = 'listed_group'))`,
    [tx.tenant_id, connector_id, sync_number, of === 'inferred', memberships_of === 'all'],
  );
}

/** Keys of grants that no platform lists begin so. */
export const INFERRED_PREFIX = 'inherited/';
/** What is held by memberships that another connector lists: found by comparing, not by listing. */
export const ELSEWHERE_PREFIX = 'inherited elsewhere/';
const IS_ELSEWHERE = `(o.kind = 'grant' AND starts_with(o.external_key, '${ELSEWHERE_PREFIX}'))`;

export async function forgetSightings(tx: Querier, connectorId: string): Promise<void> {
  await tx.query('DELETE FROM connector_sightings WHERE tenant_id = $1 AND connector_id = $2', [
    tx.tenant_id,
    connectorId,
  ]);
}

export async function objectCounts(
  q: Querier,
  connectorId: string,
  kind: ObjectKind,
): Promise<{ known: number; vanished: number }> {
  const [row] = await q.query<{ known: number; vanished: number }>(
    `SELECT count(*) AS known, count(*) FILTER (WHERE missing_in IS NOT NULL) AS vanished FROM connector_objects o
     WHERE tenant_id = $1 AND connector_id = $2 AND kind = $3 AND gone_at IS NULL AND NOT ${IS_ELSEWHERE}`,
    [q.tenant_id, connectorId, kind],
  );
  return row ?? { known: 0, vanished: 0 };
}

/** Some that this sync has not seen, marked as gone. */
export async function takeVanished(
  tx: Querier,
  vanished: { connector_id: string; kind: ObjectKind; now: number; limit: number },
): Promise<(KnownObject & { member_id: string | null })[]> {
  return tx.query(
    // Found once: as a part of the join it could be looked for again for every row, and find another.
    `WITH v AS MATERIALIZED (
       SELECT external_key FROM connector_objects
       WHERE tenant_id = $1 AND connector_id = $2 AND kind = $3 AND missing_in IS NOT NULL AND gone_at IS NULL
       LIMIT $5 FOR UPDATE)
     UPDATE connector_objects o SET gone_at = $4 FROM v
     WHERE o.tenant_id = $1 AND o.connector_id = $2 AND o.kind = $3 AND o.external_key = v.external_key
     RETURNING o.external_key, o.lapse_id, o.member_id, o.is_owned`,
    [
      tx.tenant_id,
      vanished.connector_id,
      vanished.kind,
      new Date(vanished.now).toISOString(),
      vanished.limit,
    ],
  );
}

/** Memberships that no platform lists any more: a group of several platforms is one group. */
export async function listedNowhere(
  q: Querier,
  memberships: readonly { group_id: string; member_id: string }[],
): Promise<{ group_id: string; member_id: string }[]> {
  return q.query(
    `SELECT m.group_id, m.member_id FROM json_to_recordset($2) AS m (group_id text, member_id text)
     WHERE NOT EXISTS (SELECT FROM connector_objects o WHERE o.tenant_id = $1 AND o.kind = 'membership'
                         AND o.lapse_id = m.group_id AND o.member_id = m.member_id AND o.gone_at IS NULL)`,
    [q.tenant_id, JSON.stringify(memberships)],
  );
}

/** Protection that was given by hand outlasts a sync. */
export async function protectedIds(
  q: Querier,
  noun: 'principals' | 'assets',
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await q.query<{ id: string }>(
    `SELECT id FROM ${noun} WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND protected`,
    [q.tenant_id, ids],
  );
  return new Set(rows.map((row) => row.id));
}
