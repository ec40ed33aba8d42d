import type { Querier } from '../../platform/database/database.ts';

export type Organisation = {
  /** Null: nobody has named it. */
  name: string | null;
  changed_by: string | null;
  changed_at: string | null;
};

export async function loadOrganisation(q: Querier): Promise<Organisation> {
  const [row] = await q.query<Organisation>(
    'SELECT name, changed_by, changed_at FROM organisations WHERE tenant_id = $1',
    [q.tenant_id],
  );
  return row ?? { name: null, changed_by: null, changed_at: null };
}

/** Null: it is called that already. The row is locked until the transaction ends, so that entries follow each other. */
export async function saveOrganisation(
  tx: Querier,
  { name, changed_by, changed_at }: { name: string; changed_by: string; changed_at: string },
): Promise<{ previous_name: string | null } | null> {
  const [known] = await tx.query<{ name: string }>(
    'SELECT name FROM organisations WHERE tenant_id = $1 FOR UPDATE',
    [tx.tenant_id],
  );
  const rows = await tx.query<{ name: string }>(
    `INSERT INTO organisations AS o (tenant_id, name, changed_by, changed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id) DO UPDATE SET name = excluded.name, changed_by = excluded.changed_by,
       changed_at = excluded.changed_at WHERE o.name <> excluded.name
     RETURNING name`,
    [tx.tenant_id, name, changed_by, changed_at],
  );
  return rows.length === 0 ? null : { previous_name: known?.name ?? null };
}
