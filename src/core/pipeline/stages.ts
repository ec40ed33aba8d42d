import { detectAnomalies } from '../anomalies/detect-anomalies.ts';
import { saveClassifications, unclassifiedAssets } from '../directory/asset-classifications.sql.ts';
import { classifyAsset } from '../directory/classification.rules.ts';
import { changedFields } from '../directory/directory-changes.rules.ts';
import { assetEntry, directoryEntry } from '../directory/import/directory-entries.ts';
import { type AccessNews, settleReviews } from '../reviews/decisions/settle-reviews.ts';
import { endWaitsForFormerHolders } from '../reviews/holder/holder-first.sql.ts';
import { analysePeers } from '../scores/apply/analyse-peers.ts';
import { recalculateDecay } from '../scores/apply/recalculate-decay.ts';
import { type Batch, pairKey, touchedGrant } from './batch.ts';
import { enrichEvents } from './enrich-events.ts';
import { generateReviews } from './generate-reviews.ts';
import { resolveIdentities } from './resolve-identities.ts';
import { writeAudit } from './write-audit.ts';

export interface Stage {
  name: string;
  /** From here on one batch of a tenant at a time: what it reads of a score nobody else changes meanwhile. */
  changes_scores: boolean;
  run: (batch: Batch) => Promise<void>;
}

/** What happens to an event, in this order, all in one transaction per micro-batch. */
export const STAGES: readonly Stage[] = [
  { name: 'identity resolution', changes_scores: false, run: resolveIdentities },
  { name: 'asset classification', changes_scores: true, run: classifyAssets },
  { name: 'enrichment', changes_scores: true, run: enrichEvents },
  { name: 'decay recalculation', changes_scores: true, run: recalculateDecay },
  { name: 'peer analysis', changes_scores: true, run: analysePeers },
  { name: 'anomaly detection', changes_scores: true, run: detectAnomalies },
  { name: 'review generation', changes_scores: true, run: generateReviews },
  { name: 'workflow', changes_scores: true, run: advanceWorkflows },
  { name: 'remediation', changes_scores: true, run: remediate },
  { name: 'audit writing', changes_scores: true, run: writeAudit },
];

/** Open reviews hear of use, which answers them unless the access has a purpose, of access that is gone, and of holders who are disabled. */
export async function advanceWorkflows(batch: Batch): Promise<void> {
  const uses = new Map<string, AccessNews['uses'][number]>();
  for (const event of batch.events) {
    for (const id of event.grant_ids) {
      const known = touchedGrant(batch, id)?.known;
      if (!known || batch.grants.get(id)?.known.facts.purpose) continue;
      const { principal_id, asset_id } = known;
      const key = pairKey(known);
      const before = uses.get(key);
      if (!before || event.at > before.at) uses.set(key, { principal_id, asset_id, at: event.at });
    }
  }
  const gone = [...batch.grants.values()]
    .map(({ known }) => known)
    .filter(({ active, revoking }) => !active || revoking);
  if (uses.size > 0 || gone.length > 0)
    await settleReviews(batch.tx, { uses: [...uses.values()], gone }, batch);
  const disabled = [...batch.grants.values()].filter(({ known }) => known.facts.disabled);
  await endWaitsForFormerHolders(
    batch.tx,
    disabled.map(({ known }) => known.principal_id),
  );
}

/** Assets that nobody has classified get a first classification from their names and tags; an explicit one stays. */
export async function classifyAssets(batch: Batch): Promise<void> {
  const assetIds = [...new Set(batch.events.flatMap((event) => [event.asset_id, ...event.within]))];
  if (assetIds.length === 0) return;
  const unclassified = await unclassifiedAssets(batch.tx, assetIds);
  const classified = await saveClassifications(
    batch.tx,
    unclassified.map((asset) => ({ id: asset.id, ...classifyAsset(asset) })),
  );
  const before = new Map(unclassified.map(({ id, contains_pii }) => [id, contains_pii]));
  const by = { actor: 'system', now: () => batch.now };
  for (const { id, ...after } of classified) {
    const change = changedFields({ classification: null, contains_pii: before.get(id) ?? null }, after);
    batch.audit.push(directoryEntry(assetEntry('asset.changed', { id }, { ...change, cause: 'names' }), by));
  }
}

/**
 * Nothing that a batch decides removes access: remediations begin with the decision of a person, in its transaction, and
 * are carried out beside the pipeline (`run-remediations.ts`), because platforms are slow.
 */
export async function remediate(_batch: Batch): Promise<void> {}
