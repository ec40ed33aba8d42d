import type { Querier } from '../../platform/database/database.ts';
import type { Finding, UnclassifiedAsset } from './classification.rules.ts';

export async function unclassifiedAssets(
  tx: Querier,
  ids: readonly string[],
): Promise<(UnclassifiedAsset & { id: string })[]> {
  return tx.query<UnclassifiedAsset & { id: string } & Record<string, unknown>>(
    `SELECT id, name, platform, tags, contains_pii FROM assets
     WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND classification IS NULL`,
    [tx.tenant_id, ids],
  );
}

/** Answers what the assets are from now on; until now they had no classification. */
export async function saveClassifications(
  tx: Querier,
  findings: readonly (Pick<Finding, 'classification' | 'contains_pii'> & { id: string })[],
): Promise<{ id: string; classification: string; contains_pii: boolean | null }[]> {
  if (findings.length === 0) return [];
  return tx.query(
    `UPDATE assets a SET classification = r.classification, contains_pii = coalesce(a.contains_pii, r.contains_pii)
     FROM json_to_recordset($2) AS r (id text, classification text, contains_pii boolean)
     WHERE a.tenant_id = $1 AND a.id = r.id AND a.classification IS NULL
     RETURNING a.id, a.classification, a.contains_pii`,
    [tx.tenant_id, JSON.stringify(findings)],
  );
}
