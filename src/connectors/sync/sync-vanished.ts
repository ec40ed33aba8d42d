import { appendAuditEntries } from '../../audit/entries.sql.ts';
import { markAccountsGone } from '../../core/accounts/accounts.sql.ts';
import { disablePrincipals, endMemberships } from '../../core/directory/directory-removals.sql.ts';
import {
  directoryEntry,
  membershipEntry,
  principalEntry,
} from '../../core/directory/import/directory-entries.ts';
import { requestForChanged } from '../../core/scores/apply/recalculations.sql.ts';
import { counted } from '../../platform/counted.ts';
import type { Querier } from '../../platform/database/database.ts';
import { observationBy, observeAccess } from '../../remediation/observations/observe-access.ts';
import { listedNowhere, type ObjectKind, objectCounts, takeVanished } from '../objects.sql.ts';
import { isPlausibleLoss } from '../sync.rules.ts';

const PER_TRANSACTION = 1_000;
const KINDS: readonly ObjectKind[] = ['grant', 'membership', 'principal', 'asset'];

export interface VanishedSource {
  connector_id: string;
  connector_name: string;
  started_at: string;
  now: number;
}

/** The reason not to believe that so much is gone; null when it may be believed. */
export async function implausibleLoss(
  q: Querier,
  { connector_id }: Pick<VanishedSource, 'connector_id'>,
): Promise<string | null> {
  for (const kind of KINDS) {
    const counts = await objectCounts(q, connector_id, kind);
    if (!isPlausibleLoss(counts)) {
      return `${counts.vanished} of ${counted(counts.known, `known ${kind}`)} ${counts.vanished === 1 ? 'is' : 'are'} missing from the listing; nothing was removed. If that is right, sync again with accept_removals.`;
    }
  }
  return null;
}

/** Ends what the source no longer has, some at a time. Answers how many objects were looked at; 0 when all is done. */
export async function endVanished(tx: Querier, source: VanishedSource): Promise<number> {
  const by = {
    actor: 'system',
    connector: { id: source.connector_id, name: source.connector_name },
    since: Date.parse(source.started_at),
    now: () => source.now,
  };
  for (const kind of KINDS) {
    const vanished = await takeVanished(tx, { ...source, kind, limit: PER_TRANSACTION });
    if (vanished.length === 0) continue;
    const ids = vanished.map((object) => object.lapse_id);
    if (kind === 'grant') {
      await observeAccess(tx, { gone: ids, source: observationBy(by) });
    }
    if (kind === 'membership') {
      const gone = vanished.map(({ lapse_id, member_id }) => ({
        group_id: lapse_id,
        member_id: member_id as string,
      }));
      const ended = await endMemberships(tx, await listedNowhere(tx, gone));
      await appendAuditEntries(
        tx,
        ended.map((row) => directoryEntry(membershipEntry('membership.removed', row), by)),
      );
    }
    if (kind === 'principal') {
      const keys = vanished.map((object) => object.external_key);
      await markAccountsGone(tx, source.connector_id, { keys, now: source.now });
      const owned = vanished.filter((object) => object.is_owned).map((object) => object.lapse_id);
      const disabled = await disablePrincipals(tx, owned);
      await requestForChanged(tx, 'directory', 'principal_id', owned);
      const change = { before: { disabled: false }, after: { disabled: true } };
      await appendAuditEntries(
        tx,
        disabled.map((row) => directoryEntry(principalEntry('principal.changed', row, change), by)),
      );
    }
    return vanished.length;
  }
  return 0;
}
