import { saveClassifications, unclassifiedAssets } from '../directory/asset-classifications.sql.ts';
import { classifyAsset } from '../directory/classification.rules.ts';
import { changedFields } from '../directory/directory-changes.rules.ts';
import { assetEntry, directoryEntry } from '../directory/import/directory-entries.ts';
import type { Batch } from './batch.ts';

/** Assets that nobody has classified get a first classification from their names and tags; an explicit one stays. */
export async function classifyAssets(batch: Batch): Promise<void> {
  const assetIds = [...new Set(batch.events.map((event) => event.asset_id))];
  if (assetIds.length === 0) return;
  const unclassified = await unclassifiedAssets(batch.tx, assetIds);
  const classified = await saveClassifications(
    batch.tx,
    unclassified.map((asset) => ({ id: asset.id, ...classifyAsset(asset) })),
  );
  const before = new Map(unclassified.map(({ id, contains_pii }) => [id, contains_pii]));
  const by = { actor: 'system', now: () => batch.now, newId: batch.newId };
  for (const { id, ...after } of classified) {
    const change = changedFields({ classification: null, contains_pii: before.get(id) ?? null }, after);
    batch.audit.push(directoryEntry(assetEntry('asset.changed', { id }, { ...change, cause: 'names' }), by));
  }
}
