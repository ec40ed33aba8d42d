import type { Querier } from '../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../platform/database/page.ts';
import type { Assignee } from '../reviews/decisions/deciders.rules.ts';

export type Substitute = {
  id: string;
  principal_id: string;
  principal_name: string;
  substitute_id: string;
  substitute_name: string;
  starts_at: string;
  ends_at: string | null;
  named_by: string;
  created_at: string;
};

const COLUMNS = `s.id, s.principal_id, p.display_name AS principal_name, s.substitute_id,
  o.display_name AS substitute_name, s.starts_at, s.ends_at, s.named_by, s.created_at`;
const NAMES = `JOIN principals p ON p.tenant_id = s.tenant_id AND p.id = s.principal_id
  JOIN principals o ON o.tenant_id = s.tenant_id AND o.id = s.substitute_id`;

export interface SubstituteFilters {
  principal_id?: string | undefined;
  substitute_id?: string | undefined;
}

export function listSubstitutes(
  q: Querier,
  { principal_id, substitute_id }: SubstituteFilters,
  page: PageRequest,
): Promise<PageOf<Substitute>> {
  const parameters = new Parameters();
  const conditions = [`s.tenant_id = ${parameters.add(q.tenant_id)}`];
  if (principal_id !== undefined) conditions.push(`s.principal_id = ${parameters.add(principal_id)}`);
  if (substitute_id !== undefined) conditions.push(`s.substitute_id = ${parameters.add(substitute_id)}`);
  const where = conditions.join(' AND ');
  return queryPage<Substitute>(q, page, {
    parameters,
    key: 's.id',
    total: `SELECT count(*) AS total FROM substitutes s WHERE ${where}`,
    page: (bounds) => `SELECT ${COLUMNS} FROM substitutes s ${NAMES} WHERE ${where} ${bounds}`,
  });
}

export async function getSubstitute(q: Querier, id: string): Promise<Substitute | null> {
  const [found] = await q.query<Substitute>(
    `SELECT ${COLUMNS} FROM substitutes s ${NAMES} WHERE s.tenant_id = $1 AND s.id = $2`,
    [q.tenant_id, id],
  );
  return found ?? null;
}

export async function insertSubstitute(
  tx: Querier,
  row: Omit<Substitute, 'principal_name' | 'substitute_name'>,
): Promise<void> {
  const { id, principal_id, substitute_id, starts_at, ends_at, named_by, created_at } = row;
  await tx.query(
    `INSERT INTO substitutes (tenant_id, id, principal_id, substitute_id, starts_at, ends_at, named_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.tenant_id, id, principal_id, substitute_id, starts_at, ends_at, named_by, created_at],
  );
}

export async function deleteSubstitute(tx: Querier, id: string): Promise<boolean> {
  const rows = await tx.query('DELETE FROM substitutes WHERE tenant_id = $1 AND id = $2 RETURNING id', [
    tx.tenant_id,
    id,
  ]);
  return rows.length > 0;
}

/** Those whom reviews are assigned to, and whether somebody may decide for them at an instant. */
export async function assigneesSeenBy(
  q: Querier,
  assigneeIds: readonly string[],
  { principal_id, at }: { principal_id: string | null; at: string },
): Promise<Map<string, Assignee>> {
  if (assigneeIds.length === 0) return new Map();
  const rows = await q.query<Assignee & { id: string }>(
    `SELECT p.id, p.display_name || coalesce(' (' || p.email || ')', '') AS name,
            coalesce(p.id = $3, false) AS is_me,
            coalesce(p.manager_id = $3, false)
              OR EXISTS (SELECT FROM substitutes s
                         WHERE s.tenant_id = $1 AND s.principal_id = p.id AND s.substitute_id = $3
                           AND s.starts_at <= $4 AND (s.ends_at IS NULL OR s.ends_at > $4)) AS is_substituted_by_me
     FROM principals p WHERE p.tenant_id = $1 AND p.id = ANY ($2::text[])`,
    [q.tenant_id, assigneeIds, principal_id, at],
  );
  return new Map(rows.map(({ id, ...assignee }) => [id, assignee]));
}
