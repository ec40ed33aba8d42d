import { appendAuditEntries } from '../../../audit/entries.sql.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { observationBy, observeAccess } from '../../../remediation/observations/observe-access.ts';
import { requestForChanged } from '../../scores/apply/recalculations.sql.ts';
import { type KindCounts, noneOfAnyKind, type RemovalLine } from '../directory-removal.rules.ts';
import {
  accessThrough,
  deleteIdentities,
  type Identity,
  markRemoved,
  membershipsOf,
} from '../directory-removals.sql.ts';
import { endMemberships } from '../source-grants.sql.ts';
import {
  assetEntry,
  type ChangedBy,
  directoryEntry,
  membershipEntry,
  principalEntry,
} from './directory-entries.ts';

/** Of one statement. */
const ROWS_AT_ONCE = 500;

/**
 * What an import says to be gone, with all access that goes with it: of a person their grants and memberships, of a group
 * those of its members, of an asset the grants on it. Rows stay, because the past refers to them. Reviews of access
 * that is gone are closed by the pipeline, which is asked to look. Answers how many of each kind are gone that were there.
 */
export async function removeFromDirectory(
  tx: Querier,
  lines: readonly RemovalLine[],
  by: ChangedBy,
  since: string,
): Promise<KindCounts> {
  const gone = noneOfAnyKind();
  for (let from = 0; from < lines.length; from += ROWS_AT_ONCE) {
    const counts = await removeSlice(tx, lines.slice(from, from + ROWS_AT_ONCE), by, since);
    for (const kind of Object.keys(gone) as (keyof KindCounts)[]) gone[kind] += counts[kind];
  }
  return gone;
}

async function removeSlice(
  tx: Querier,
  lines: readonly RemovalLine[],
  by: ChangedBy,
  since: string,
): Promise<KindCounts> {
  const at = new Date(by.now()).toISOString();
  const idsOf = (kind: RemovalLine['kind']): string[] =>
    lines.flatMap((line) => (line.kind === kind && 'id' in line ? [line.id] : []));
  const [principals, assets] = [idsOf('principal'), idsOf('asset')];
  const memberships = [
    ...lines.flatMap((line) => (line.kind === 'membership' ? [line] : [])),
    ...(principals.length > 0 ? await membershipsOf(tx, principals) : []),
  ].map(({ group_id, member_id }) => ({ group_id, member_id }));
  const through = await accessThrough(tx, { principals, assets, memberships });
  const grants = await endAccess(tx, [...new Set([...idsOf('grant'), ...through])], by, since);
  const left = memberships.length > 0 ? await endMemberships(tx, memberships) : [];
  const accounts = lines.flatMap((line) => (line.kind === 'identity' ? [line] : []));
  const unlinked = accounts.length > 0 ? await deleteIdentities(tx, accounts) : [];
  const people = principals.length > 0 ? await markRemoved(tx, 'principals', principals, at) : [];
  const things = assets.length > 0 ? await markRemoved(tx, 'assets', assets, at) : [];
  await requestForChanged(
    tx,
    'directory',
    'principal_id',
    people.map(({ id }) => id),
  );
  if (people.length > 0) tx.changed?.('principals');
  if (things.length > 0) tx.changed?.('assets');
  await appendAuditEntries(
    tx,
    [
      ...left.map((row) => membershipEntry('membership.removed', row)),
      ...unlinked.map(unlinkedEntry),
      ...people.map((row) => principalEntry('principal.removed', row, {})),
      ...things.map((row) => assetEntry('asset.removed', row, {})),
    ].map((about) => directoryEntry(about, by)),
  );
  return {
    principal: people.length,
    membership: left.length,
    identity: unlinked.length,
    asset: things.length,
    grant: grants,
  };
}

async function endAccess(tx: Querier, ids: string[], by: ChangedBy, since: string): Promise<number> {
  let count = 0;
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const gone = ids.slice(from, from + ROWS_AT_ONCE);
    const source = { ...observationBy(by), since: Date.parse(since), ended_as: 'grant.removed' as const };
    const { ended } = await observeAccess(tx, { gone, source });
    count += ended.length;
  }
  if (count > 0) tx.changed?.('grants', 'principals', 'assets');
  return count;
}

const unlinkedEntry = ({ provider, external_id, principal_id }: Identity) => ({
  event_type: 'identity.removed' as const,
  principal_id,
  data: { provider, external_id, principal_id },
});
