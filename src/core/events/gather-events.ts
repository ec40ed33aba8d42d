import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../platform/database/database.ts';
import { isUnavailable } from '../../platform/database/unavailable.ts';
import type { EventReading } from './event-lines.ts';
import { ingestEvents, type Verdict } from './ingest-events.ts';
import { jsonOf } from './rejections/keep-rejections.ts';
import type { RejectionSource } from './rejections/rejection.rules.ts';

export interface ArrivedEvent {
  reading: EventReading;
  /** What was read. */
  value: unknown;
  source: RejectionSource;
  /** Rejects when it may not be stored, for a reason that is not in the event. */
  allowance?: Promise<void> | null;
}

/** What is kept of it when it is refused. */
export const originOf = ({ source, value }: ArrivedEvent) => ({ source, text: jsonOf(value) });

interface Waiting {
  event: ArrivedEvent;
  /** Its id, if it came without one: the same however often it is sent to the database. */
  id: string;
  traceparent: string | null;
  resolve: (verdict: Verdict) => void;
  reject: (error: unknown) => void;
}

const BATCH_MAX = 500;
/** Of a batch whose answer was lost: it may be stored, and whoever is told that it is not sends it again under new ids. */
const SENDINGS_MAX = 2;

/**
 * Stores single events of many requests as few batches. Each is answered after the commit of the batch it went with.
 * The first event of a tenant goes at once; those that come while it is on its way go together when it has arrived. One
 * commit for sixteen waiting requests instead of sixteen, and a lone event waits for nobody.
 */
export function createGathering(db: Database) {
  const queues = new Map<number, Waiting[]>();

  async function send(tenantId: number, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await store(tenantId, queue.splice(0, BATCH_MAX));
    queues.delete(tenantId);
  }

  async function store(tenantId: number, batch: readonly Waiting[], sending = 1): Promise<void> {
    try {
      const verdicts = await ingestEvents(
        {
          read: db.tenant(tenantId),
          write: db.alone(tenantId),
          // One without it stops all of them here; each is then tried alone.
          allowance: () => Promise.all(batch.map(({ event }) => event.allowance)),
          makeId: (index) => (batch[index] as Waiting).id,
          traceparents: batch.flatMap(({ traceparent }) => traceparent ?? []),
          originOf: (index) => originOf((batch[index] as Waiting).event),
        },
        batch.map(({ event }) => event.reading),
      );
      for (const [i, { resolve }] of batch.entries()) resolve(verdicts[i] as Verdict);
    } catch (error) {
      // Whether it was stored is not known. Sent again under the same ids, what was stored is recognised by the pipeline.
      if (isUnavailable(error) && sending < SENDINGS_MAX) return store(tenantId, batch, sending + 1);
      if (batch.length === 1 || isUnavailable(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // Whatever it was about one of them, it is not the others' fault.
      for (const waiting of batch) await store(tenantId, [waiting]);
    }
  }

  return {
    ingest: (tenantId: number, event: ArrivedEvent, traceparent: string | null = null) =>
      new Promise<Verdict>((resolve, reject) => {
        const waiting = { event, id: uuidv7(), traceparent, resolve, reject };
        const queue = queues.get(tenantId);
        if (queue) {
          queue.push(waiting);
          return;
        }
        const first = [waiting];
        queues.set(tenantId, first);
        void send(tenantId, first);
      }),
  };
}
