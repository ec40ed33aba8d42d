import type { Querier } from '../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../platform/database/page.ts';
import type { ViewContent, ViewPage } from './view.rules.ts';

export type View = ViewContent & {
  id: string;
  page: ViewPage;
  shared: boolean;
  owner_id: string;
  owner_name: string;
  is_mine: boolean;
  created_at: string;
  changed_at: string;
};

/** Who somebody is: the principal, and those that were linked to it since they made a view. */
const ownersSql = (me: string): string =>
  `ARRAY(SELECT ${me}::text UNION ALL SELECT o.id FROM principals o WHERE o.tenant_id = $1 AND o.linked_to = ${me})`;

const columnsSql = (me: string): string =>
  `v.id, v.page, v.name, v.query, v.hidden_columns, v.shared, v.owner_id,
   coalesce(p.display_name, v.owner_id) AS owner_name,
   coalesce(v.owner_id = ANY (${ownersSql(me)}), false) AS is_mine, v.created_at, v.changed_at`;
const OWNER = 'LEFT JOIN principals p ON p.tenant_id = $1 AND p.id = v.owner_id';

/** One's own and those that are shared; of nobody, the latter. */
export function listViews(
  q: Querier,
  { page, me }: { page?: ViewPage | undefined; me: string | null },
  wanted: PageRequest,
): Promise<PageOf<View>> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const who = parameters.add(me);
  const ofPage = page === undefined ? '' : `AND v.page = ${parameters.add(page)}`;
  const seen = `(
    SELECT v.* FROM views v WHERE v.tenant_id = $1 AND v.shared ${ofPage}
    UNION ALL
    SELECT v.* FROM views v WHERE v.tenant_id = $1 AND v.owner_id = ANY (${ownersSql(who)}) AND NOT v.shared ${ofPage}
  ) v`;
  return queryPage<View>(q, wanted, {
    parameters,
    key: 'v.id',
    total: `SELECT count(*) AS total FROM ${seen}`,
    page: (bounds) => `SELECT ${columnsSql(who)} FROM ${seen} ${OWNER} WHERE true ${bounds}`,
  });
}

/** What somebody may see, locked until the transaction ends. */
export async function lockView(tx: Querier, id: string, me: string | null): Promise<View | null> {
  const [found] = await tx.query<View>(
    `SELECT ${columnsSql('$3')} FROM views v ${OWNER}
     WHERE v.tenant_id = $1 AND v.id = $2 AND (v.shared OR v.owner_id = ANY (${ownersSql('$3')})) FOR UPDATE OF v`,
    [tx.tenant_id, id, me],
  );
  return found ?? null;
}

/** Nobody else counts or names views of this kind until the transaction ends. */
async function lockKind(tx: Querier, kind: string): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('lapse views ' || $1::text || ' ' || $2, 0))`,
    [tx.tenant_id, kind],
  );
}

/** How many somebody has, for as long as the transaction lasts. */
export async function lockAndCountOwned(tx: Querier, owner: string): Promise<number> {
  await lockKind(tx, `of ${owner}`);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*) FROM views v WHERE v.tenant_id = $1 AND v.owner_id = ANY (${ownersSql('$2')})`,
    [tx.tenant_id, owner],
  );
  return row?.count ?? 0;
}

/** How many of a page are shared, for as long as the transaction lasts. */
export async function lockAndCountShared(tx: Querier, page: ViewPage): Promise<number> {
  await lockKind(tx, `shared ${page}`);
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) FROM views WHERE tenant_id = $1 AND page = $2 AND shared',
    [tx.tenant_id, page],
  );
  return row?.count ?? 0;
}

/** False when its owner has another of this name. */
export async function insertView(
  tx: Querier,
  view: ViewContent & { id: string; page: ViewPage; owner_id: string; at: string },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO views (tenant_id, id, page, owner_id, name, query, hidden_columns, shared, created_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, false, $8, $8)
     ON CONFLICT (tenant_id, owner_id, page, name) DO NOTHING RETURNING id`,
    [
      tx.tenant_id,
      view.id,
      view.page,
      view.owner_id,
      view.name,
      JSON.stringify(view.query),
      view.hidden_columns,
      view.at,
    ],
  );
  return rows.length > 0;
}

/** False when its owner has another of this name. */
export async function updateView(
  tx: Querier,
  { id, page, owner_id }: Pick<View, 'id' | 'page' | 'owner_id'>,
  { name, query, hidden_columns, at }: ViewContent & { at: string },
): Promise<boolean> {
  await lockKind(tx, `of ${owner_id}`);
  const rows = await tx.query(
    `UPDATE views v SET name = $5, query = $6, hidden_columns = $7, changed_at = $8
     WHERE tenant_id = $1 AND id = $2
       AND NOT EXISTS (SELECT FROM views o WHERE o.tenant_id = $1 AND o.owner_id = $4 AND o.page = $3 AND o.name = $5
                       AND o.id <> $2)
     RETURNING id`,
    [tx.tenant_id, id, page, owner_id, name, JSON.stringify(query), hidden_columns, at],
  );
  return rows.length > 0;
}

export async function setShared(
  tx: Querier,
  id: string,
  { shared, at }: { shared: boolean; at: string },
): Promise<void> {
  await tx.query('UPDATE views SET shared = $3, changed_at = $4 WHERE tenant_id = $1 AND id = $2', [
    tx.tenant_id,
    id,
    shared,
    at,
  ]);
}

export async function deleteView(tx: Querier, id: string): Promise<void> {
  await tx.query('DELETE FROM views WHERE tenant_id = $1 AND id = $2', [tx.tenant_id, id]);
}
