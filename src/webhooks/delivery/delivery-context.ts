import type { Database, Querier } from '../../platform/database/database.ts';
import type { ClaimedDelivery } from '../work.sql.ts';
import type { Senders } from './sender.ts';

/** What delivering needs from outside; time, ids and chance come in, so that a test can hold them. */
export interface DeliveryContext {
  db: Database;
  now: () => number;
  random: () => number;
  senders: Senders;
  /** Seconds between the attempts of one delivery. */
  schedule: readonly number[];
  /** Of a whole exchange. */
  timeout_ms: number;
  /** Told when results are written: there may be room for more, and what failed has a new time. */
  onRecorded?: () => void;
  /** In the transaction that records it: what is tried no more, because it failed for good or was skipped. */
  onAbandoned?: (tx: Querier, deliveries: readonly ClaimedDelivery[]) => Promise<void>;
  onError: (error: Error, tenantId: number) => void;
}

/** Ends after the exchange and the record of its result; a worker that died keeps its deliveries for as long. */
export const leaseMs = ({ timeout_ms }: DeliveryContext): number => 2 * timeout_ms;
