import type { Querier } from '../../platform/database/database.ts';
import {
  type PageOf,
  type PageRequest,
  Parameters,
  queryPage,
  wordConditions,
} from '../../platform/database/page.ts';
import { tallySql } from '../../platform/database/tallies.ts';
import { searchWords } from '../../platform/search-words.ts';
import type { AssetType, Classification } from './directory.rules.ts';

export type AssetRow = {
  id: string;
  name: string;
  type: AssetType;
  platform: string;
  classification: Classification | null;
  owner_id: string | null;
  contains_pii: boolean | null;
  protected: boolean;
  tags: string[];
  created_at: string;
};

export const ASSET_COLUMNS =
  'a.id, a.name, a.type, a.platform, a.classification, a.owner_id, a.contains_pii, a.protected, a.tags, a.created_at';

export interface AssetFilters {
  platform?: string | undefined;
  type?: AssetType | undefined;
  classification?: Classification | undefined;
  q?: string | undefined;
}

export async function listAssets(
  q: Querier,
  filters: AssetFilters,
  page: PageRequest,
): Promise<PageOf<AssetRow>> {
  const words = searchWords(filters.q);
  if (filters.q !== undefined && words.length === 0) return { items: [], total: 0, has_more: false };

  const parameters = new Parameters();
  const tenant = `a.tenant_id = ${parameters.add(q.tenant_id)}`;
  const where = [tenant, ...assetConditions(filters, parameters)].join(' AND ');
  return queryPage(q, page, {
    parameters,
    key: 'a.id',
    total: talliedAssets(filters, parameters) ?? `SELECT count(*) AS total FROM assets a WHERE ${where}`,
    page: (bounds) => `SELECT ${ASSET_COLUMNS} FROM assets a WHERE ${where} ${bounds}`,
  });
}

/** On the asset `a`, besides that of its tenant. */
export function assetConditions(
  filters: AssetFilters,
  parameters: Parameters,
  search: (text: string) => string[] = (text) =>
    wordConditions(searchWords(text), 'assets', 'a.id', parameters),
): string[] {
  const conditions: string[] = [];
  if (filters.platform !== undefined) conditions.push(`a.platform = ${parameters.add(filters.platform)}`);
  if (filters.type !== undefined) conditions.push(`a.type = ${parameters.add(filters.type)}`);
  if (filters.classification !== undefined) {
    conditions.push(`a.classification = ${parameters.add(filters.classification)}`);
  }
  if (filters.q !== undefined) conditions.push(...search(filters.q));
  return conditions;
}

/** The kept total, where the filters have one. */
export function talliedAssets(
  { platform, type, classification, q: search }: AssetFilters,
  parameters: Parameters,
): string | undefined {
  if (search !== undefined) return undefined;
  return tallySql('assets', [platform, type, classification], parameters);
}

export async function getAsset(q: Querier, id: string): Promise<AssetRow | null> {
  const rows = await q.query<AssetRow>(
    `SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.tenant_id = $1 AND a.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** All assets of a tenant, which has those of the demo and no others. */
export async function markAssetsSimulated(tx: Querier): Promise<void> {
  await tx.query('UPDATE assets SET simulated = true WHERE tenant_id = $1', [tx.tenant_id]);
}
