import type { Querier } from '../platform/database/database.ts';
import type { Names, Told } from './sentences/sentences.rules.ts';

/** Where an entry names a principal, besides itself. */
const PRINCIPAL_FIELDS = [
  'principal_id',
  'group_id',
  'via_group_id',
  'manager_id',
  'owner_id',
  'assigned_to_id',
  'previous_assigned_to_id',
  'previous_principal_id',
] as const;

/** One statement for everything that any number of entries names. */
export async function loadAuditNames(q: Querier, entries: readonly Told[]): Promise<Names> {
  const principals = new Set<string>();
  const assets = new Set<string>();
  const grants = new Set<string>();
  const labels = new Set<string>();
  for (const { principal_id, asset_id, actor, data } of entries) {
    if (actor !== 'system') labels.add(actor);
    add(principals, principal_id);
    add(assets, asset_id);
    for (const fields of [data, data.before, data.after]) {
      if (fields === null || typeof fields !== 'object') continue;
      const known = fields as Record<string, unknown>;
      for (const field of PRINCIPAL_FIELDS) add(principals, known[field]);
      add(assets, known.asset_id);
      for (const ids of [known.candidate_ids, known.mentions])
        if (Array.isArray(ids)) for (const id of ids) add(principals, id);
    }
    if (data.permission === undefined && data.after === undefined) add(grants, data.grant_id);
  }
  const rows =
    principals.size + assets.size + grants.size + labels.size === 0
      ? []
      : await q.query<{ kind: 'p' | 'a' | 'g' | 'e'; id: string; name: string }>(
          `SELECT 'p' AS kind, id, display_name AS name FROM principals WHERE tenant_id = $1 AND id = ANY ($2::text[])
           UNION ALL SELECT 'a', id, name FROM assets WHERE tenant_id = $1 AND id = ANY ($3::text[])
           UNION ALL SELECT 'g', id, permission FROM grants WHERE tenant_id = $1 AND id = ANY ($4::text[])
           UNION ALL SELECT 'e', email_key, display_name FROM principals
             WHERE tenant_id = $1 AND email_key = ANY ($5::text[])`,
          [
            q.tenant_id,
            [...principals, ...labels],
            [...assets],
            [...grants],
            [...labels].map((label) => label.toLowerCase()),
          ],
        );
  const known = new Map(rows.map(({ kind, id, name }) => [kind + id, name]));
  return {
    principal: (id) => known.get(`p${id}`) ?? String(id),
    asset: (id) => known.get(`a${id}`) ?? String(id),
    permission: (id) => known.get(`g${id}`) ?? null,
    actor: (label) => known.get(`p${label}`) ?? known.get(`e${label.toLowerCase()}`) ?? label,
  };
}

const add = (ids: Set<string>, id: unknown): void => {
  if (typeof id === 'string' && id !== '') ids.add(id);
};
