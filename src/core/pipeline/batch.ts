import type { AuditEntry } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Baseline } from '../anomalies/anomaly-baseline.rules.ts';
import type { VolumeBaseline } from '../anomalies/anomaly-volume.rules.ts';
import type { AcceptedEvent } from '../events/inbox.sql.ts';
import type { Policy } from '../policy/policy.rules.ts';
import type { ScoredGrant, StoredFacts } from '../scores/apply/grant-facts.sql.ts';
import type { RecalculationCause } from '../scores/apply/recalculations.sql.ts';
import type { UseFacts } from '../scores/apply/use-facts.sql.ts';
import type { Use } from '../scores/habit.rules.ts';
import type { Lapse } from '../scores/half-life.rules.ts';

/** An event on its way through the stages; each stage adds what it found out. */
export interface PipelineEvent extends AcceptedEvent {
  /** Milliseconds since 1970. */
  at: number;
  within: readonly string[];
  /** The grants that it uses: the principal's own, and those of groups it is in, on the asset and on what contains it. */
  grant_ids: readonly string[];
  /** One of them gives more than the way to what was used. */
  is_granted: boolean;
  network: string | null;
  is_working_hours: boolean;
  rows_returned: number | null;
}

/** A grant that the batch touches, with what is known of it and what has changed; its lapse as written by this batch. */
export interface Touched<Known extends ScoredGrant = ScoredGrant> extends Lapse {
  known: Known;
  use: Use;
  /** Null: as it is stored. */
  volume: VolumeBaseline | null;
  /** Null, as nearly always: nothing about its uses is unusual, or may turn out to be. */
  candidates: Set<string> | null;
}

/** Everything about it is known, so everything is recomputed. */
export interface TouchedGrant extends Touched<StoredFacts> {
  peer_active: boolean;
}

/** Only its use has changed. */
export type UsedGrant = Touched<UseFacts>;

/** A threshold that a score went through. */
export interface ScoreCrossing {
  of: 'grant' | 'principal';
  grant_id: string;
  principal_id: string;
  asset_id: string | null;
  threshold: number;
  direction: 'above' | 'below';
  score: number;
  previous_score: number;
  /** The exact instant of the crossing. */
  at: number;
}

/**
 * A micro-batch of one tenant in one transaction. Events and the progress of the queue commit together, so that every
 * event has its effect once. A batch without events recalculates grants for another reason.
 */
export interface Batch {
  tx: Querier;
  now: number;
  policy: Policy;
  cause: 'use' | RecalculationCause;
  events: PipelineEvent[];
  grant_ids: Set<string>;
  grants: Map<string, TouchedGrant>;
  used: Map<string, UsedGrant>;
  /** Of the principals of its events, and of grants with candidates. */
  baselines: Map<string, Baseline>;
  crossings: ScoreCrossing[];
  audit: AuditEntry[];
}

export function createBatch(
  given: Pick<Batch, 'tx' | 'now' | 'policy' | 'cause'>,
  work: { events?: AcceptedEvent[]; grant_ids?: string[] },
): Batch {
  return {
    ...given,
    events: (work.events ?? []).map(toPipelineEvent),
    grant_ids: new Set(work.grant_ids),
    grants: new Map(),
    used: new Map(),
    baselines: new Map(),
    crossings: [],
    audit: [],
  };
}

/** Written out: copying with a spread takes three times as long, and this runs for every event. */
function toPipelineEvent(event: AcceptedEvent): PipelineEvent {
  const { event_id, principal_id, asset_id, action, platform, timestamp, metadata, within } = event;
  return {
    event_id,
    principal_id,
    asset_id,
    action,
    platform,
    timestamp,
    metadata,
    within: within ?? NONE,
    at: Date.parse(timestamp),
    grant_ids: NONE,
    is_granted: false,
    network: null,
    is_working_hours: true,
    rows_returned: null,
  };
}

const NONE: readonly string[] = [];

export const pairKey = (pair: { principal_id: string; asset_id: string }): string =>
  `${pair.principal_id}\u0000${pair.asset_id}`;

export function touchedGrant({ used, grants }: Batch, id: string): Touched | undefined {
  return used.get(id) ?? grants.get(id);
}
