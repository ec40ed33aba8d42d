import type { Querier } from '../../platform/database/database.ts';

/** An event as it waits to be applied: who and what are known, when is checked. */
export interface AcceptedEvent {
  event_id: string;
  principal_id: string;
  asset_id: string;
  action: string;
  platform: string;
  /** ISO 8601, UTC. */
  timestamp: string;
  metadata: Record<string, unknown> | null;
  /** The assets that contain the one that was used: what is held on them is used with it. */
  within?: readonly string[] | undefined;
}

type PackedEvent = [
  string,
  string,
  string,
  string,
  string,
  string,
  Record<string, unknown> | null,
  ...([] | [readonly string[]]),
];

/** One row for the whole batch: durable with the commit, and one thing to claim for a worker. */
export async function appendToInbox(
  q: Querier,
  events: readonly AcceptedEvent[],
  traceparents: readonly string[] = [],
): Promise<void> {
  const packed = events.map(
    (e): PackedEvent => [
      e.event_id,
      e.principal_id,
      e.asset_id,
      e.action,
      e.platform,
      e.timestamp,
      e.metadata,
      ...(e.within?.length ? ([e.within] as const) : ([] as const)),
    ],
  );
  await q.query('INSERT INTO inbox (tenant_id, events, payload, traceparents) VALUES ($1, $2, $3, $4)', [
    q.tenant_id,
    events.length,
    JSON.stringify(packed),
    [...new Set(traceparents)].join(' ') || null,
  ]);
  q.wakes?.('events');
}

export function unpackEvents(payload: string): AcceptedEvent[] {
  return (JSON.parse(payload) as PackedEvent[]).map(
    ([event_id, principal_id, asset_id, action, platform, timestamp, metadata, within]) => ({
      event_id,
      principal_id,
      asset_id,
      action,
      platform,
      timestamp,
      metadata,
      within,
    }),
  );
}

/** Events accepted and not yet applied. */
export async function inboxBacklog(q: Querier): Promise<number> {
  const [row] = await q.query<{ events: number }>(
    'SELECT coalesce(sum(events), 0) AS events FROM inbox WHERE tenant_id = $1',
    [q.tenant_id],
  );
  return row?.events ?? 0;
}
