import { detectAnomalies } from '../anomalies/detect-anomalies.ts';
import { analysePeers } from '../scores/apply/analyse-peers.ts';
import { recalculateDecay } from '../scores/apply/recalculate-decay.ts';
import { advanceWorkflows } from './advance-workflows.ts';
import type { Batch } from './batch.ts';
import { classifyAssets } from './classify-assets.ts';
import { enrichEvents } from './enrich-events.ts';
import { generateReviews } from './generate-reviews.ts';
import { remediate } from './remediate.ts';
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
