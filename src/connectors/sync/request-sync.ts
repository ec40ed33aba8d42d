import type { Querier } from '../../platform/database/database.ts';
import { LapseError, required } from '../../platform/errors.ts';
import { getConnector } from '../connectors.sql.ts';
import { updateConnector } from '../writes.sql.ts';

/** Makes a connector due now. One that is being read goes on undisturbed. */
export async function requestSync(
  tx: Querier,
  id: string,
  { now, accept_removals }: { now: number; accept_removals: boolean },
): Promise<void> {
  const connector = required(await getConnector(tx, id), 'connector');
  if (!connector.enabled) throw new LapseError('conflict', 'The connector is not enabled.');
  await updateConnector(tx, id, {
    ...(accept_removals ? { accept_removals } : {}),
    ...(connector.is_syncing ? {} : { next_sync_at: new Date(now).toISOString() }),
  });
}
