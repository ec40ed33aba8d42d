import { appendAuditEntries } from '../audit/entries.sql.ts';
import { closeTelemetryGap, requestForPlatform } from '../core/scores/telemetry-gaps.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { requireAccess } from './connector-setup.ts';
import { deleteConnector, hasOpenRemediations } from './writes.sql.ts';

/** What it found stays in the directory. What it has removed can no longer be put back by Lapse. */
export async function removeConnector(
  tx: Querier,
  id: string,
  { actor, now, newId }: { actor: string; now: number; newId: () => string },
): Promise<void> {
  const { name, platform } = await requireAccess(tx, id);
  if (await hasOpenRemediations(tx, id)) {
    throw new LapseError(
      'conflict',
      'The connector has remediations under way; wait for them or cancel them.',
    );
  }
  const at = new Date(now).toISOString();
  // A platform without a connector is fed by whoever calls the API, and counts as watched.
  if (await closeTelemetryGap(tx, platform, { connector_id: id, now: at }))
    await requestForPlatform(tx, platform);
  await deleteConnector(tx, id);
  await appendAuditEntries(tx, [
    {
      id: newId(),
      principal_id: null,
      event_type: 'connector.deleted',
      description: `${name} (${platform}) was disconnected.`,
      actor,
      at,
      data: { connector_id: id, platform, name },
    },
  ]);
}
