import { type SpanOptions, type Tracing, traced } from '../../platform/tracing/tracing.ts';
import type { InboxRow } from '../events/inbox-claims.sql.ts';
import type { Batch } from './batch.ts';
import type { Stage } from './stages.ts';

const LINKS_MAX = 100;

/** The span of a batch, around the work. A batch of one request goes on in its trace; one of several names them all. */
export function traceBatch(
  tracing: Tracing | undefined,
  { tenant_id, rows, now }: { tenant_id: number; rows: readonly InboxRow[]; now: number },
  work: (traceparent: string | null) => Promise<void>,
): Promise<void> {
  if (!tracing) return work(null);
  const causes = [...new Set(rows.flatMap((row) => row.traceparents?.split(' ') ?? []))].slice(0, LINKS_MAX);
  const received = Math.min(...rows.map((row) => Date.parse(row.received_at)));
  const of: SpanOptions = causes.length === 1 ? { parent: causes[0] as string } : { links: causes };
  const attributes = { 'lapse.tenant_id': tenant_id };
  if (causes.length === 1) tracing.start('inbox', { ...of, attributes, began_ms: received }).end();
  return traced(
    tracing,
    'pipeline batch',
    {
      ...of,
      kind: 'consumer',
      attributes: {
        ...attributes,
        'lapse.batch.events': rows.reduce((sum, row) => sum + row.events, 0),
        'lapse.batch.requests': causes.length,
        'lapse.batch.waited_ms': Math.max(0, now - received),
      },
    },
    (span) => work(span?.traceparent ?? null),
  );
}

export function traceStage(
  tracing: Tracing,
  { name, run }: Stage,
  { batch, parent }: { batch: Batch; parent: string | null },
): Promise<void> {
  const attributes = { 'lapse.tenant_id': batch.tx.tenant_id };
  return traced(tracing, name, { parent, attributes }, () => run(batch));
}
