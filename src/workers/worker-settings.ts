import type { ConnectorReach } from '../connectors/reach.rules.ts';
import type { Loop } from '../platform/background/run-loop.ts';
import type { Wake } from '../platform/changes/wakes.rules.ts';
import type { ConnectionSettings, Database } from '../platform/database/database.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import type { ReportBucket } from '../reports/storage/bucket.rules.ts';
import type { WebhookReach } from '../webhooks/reach/reach.rules.ts';

/** What background work needs to be told. It goes to threads, so it is values only. */
export interface WorkerSettings {
  connection: ConnectionSettings;
  secrets_key: Uint8Array;
  /** Where people reach this program; what links in messages begin with. */
  public_url: string;
  connector_reach: ConnectorReach;
  webhook_reach: WebhookReach;
  webhook_retry_schedule: readonly number[];
  webhook_timeout_ms: number;
  report_bucket: ReportBucket | null;
  checkpoints: {
    every_seconds: number;
    /** Of the user's; null: none. */
    directory: string | null;
    /** Where what was signed last is remembered, outside the database. */
    remembered_in: readonly string[];
  };
}

/** What every thread has. */
export interface WorkerMeans {
  db: Database;
  now: () => number;
  onError: (error: Error, tenantId: number) => void;
  tracing?: Tracing;
}

/** Loops by what wakes them; those of other names are woken by nothing but time. */
export type Loops = Partial<Record<Wake | 'alerts' | 'digests' | 'maintenance', Loop>>;
export type StartLoops = (means: WorkerMeans, settings: WorkerSettings) => Loops;
