import type pg from 'pg';
import { DEFAULT_POLICY } from '../../src/core/policy/policy.rules.ts';
import { lapseDateOf } from '../../src/core/scores/decay.rules.ts';
import { byClass } from '../../src/core/scores/half-life.rules.ts';
import { instantOfClass, instantTexts, stalenessSql } from '../../src/core/scores/half-life.sql.ts';
import { marksOf } from '../../src/core/scores/marks.rules.ts';
import { DAY_MS, isoInstant } from '../../src/platform/iso-instant.ts';

const PAST_DAYS = 60;
const SPAN_DAYS = 180;

/**
 * Scores of all kinds in no order, those of one principal near each other. About as many grants as are wanted have gone
 * through a threshold since they were last looked at, however many grants there are.
 */
export async function fill(
  client: pg.Client,
  tenantId: number,
  {
    grants,
    crossings,
    half_life_classes = [0],
    used_share = 0,
    now,
  }: {
    grants: number;
    crossings: number;
    half_life_classes?: readonly number[];
    /** Of the grants, those that were used just now; of the others no use is known. */
    used_share?: number;
    now: number;
  },
): Promise<void> {
  const sinceMs = (crossings / marksOf(DEFAULT_POLICY, 'grant').length / grants) * SPAN_DAYS * DAY_MS;
  const reached = (of: 'grant' | 'principal'): string => {
    const passed = marksOf(DEFAULT_POLICY, of).map(({ score, code }) => {
      const bounds = byClass(DEFAULT_POLICY, (halfLife) => lapseDateOf(score, now - sinceMs, halfLife));
      const bound = instantOfClass(`('{${instantTexts(bounds)}}'::timestamptz[])`, 'x');
      return `CASE WHEN lapses_at <= ${bound} THEN ${code} ELSE 0 END`;
    });
    return `greatest(${passed.join(', ')})`;
  };
  const from = new Date(now - PAST_DAYS * DAY_MS).toISOString();
  const principals = grants / 20;
  const assets = grants / 100;
  await client.query(`
    INSERT INTO principals (tenant_id, id, display_name, type, source, department)
    SELECT ${tenantId}, ${id('p', 'i')}, 'Person ' || i, 'user', 'import', 'Department ' || i % 10
    FROM generate_series(0, ${principals - 1}) i`);
  await client.query(`
    INSERT INTO assets (tenant_id, id, name, type, platform, classification)
    SELECT ${tenantId}, ${id('a', 'i')}, 'asset ' || i, 'table', 'fabric', 'internal'
    FROM generate_series(0, ${assets - 1}) i`);
  await client.query(`
    INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at)
    SELECT ${tenantId}, ${id('g', 'i')}, ${id('p', `i % ${principals}`)}, ${id('a', `i * 31 % ${assets}`)}, 'read',
           '${from}'
    FROM generate_series(0, ${grants - 1}) i`);
  await client.query(`
    INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, active_days, lapses_at,
      half_life_class, last_used_at, reached, peer_department, peer_type, calculated_at)
    SELECT ${tenantId}, id, principal_id, asset_id, true, decode(repeat('00', 16), 'hex'), lapses_at, half_life_class,
           CASE WHEN ${share("(id || 'u')")} < ${used_share} THEN '${isoInstant(now)}'::timestamptz END, ${reached('grant')}, 'Department', 'user', now()
    FROM (SELECT id, principal_id, asset_id, '${from}'::timestamptz
                 + (${share('principal_id')} * 0.6 + ${share('id')} * 0.4) * interval '${SPAN_DAYS} days' AS lapses_at,
                 ('{${half_life_classes}}'::smallint[])[1 + (hashtext(id || 'c') & 1048575) % ${half_life_classes.length}]
                   AS half_life_class
          FROM grants WHERE tenant_id = ${tenantId}) x`);
  await client.query(`
    INSERT INTO principal_scores (tenant_id, principal_id, grant_id, lapses_at, half_life_class, reached, calculated_at)
    SELECT ${tenantId}, principal_id, grant_id, lapses_at, half_life_class, ${reached('principal')}, now()
    FROM (SELECT DISTINCT ON (principal_id) principal_id, grant_id, lapses_at, half_life_class FROM grant_scores s
          WHERE tenant_id = ${tenantId}
          ORDER BY principal_id, ${stalenessSql('s', `'${isoInstant(now)}'::timestamptz`)} DESC) x`);
  await client.query('VACUUM ANALYZE');
}

/** As long as the ids that Lapse makes. */
const id = (kind: string, number: string): string =>
  `'${kind}1900000-0000-7000-8000-' || lpad((${number})::text, 12, '0')`;

/** From 0 to 1, the same for the same text. */
const share = (column: string): string => `((hashtext(${column}) & 1048575) / 1048576.0)`;
