import type pg from 'pg';

const id = (kind: string, number: string): string =>
  `'${kind}1900000-0000-7000-8000-' || lpad((${number})::text, 12, '0')`;

/** As many grants that a connector has brought, all of them stale at `asOf` and not touched since, with names as long as they are in life. */
export async function fill(
  client: pg.Client,
  tenantId: number,
  { grants, as_of }: { grants: number; as_of: string },
): Promise<void> {
  const [principals, assets] = [Math.ceil(grants / 20), Math.ceil(grants / 100)];
  await client.query(`
    INSERT INTO principals (tenant_id, id, display_name, type, source, department)
    SELECT ${tenantId}, ${id('p', 'i')}, 'Person ' || i || CASE i % 50 WHEN 0 THEN ', "the boss"' ELSE '' END, 'user', 'import',
           'Department ' || i % 10
    FROM generate_series(0, ${principals - 1}) i`);
  await client.query(`
    INSERT INTO assets (tenant_id, id, name, type, platform, classification, contains_pii)
    SELECT ${tenantId}, ${id('a', 'i')}, 'warehouse.finance.table_' || i, 'table', 'fabric', 'internal', i % 2 = 0
    FROM generate_series(0, ${assets - 1}) i`);
  await client.query(`
    INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at, created_at)
    SELECT ${tenantId}, ${id('g', 'i')}, ${id('p', `i % ${principals}`)}, ${id('a', `(i::bigint * 31) % ${assets}`)}, 'read',
           at, at
    FROM generate_series(0, ${grants - 1}) i,
         LATERAL (SELECT '${as_of}'::timestamptz - interval '1 day' * (200 + i % 400) AS at) granted`);
  await client.query(`
    INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, last_used_at, active_days, lapses_at,
      reached, calculated_at)
    SELECT ${tenantId}, id, principal_id, asset_id, true,
           CASE WHEN hashtext(id) % 3 = 0 THEN NULL ELSE granted_at + interval '3 days' END, decode(repeat('00', 64), 'hex'),
           '${as_of}'::timestamptz - interval '1 second' * (10 + abs(hashtext(id)::bigint) % 10000000), 0,
           '${as_of}'::timestamptz - interval '1 day'
    FROM grants WHERE tenant_id = ${tenantId}`);
  await client.query(`
    INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds, created_by)
    VALUES (${tenantId}, 'c1', 'fabric', 'Fabric', '{}', '', '{}', 300, 'bench')`);
  await client.query(`
    INSERT INTO accounts (tenant_id, id, connector_id, external_key, type, home_id, principal_id, name, disabled, profile, how,
      linked_at, linked_by, first_seen_at)
    SELECT ${tenantId}, id, 'c1', 'user/' || id, 'user', id, id, 'person' || right(id, 8) || '@corp.example', false, '{}', 'own',
           now(), 'system', now()
    FROM principals WHERE tenant_id = ${tenantId}`);
  await client.query(`
    INSERT INTO connector_objects (tenant_id, connector_id, kind, external_key, lapse_id, is_owned, details)
    SELECT ${tenantId}, 'c1', 'grant', principal_id || '/' || asset_id || '/' || permission || '/' || id, id, true,
           jsonb_build_object('principal_key', 'user/' || principal_id)
    FROM grants WHERE tenant_id = ${tenantId}`);
  await client.query('VACUUM ANALYZE');
}
