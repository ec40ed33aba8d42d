import { isPlausibleLoss } from '../domain/connector-sync.ts';
import { appendAuditEntries } from '../store/audit-entries.ts';
import { type ObjectKind, objectCounts, takeVanished } from '../store/connector-objects.ts';
import type { Querier } from '../store/database.ts';
import { requestForChanged, requestRecalculation } from '../store/recalculations.ts';
import { disablePrincipals, endGrants, endMemberships, type MovedGrant } from '../store/source-grants.ts';

const PER_TRANSACTION = 1_000;
const KINDS: readonly ObjectKind[] = ['grant', 'membership', 'principal', 'asset'];

export interface VanishedSource {
  connector_id: string;
  connector_name: string;
  sync_number: number;
  started_at: string;
  now: number;
  newId: () => string;
}

/** The reason not to believe that so much is gone; null when it may be believed. */
export async function implausibleLoss(
  q: Querier,
  { connector_id, sync_number }: Pick<VanishedSource, 'connector_id' | 'sync_number'>,
): Promise<string | null> {
  for (const kind of KINDS) {
    const counts = await objectCounts(q, connector_id, kind, sync_number);
    if (!isPlausibleLoss(counts)) {
      return `${counts.vanished} of ${counts.known} known ${kind}s are missing from the listing; nothing was removed. If that is right, sync again with accept_removals.`;
    }
  }
  return null;
}

/** Ends what the source no longer has, some at a time. Answers how many objects were looked at; 0 when all is done. */
export async function endVanished(tx: Querier, source: VanishedSource): Promise<number> {
  for (const kind of KINDS) {
    const vanished = await takeVanished(tx, { ...source, kind, limit: PER_TRANSACTION });
    if (vanished.length === 0) continue;
    const ids = vanished.map((object) => object.lapse_id);
    if (kind === 'grant') {
      const ended = await endGrants(tx, ids, source.started_at);
      await requestRecalculation(
        tx,
        'directory',
        ended.map((grant) => grant.id),
      );
      await appendAuditEntries(
        tx,
        ended.map((grant) => endedEntry(grant, source)),
      );
    }
    if (kind === 'membership') {
      await endMemberships(
        tx,
        vanished.map(({ lapse_id, member_id }) => ({ group_id: lapse_id, member_id: member_id as string })),
      );
    }
    if (kind === 'principal') {
      const owned = vanished.filter((object) => object.is_owned).map((object) => object.lapse_id);
      await disablePrincipals(tx, owned);
      await requestForChanged(tx, 'directory', 'principal_id', owned);
    }
    return vanished.length;
  }
  return 0;
}

function endedEntry(grant: MovedGrant, { connector_id, connector_name, now, newId }: VanishedSource) {
  return {
    id: newId(),
    principal_id: grant.principal_id,
    event_type: 'grant.revoked',
    description: `${grant.permission} on ${grant.asset_id} is gone at ${connector_name}; it was removed there.`,
    actor: 'system',
    at: new Date(now).toISOString(),
    data: {
      grant_id: grant.id,
      principal_id: grant.principal_id,
      asset_id: grant.asset_id,
      connector_id,
      cause: 'source',
    },
  };
}
