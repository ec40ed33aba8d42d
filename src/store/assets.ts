import type { AssetType, Classification } from '../domain/directory.ts';
import { searchWords } from '../domain/search-words.ts';
import type { Querier } from './database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage, wordConditions } from './page.ts';
import { tallySql } from './tallies.ts';

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

const COLUMNS =
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
  const conditions = [`a.tenant_id = ${parameters.add(q.tenant_id)}`];
  if (filters.platform !== undefined) conditions.push(`a.platform = ${parameters.add(filters.platform)}`);
  if (filters.type !== undefined) conditions.push(`a.type = ${parameters.add(filters.type)}`);
  if (filters.classification !== undefined) {
    conditions.push(`a.classification = ${parameters.add(filters.classification)}`);
  }
  conditions.push(...wordConditions(words, 'assets', 'a.id', parameters));
  const where = conditions.join(' AND ');

  return queryPage(q, page, {
    parameters,
    key: 'a.id',
    total:
      words.length === 0
        ? tallySql('assets', [filters.platform, filters.type, filters.classification], parameters)
        : `SELECT count(*) AS total FROM assets a WHERE ${where}`,
    page: (bounds) => `SELECT ${COLUMNS} FROM assets a WHERE ${where} ${bounds}`,
  });
}

export async function getAsset(q: Querier, id: string): Promise<AssetRow | null> {
  const rows = await q.query<AssetRow>(
    `SELECT ${COLUMNS} FROM assets a WHERE a.tenant_id = $1 AND a.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}
