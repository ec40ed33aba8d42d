import type pg from 'pg';

const id = (kind: string, number: string): string =>
  `'${kind}1900000-0000-7000-8000-' || lpad((${number})::text, 12, '0')`;

/** Pairs of one grant each that nobody ever used, granted 60 days ago: stale as soon as patience is short. */
export async function fillPairs(client: pg.Client, tenantId: number, pairs: number): Promise<void> {
  const principals = Math.max(1, pairs / 20);
  const assets = Math.max(1, pairs / 50);
  await client.query(`
    INSERT INTO principals (tenant_id, id, display_name, type, source, department, manager_id)
    SELECT ${tenantId}, ${id('p', 'i')}, 'Person ' || i, 'user', 'import', 'Department ' || i % 10, ${id('p', 'i / 10')}
    FROM generate_series(0, ${principals - 1}) i`);
  await client.query(`
    INSERT INTO assets (tenant_id, id, name, type, platform, classification, owner_id)
    SELECT ${tenantId}, ${id('a', 'i')}, 'asset ' || i, 'table', 'fabric', 'internal', ${id('p', `i * 7 % ${principals}`)}
    FROM generate_series(0, ${assets - 1}) i`);
  await client.query(`
    INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at)
    SELECT ${tenantId}, ${id('g', 'i')}, ${id('p', `i % ${principals}`)}, ${id('a', `(i / ${principals} * 31 + i) % ${assets}`)},
           'read', now() - interval '60 days'
    FROM generate_series(0, ${pairs - 1}) i`);
  await client.query(`
    INSERT INTO recalculations (tenant_id, cause, grant_ids)
    SELECT ${tenantId}, 'imported', array_agg(id) FROM (
      SELECT id, (row_number() OVER (ORDER BY id) - 1) / 5000 AS batch FROM grants WHERE tenant_id = ${tenantId}) g
    GROUP BY batch`);
  await client.query('VACUUM ANALYZE');
}

/** Reviews of all kinds about those pairs, as half a year would have left them, each open one about a pair of its own. */
export async function fillReviews(client: pg.Client, tenantId: number, reviews: number): Promise<void> {
  await client.query(`
    INSERT INTO reviews (tenant_id, id, principal_id, asset_id, access_grant_ids, decay_score, risk_level, recommendation,
      evidence_json, assigned_to_id, workflow_id, campaign_id, status, origin, requested_by, due_at, created_at)
    SELECT ${tenantId}, ${id('r', 'i')}, g.principal_id, g.asset_id, ARRAY[g.id], 55 + (i * 7919 % 4400) / 100.0,
           (ARRAY['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'])[1 + i * 31 % 4], 'REVIEW',
           CASE WHEN s.status IN ('DECIDED', 'EXPIRED') THEN '{"summary": "x"}'::jsonb END,
           ${id('p', 'i % 10')}, ${id('w', 'i')}, CASE WHEN i % 2 = 0 THEN 'campaign-' || i % 3 END, s.status,
           'threshold', 'system', now() + ((i * 104729 % 190000) / 1000.0 - 176) * interval '1 day',
           now() + ((i * 104729 % 190000) / 1000.0 - 180) * interval '1 day'
    FROM (SELECT *, (row_number() OVER (ORDER BY id) - 1)::bigint AS i FROM grants WHERE tenant_id = ${tenantId}) g
    CROSS JOIN LATERAL (SELECT (ARRAY['PENDING', 'DECIDED', 'DECIDED', 'EXPIRED', 'ESCALATED'])[1 + i % 5] AS status) s
    WHERE i < ${reviews}`);
}
