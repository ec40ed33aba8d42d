import { v5 as uuidv5 } from 'uuid';
import type { AuditEntry } from '../../audit/entries.sql.ts';
import { type Batch, type PipelineEvent, type Touched, touchedGrant } from '../pipeline/batch.ts';
import { requestRecalculation } from '../scores/apply/recalculations.sql.ts';
import { writeScores } from '../scores/apply/write-scores.ts';
import { examine, type Finding, OF_GRANT, OF_PRINCIPAL, type Signal } from './anomaly.rules.ts';
import { type Baseline, emptyBaseline, learn } from './anomaly-baseline.rules.ts';
import {
  appendSignals,
  grantsWithCandidates,
  loadBaselines,
  type StoredSignal,
  saveBaselines,
} from './anomaly-signals.sql.ts';
import { emptyVolume, learnVolume } from './anomaly-volume.rules.ts';
import { loadMissingBaselines, volumeOf } from './grant-signals.ts';

/**
 * Learns from every event once, then looks at those that may be unusual. Signals are the last fact that a lapse date
 * depends on, so the scores of the batch are written here.
 */
export async function detectAnomalies(batch: Batch): Promise<void> {
  if (batch.events.length > 0) await observeEvents(batch);
  await loadMissingBaselines(batch);
  await writeScores(batch);
}

async function observeEvents(batch: Batch): Promise<void> {
  const principals = new Set(batch.events.map((event) => event.principal_id));
  batch.baselines = await loadBaselines(batch.tx, [...principals]);
  const found = new Map<string, StoredSignal>();
  for (const event of learnAll(batch)) {
    for (const signal of lookAt(batch, event)) if (!found.has(signal.id)) found.set(signal.id, signal);
  }
  await saveBaselines(batch.tx, batch.baselines);
  const now = new Date(batch.now).toISOString();
  const added = await appendSignals(batch.tx, [...found.values()], now);
  for (const id of added) batch.audit.push(signalEntry(found.get(id) as StoredSignal, now));
  await reviseOthers(batch);
}

function signalEntry({ id: anomaly_id, ...signal }: StoredSignal, at: string): AuditEntry {
  const { principal_id, reason } = signal;
  return {
    principal_id,
    event_type: 'anomaly.detected',
    description: reason,
    actor: 'system',
    at,
    data: { anomaly_id, ...signal },
  };
}

/** What no grant allows, or may be unusual; the rest, nearly all, changes nothing and is forgotten here. */
function learnAll(batch: Batch): PipelineEvent[] {
  const doubtful: PipelineEvent[] = [];
  for (const event of batch.events) {
    let baseline = batch.baselines.get(event.principal_id);
    if (baseline === undefined) {
      baseline = emptyBaseline();
      batch.baselines.set(event.principal_id, baseline);
    }
    let isDoubtful = learn(baseline, event) || !event.is_granted;
    if (event.rows_returned !== null) {
      for (const id of event.grant_ids) {
        const grant = touchedGrant(batch, id);
        if (grant && learnVolume(volumeOf(grant), event.at, event.rows_returned)) isDoubtful = true;
      }
    }
    if (isDoubtful) doubtful.push(event);
  }
  return doubtful;
}

/** Keeps with each grant what has to be judged again, and answers what is a signal as far as is known now. */
function lookAt(batch: Batch, event: PipelineEvent): StoredSignal[] {
  const { asset_id, principal_id } = event;
  const principal = batch.baselines.get(principal_id) as Baseline;
  const grants = event.grant_ids.flatMap((id) => touchedGrant(batch, id) ?? []);
  const personal = examine(event, OF_PRINCIPAL, { asset_id, principal, volume: emptyVolume() });
  for (const grant of grants) {
    // A member's new network says something about the member, not about the group it uses the access through.
    if (grant.known.principal_id === principal_id) keep(grant, personal);
  }
  const signals = personal.flatMap((finding) => recorded(event, finding));
  for (const grant of grants) {
    const spikes = examine(event, OF_GRANT, { asset_id, principal, volume: volumeOf(grant) });
    keep(grant, spikes);
    signals.push(...spikes.flatMap((finding) => recorded(event, finding)));
  }
  if (!event.is_granted) signals.push(ungrantedUse(event));
  return signals;
}

function keep(grant: Touched, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  grant.candidates ??= new Set();
  for (const { candidate } of findings) grant.candidates.add(candidate);
}

/** Earlier events have come late: what was judged without them is judged again. */
async function reviseOthers(batch: Batch): Promise<void> {
  const revised: string[] = [];
  for (const [id, baseline] of batch.baselines) if (baseline.is_revised) revised.push(id);
  const ids = await grantsWithCandidates(batch.tx, revised);
  await requestRecalculation(
    batch.tx,
    'signals',
    ids.filter((id) => touchedGrant(batch, id) === undefined),
  );
}

/** A use that no grant allowed when it happened is a finding, not an error: the directory is behind, or somebody found a way. */
function ungrantedUse(event: PipelineEvent): StoredSignal {
  const { action, timestamp } = event;
  return toStored(event, `u${timestamp.slice(0, 10)}`, {
    kind: 'ungranted_use',
    evidence: { action },
    reason: `Used (${action}) although no known grant allows it.`,
  });
}

function recorded(event: PipelineEvent, { candidate, signal }: Finding): StoredSignal[] {
  return signal === null ? [] : [toStored(event, candidate, signal)];
}

const NAMESPACE = '6f9a4c52-0d3b-5e1f-9c55-3a2d6a1f7b10';

/** The id follows from what the signal is about, so that forty queries from a new network are one signal. */
function toStored(
  { principal_id, asset_id, event_id, timestamp }: PipelineEvent,
  about: string,
  { kind, evidence, reason }: Signal,
): StoredSignal {
  const id = uuidv5(JSON.stringify([principal_id, asset_id, about]), NAMESPACE);
  return { id, principal_id, asset_id, kind, evidence, reason, event_id, occurred_at: timestamp };
}
