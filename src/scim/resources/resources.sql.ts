import type { Querier } from '../../platform/database/database.ts';
import type { Resource, ResourceType } from '../rules/attributes.rules.ts';

export type ResourceRow = {
  id: string;
  type: ResourceType['name'];
  resource: Resource;
  version: number;
  created_at: string;
  changed_at: string;
  /** Of the principal: also somebody else may have disabled it. */
  active: boolean;
};

const COLUMNS = `r.id, r.type, r.resource, r.version, r.created_at, r.changed_at,
  NOT (SELECT p.disabled FROM principals p WHERE p.tenant_id = r.tenant_id AND p.id = r.id) AS active`;

export async function getResource(
  q: Querier,
  type: ResourceType['name'],
  id: string,
  locking: '' | 'FOR UPDATE' = '',
): Promise<ResourceRow | null> {
  const [row] = await q.query<ResourceRow>(
    `SELECT ${COLUMNS} FROM scim_resources r WHERE r.tenant_id = $1 AND r.id = $2 AND r.type = $3 ${locking}`,
    [q.tenant_id, id, type],
  );
  return row ?? null;
}

export async function resourcesOf(
  q: Querier,
  type: ResourceType['name'],
  ids: readonly string[],
): Promise<ResourceRow[]> {
  return q.query<ResourceRow>(
    `SELECT ${COLUMNS} FROM scim_resources r
     WHERE r.tenant_id = $1 AND r.type = $2 AND r.id = ANY ($3::text[]) ORDER BY r.id`,
    [q.tenant_id, type, ids],
  );
}

/** The next ones in the order of their ids. */
export async function resourcesAfter(
  q: Querier,
  type: ResourceType['name'],
  after: string,
  limit: number,
): Promise<ResourceRow[]> {
  return q.query<ResourceRow>(
    `SELECT ${COLUMNS} FROM scim_resources r
     WHERE r.tenant_id = $1 AND r.type = $2 AND r.id > $3 ORDER BY r.id LIMIT $4`,
    [q.tenant_id, type, after, limit],
  );
}

export async function resourcesFrom(
  q: Querier,
  type: ResourceType['name'],
  { offset, limit }: { offset: number; limit: number },
): Promise<ResourceRow[]> {
  return q.query<ResourceRow>(
    `SELECT ${COLUMNS} FROM scim_resources r
     WHERE r.tenant_id = $1 AND r.type = $2 ORDER BY r.id OFFSET $3 LIMIT $4`,
    [q.tenant_id, type, offset, limit],
  );
}

export async function countResources(q: Querier, type: ResourceType['name']): Promise<number> {
  const [row] = await q.query<{ count: number }>(
    'SELECT count(*) FROM scim_resources WHERE tenant_id = $1 AND type = $2',
    [q.tenant_id, type],
  );
  return row?.count ?? 0;
}

export async function idsWithKey(q: Querier, key: string): Promise<string[]> {
  const rows = await q.query<{ id: string }>('SELECT id FROM scim_keys WHERE tenant_id = $1 AND key = $2', [
    q.tenant_id,
    key,
  ]);
  return rows.map(({ id }) => id);
}

/** Which of these ids are users or groups here. */
export async function provisionedIds(
  q: Querier,
  ids: readonly string[],
  locking: '' | 'FOR KEY SHARE' = '',
): Promise<Set<string>> {
  const rows = await q.query<{ id: string }>(
    `SELECT id FROM scim_resources WHERE tenant_id = $1 AND id = ANY ($2::text[]) ORDER BY id ${locking}`,
    [q.tenant_id, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** One at a time gives a name to a user or group, so that it is nobody else's. Held until the transaction ends. */
export async function lockNames(tx: Querier): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('lapse scim names ' || $1::text, 0))", [
    tx.tenant_id,
  ]);
}

interface ResourceWrite {
  id: string;
  type: ResourceType['name'];
  user_name_key: string | null;
  resource: Resource;
  at: string;
}

export async function insertResource(tx: Querier, write: ResourceWrite): Promise<void> {
  const { id, type, user_name_key, resource, at } = write;
  await tx.query(
    `INSERT INTO scim_resources (tenant_id, id, type, user_name_key, resource, created_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    [tx.tenant_id, id, type, user_name_key, JSON.stringify(resource), at],
  );
}

export async function updateResource(tx: Querier, write: Omit<ResourceWrite, 'type'>): Promise<void> {
  const { id, user_name_key, resource, at } = write;
  await tx.query(
    `UPDATE scim_resources SET user_name_key = $3, resource = $4, changed_at = $5, version = version + 1
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, user_name_key, JSON.stringify(resource), at],
  );
}

export async function deleteResource(tx: Querier, id: string): Promise<void> {
  await tx.query('DELETE FROM scim_resources WHERE tenant_id = $1 AND id = $2', [tx.tenant_id, id]);
}

export async function replaceKeys(tx: Querier, id: string, keys: readonly string[]): Promise<void> {
  await tx.query(
    `WITH gone AS (DELETE FROM scim_keys WHERE tenant_id = $1 AND id = $2 AND key <> ALL ($3::text[]))
     INSERT INTO scim_keys (tenant_id, key, id) SELECT $1, key, $2 FROM unnest($3::text[]) AS k (key)
     ON CONFLICT DO NOTHING`,
    [tx.tenant_id, id, keys],
  );
}
