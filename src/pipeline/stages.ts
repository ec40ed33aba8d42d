import { advanceWorkflows } from './advance-workflows.ts';
import { analysePeers } from './analyse-peers.ts';
import type { Batch } from './batch.ts';
import { classifyAssets } from './classify-assets.ts';
import { detectAnomalies } from './detect-anomalies.ts';
import { enrichEvents } from './enrich-events.ts';
import { generateReviews } from './generate-reviews.ts';
import { recalculateDecay } from './recalculate-decay.ts';
import { remediate } from './remediate.ts';
import { resolveIdentities } from './resolve-identities.ts';
import { writeAudit } from './write-audit.ts';

export interface Stage {
  name: string;
  run: (batch: Batch) => Promise<void>;
}

/** What happens to an event, in this order, all in one transaction per micro-batch. */
export const STAGES: readonly Stage[] = [
  { name: 'identity resolution', run: resolveIdentities },
  { name: 'asset classification', run: classifyAssets },
  { name: 'enrichment', run: enrichEvents },
  { name: 'decay recalculation', run: recalculateDecay },
  { name: 'peer analysis', run: analysePeers },
  { name: 'anomaly detection', run: detectAnomalies },
  { name: 'review generation', run: generateReviews },
  { name: 'workflow', run: advanceWorkflows },
  { name: 'remediation', run: remediate },
  { name: 'audit writing', run: writeAudit },
];
