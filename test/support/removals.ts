import { DAY_MS } from '../../src/platform/iso-instant.ts';
import type { TestDatabase } from './database.ts';

/** A removal that was decided, with what came of it. Days count from the decision. */
export interface DecidedRemoval {
  decided_at: number;
  decided_by: string;
  in_group: boolean;
  unanswered: boolean;
  platform: string;
  recommendation: 'REVOKE' | 'REVIEW' | 'CONFIRM';
  completed_after: number | null;
  /** Null: neither. */
  remediation: 'called_off' | 'put_back' | null;
  remediation_after: number;
  /** The same grant is there again. */
  restored_after: number | null;
  /** The same person has another grant of the same. */
  again_after: number | null;
  used_after: number | null;
}

export const removalId = (place: number): string => `d${String(place).padStart(6, '0')}`;

/** Stores each of them with a person, a grant, an asset and a review of its own, and nothing besides. */
export async function storeRemovals(
  test: TestDatabase,
  tenant: number,
  removals: readonly DecidedRemoval[],
): Promise<void> {
  for (const table of [
    'review_decisions',
    'group_decision_reviews',
    'remediations',
    'reviews',
    'grants',
    'grant_scores',
    'assets',
    'principals',
  ]) {
    await test.admin(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenant]);
  }
  const instant = (from: number, days: number | null) =>
    days === null ? null : new Date(from + days * DAY_MS).toISOString();
  const rows = removals.map((each, place) => ({
    ...each,
    id: removalId(place),
    asked_at: instant(each.decided_at, -5),
    decided_at: instant(each.decided_at, 0),
    completed_at: instant(each.decided_at, each.completed_after),
    reverted_at: each.remediation === null ? null : instant(each.decided_at, each.remediation_after),
    restored_at: instant(each.decided_at, each.restored_after),
    again_at: instant(each.decided_at, each.again_after),
    used_at: instant(each.decided_at, each.used_after),
  }));
  const FROM = `FROM json_to_recordset($2) AS r (id text, asked_at timestamptz, decided_at timestamptz, decided_by text,
    in_group boolean, unanswered boolean, platform text, recommendation text, completed_at timestamptz, remediation text,
    reverted_at timestamptz, restored_at timestamptz, again_at timestamptz, used_at timestamptz)`;
  const store = (sql: string) =>
    test.admin(`${sql.replace('FROM removals', FROM)}`, [tenant, JSON.stringify(rows)]);
  await store(`INSERT INTO principals (tenant_id, id, display_name, type, source)
    SELECT $1, 'p' || id, 'Person ' || id, 'user', 'import' FROM removals`);
  await store(`INSERT INTO assets (tenant_id, id, name, type, platform)
    SELECT $1, 'a' || id, 'asset ' || id, 'table', platform FROM removals`);
  await store(`INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at, restored_at)
    SELECT $1, 'g' || id, 'p' || id, 'a' || id, 'read', asked_at - interval '200 days', restored_at FROM removals`);
  await store(`INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at)
    SELECT $1, 'n' || id, 'p' || id, 'a' || id, 'read', again_at FROM removals WHERE again_at IS NOT NULL`);
  await store(`INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, last_used_at, active_days,
      lapses_at, reached, calculated_at)
    SELECT $1, 'g' || id, 'p' || id, 'a' || id, true, used_at, '', now(), 0, now() FROM removals`);
  await store(`INSERT INTO reviews (tenant_id, id, principal_id, asset_id, access_grant_ids, decay_score, risk_level,
      recommendation, workflow_id, status, origin, requested_by, due_at, created_at)
    SELECT $1, 'r' || id, 'p' || id, 'a' || id, ARRAY['g' || id], 60, 'HIGH', recommendation, 'w' || id, 'DECIDED',
           'threshold', 'system', decided_at, asked_at FROM removals`);
  await store(`INSERT INTO review_decisions (tenant_id, id, review_id, grant_id, decision, reason, decided_by, decided_at,
      unanswered)
    SELECT $1, id, 'r' || id, 'g' || id, 'REVOKE', 'not needed', decided_by, decided_at, unanswered FROM removals`);
  await store(`INSERT INTO group_decision_reviews (tenant_id, group_decision_id, review_id, mark, state)
    SELECT $1, 'group', 'r' || id, '', 'decided' FROM removals WHERE in_group`);
  await store(`INSERT INTO remediations (tenant_id, id, review_id, decision_id, grant_id, principal_id, asset_id, platform,
      action, target, reason, requested_by, status, operation, created_at, completed_at, reverted_at)
    SELECT $1, 'm' || id, 'r' || id, id, 'g' || id, 'p' || id, 'a' || id, platform, 'revoke_grant', 'it', 'not needed',
           decided_by, CASE WHEN remediation IS NULL THEN 'completed' ELSE 'reverted' END,
           CASE remediation WHEN 'put_back' THEN 'restore' ELSE 'revoke' END, decided_at, completed_at, reverted_at
    FROM removals`);
}
