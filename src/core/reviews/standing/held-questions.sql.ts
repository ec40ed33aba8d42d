import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../../platform/database/page.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import type { Pair } from '../evidence/pairs.sql.ts';

export interface NewHeld extends Pair {
  rule_id: string;
  decides_at: string;
}

/** Questions that are not asked because a rule decides soon. A pair is held once, from when it came first; it does not wait for a turn too. */
export async function holdQuestions(tx: Querier, rows: readonly NewHeld[], now: number): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `WITH held AS (SELECT * FROM json_to_recordset($2) AS r (id text, principal_id text, asset_id text, rule_id text,
                     decides_at timestamptz)),
          line AS (DELETE FROM waiting_reviews w USING held h
                   WHERE w.tenant_id = $1 AND w.principal_id = h.principal_id AND w.asset_id = h.asset_id)
     INSERT INTO held_questions AS q (tenant_id, id, principal_id, asset_id, rule_id, since, decides_at, look_at)
     SELECT $1, id, principal_id, asset_id, rule_id, $3, decides_at, $4 FROM held
     ORDER BY principal_id COLLATE "C", asset_id COLLATE "C"
     ON CONFLICT (tenant_id, principal_id, asset_id) DO UPDATE
       SET rule_id = excluded.rule_id, decides_at = excluded.decides_at, look_at = excluded.look_at`,
    [
      tx.tenant_id,
      JSON.stringify(
        rows.map(({ principal_id, asset_id, rule_id, decides_at }) => ({
          id: uuidv7(),
          principal_id,
          asset_id,
          rule_id,
          decides_at,
        })),
      ),
      isoInstant(now),
      isoInstant(now + DAY_MS),
    ],
  );
}

/** The rule decides nothing of it any more: what it held is looked at now. */
export async function releaseQuestions(tx: Querier, ruleId: string): Promise<void> {
  await tx.query("UPDATE held_questions SET look_at = 'epoch' WHERE tenant_id = $1 AND rule_id = $2", [
    tx.tenant_id,
    ruleId,
  ]);
  tx.wakes?.('sweep');
}

export type HeldPair = Pair & {
  id: string;
  /** Those past the review mark that nobody was asked about since; none: there is nothing to ask any more. */
  grant_ids: string[];
};

/** Some of those that are due to be looked at, in the hands of one worker. */
export async function claimHeld(tx: Querier, before: number, limit: number): Promise<HeldPair[]> {
  return tx.query<HeldPair>(
    `SELECT q.id, q.principal_id, q.asset_id,
            ARRAY(SELECT g.id FROM grants g JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
                  WHERE g.tenant_id = $1 AND g.principal_id = q.principal_id AND g.asset_id = q.asset_id
                    AND g.status = 'active' AND s.review_asked ORDER BY g.id) AS grant_ids
     FROM (SELECT * FROM held_questions WHERE tenant_id = $1 AND look_at <= $2
           ORDER BY look_at, id LIMIT $3 FOR UPDATE SKIP LOCKED) q`,
    [tx.tenant_id, isoInstant(before), limit],
  );
}

export async function stopHolding(tx: Querier, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await tx.query(
    `DELETE FROM held_questions q USING unnest($2::text[], $3::text[]) AS p (principal_id, asset_id)
     WHERE q.tenant_id = $1 AND q.principal_id = p.principal_id AND q.asset_id = p.asset_id`,
    [tx.tenant_id, pairs.map((pair) => pair.principal_id), pairs.map((pair) => pair.asset_id)],
  );
}

/** Of these grants: pairs of which none is past the review mark any more are not held. */
export async function stopHoldingFresh(tx: Querier, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length === 0) return;
  await tx.query(
    `DELETE FROM held_questions q USING grants f
     WHERE q.tenant_id = $1 AND f.tenant_id = $1 AND f.id = ANY ($2::text[])
       AND q.principal_id = f.principal_id AND q.asset_id = f.asset_id
       AND NOT EXISTS (SELECT FROM grants g JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
                       WHERE g.tenant_id = $1 AND g.principal_id = q.principal_id AND g.asset_id = q.asset_id
                         AND g.status = 'active' AND s.review_asked)`,
    [tx.tenant_id, grantIds],
  );
}

/** Nothing of these principals is held any more. Answers the grants that it was about. */
export async function stopHoldingAbout(tx: Querier, principalIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `WITH gone AS (DELETE FROM held_questions WHERE tenant_id = $1 AND principal_id = ANY ($2::text[])
                   RETURNING principal_id, asset_id)
     SELECT g.id FROM gone JOIN grants g ON g.tenant_id = $1 AND g.principal_id = gone.principal_id
       AND g.asset_id = gone.asset_id AND g.status = 'active'`,
    [tx.tenant_id, principalIds],
  );
  return rows.map((row) => row.id);
}

export type HeldRow = {
  id: string;
  principal_id: string;
  principal_name: string;
  asset_id: string;
  asset_name: string;
  held_since: string;
  decides_at: string;
};

export function listHeld(q: Querier, ruleId: string, page: PageRequest): Promise<PageOf<HeldRow>> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const where = `q.tenant_id = $1 AND q.rule_id = ${parameters.add(ruleId)}`;
  return queryPage<HeldRow>(q, page, {
    parameters,
    key: 'q.id',
    total: `SELECT count(*) AS total FROM held_questions q WHERE ${where}`,
    page: (bounds) =>
      `SELECT q.id, q.principal_id, p.display_name AS principal_name, q.asset_id, a.name AS asset_name, q.since AS held_since,
              q.decides_at
       FROM held_questions q
       JOIN principals p ON p.tenant_id = $1 AND p.id = q.principal_id
       JOIN assets a ON a.tenant_id = $1 AND a.id = q.asset_id
       WHERE ${where} ${bounds}`,
  });
}
