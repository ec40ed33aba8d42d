import { classifyAsset } from '../domain/classification.ts';
import { saveClassifications, unclassifiedAssets } from '../store/asset-classifications.ts';
import type { Batch } from './batch.ts';

/** Assets that nobody has classified get a first classification from their names and tags; an explicit one stays. */
export async function classifyAssets(batch: Batch): Promise<void> {
  const assetIds = [...new Set(batch.events.map((event) => event.asset_id))];
  if (assetIds.length === 0) return;
  const unclassified = await unclassifiedAssets(batch.tx, assetIds);
  await saveClassifications(
    batch.tx,
    unclassified.map((asset) => ({ id: asset.id, ...classifyAsset(asset) })),
  );
}
