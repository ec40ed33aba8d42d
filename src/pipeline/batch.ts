import type { VolumeBaseline } from '../domain/anomaly-baseline.ts';
import type { Use } from '../domain/habit.ts';
import type { Policy } from '../domain/policy.ts';
import type { AuditEntry } from '../store/audit-entries.ts';
import type { Querier } from '../store/database.ts';
import type { StoredFacts } from '../store/grant-facts.ts';
import type { AcceptedEvent } from '../store/inbox.ts';
import type { RecalculationCause } from '../store/recalculations.ts';

/** An event on its way through the stages; each stage adds what it found out. */
export interface PipelineEvent extends AcceptedEvent {
  /** Milliseconds since 1970. */
  at: number;
  /** The grants that it uses: the principal's own, and those of groups it is in. Empty: no grant allows it. */
  grant_ids: string[];
  network: string | null;
  is_working_hours: boolean;
}

/** A grant that the batch touches, with what is known of it and what has changed. */
export interface TouchedGrant {
  known: StoredFacts;
  use: Use;
  volume: VolumeBaseline | null;
  peer_active: boolean;
}

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
  newId: () => string;
  cause: 'use' | RecalculationCause;
  events: PipelineEvent[];
  grant_ids: Set<string>;
  grants: Map<string, TouchedGrant>;
  crossings: ScoreCrossing[];
  audit: AuditEntry[];
}

export function createBatch(
  given: Pick<Batch, 'tx' | 'now' | 'policy' | 'newId' | 'cause'>,
  work: { events?: AcceptedEvent[]; grant_ids?: string[] },
): Batch {
  return {
    ...given,
    events: (work.events ?? []).map((event) => ({
      ...event,
      at: Date.parse(event.timestamp),
      grant_ids: [],
      network: null,
      is_working_hours: true,
    })),
    grant_ids: new Set(work.grant_ids),
    grants: new Map(),
    crossings: [],
    audit: [],
  };
}
