import type { Querier } from '../../platform/database/database.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { marksOf } from './marks.rules.ts';

/** Which mark a grant has passed, and whether a review of it was opened since it last was fresh. */
export async function setMarks(
  tx: Querier,
  rows: readonly { id: string; reached: number; review_asked: boolean }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `UPDATE grant_scores s SET reached = r.reached, review_asked = r.review_asked
     FROM json_to_recordset($2) AS r (id text, reached smallint, review_asked boolean)
     WHERE s.tenant_id = $1 AND s.grant_id = r.id`,
    [tx.tenant_id, JSON.stringify(rows)],
  );
}

/** Which mark a principal has passed. */
export async function setPrincipalMarks(
  tx: Querier,
  rows: readonly { id: string; reached: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `UPDATE principal_scores s SET reached = r.reached
     FROM json_to_recordset($2) AS r (id text, reached smallint)
     WHERE s.tenant_id = $1 AND s.principal_id = r.id`,
    [tx.tenant_id, JSON.stringify(rows)],
  );
}

export async function setReviewAsked(
  tx: Querier,
  grantIds: readonly string[],
  isAsked: boolean,
): Promise<void> {
  if (grantIds.length === 0) return;
  await tx.query(
    `UPDATE grant_scores SET review_asked = $3
     WHERE tenant_id = $1 AND grant_id = ANY ($2::text[]) AND review_asked <> $3`,
    [tx.tenant_id, grantIds, isAsked],
  );
}

/** Principals whose score rests on one of these grants stand where it stands, without having crossed anything. */
export async function raisePrincipals(
  tx: Querier,
  rows: readonly { principal_id: string; grant_id: string; reached: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `UPDATE principal_scores s SET reached = r.reached
     FROM json_to_recordset($2) AS r (principal_id text, grant_id text, reached smallint)
     WHERE s.tenant_id = $1 AND s.principal_id = r.principal_id AND s.grant_id = r.grant_id AND s.reached < r.reached`,
    [tx.tenant_id, JSON.stringify(rows)],
  );
}

/**
 * After a change of policy: a mark that is no longer one becomes the next lower one that is. Until then such rows are
 * not found by the sweep, so that nothing is announced by a list that they do not follow yet.
 */
export async function alignMarks(tx: Querier, grantIds: readonly string[], policy: Policy): Promise<void> {
  const codes = (of: 'grant' | 'principal') => marksOf(policy, of).map((mark) => mark.code);
  const lowered = (list: string): string =>
    `coalesce((SELECT max(c) FROM unnest(${list}::smallint[]) AS c WHERE c <= s.reached), 0)`;
  await tx.query(
    `UPDATE grant_scores s SET reached = ${lowered('$3')}
     WHERE s.tenant_id = $1 AND s.grant_id = ANY ($2::text[]) AND s.reached > 0 AND s.reached <> ALL ($3::smallint[])`,
    [tx.tenant_id, grantIds, codes('grant')],
  );
  await tx.query(
    `UPDATE principal_scores s SET reached = ${lowered('$3')}
     WHERE s.tenant_id = $1 AND s.reached > 0 AND s.reached <> ALL ($3::smallint[])
       AND s.principal_id = ANY (ARRAY(
         SELECT g.principal_id FROM unnest($2::text[]) AS w (id)
         JOIN grants g ON g.tenant_id = $1 AND g.id = w.id))`,
    [tx.tenant_id, grantIds, codes('principal')],
  );
}

/** Which of these grants are being removed. */
export async function revokingOf(q: Querier, grantIds: readonly string[]): Promise<Set<string>> {
  if (grantIds.length === 0) return new Set();
  const rows = await q.query<{ id: string }>(
    "SELECT id FROM grants WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND status = 'revoking'",
    [q.tenant_id, grantIds],
  );
  return new Set(rows.map((row) => row.id));
}
