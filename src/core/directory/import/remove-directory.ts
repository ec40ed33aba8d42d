import { appendAuditEntries } from '../../../audit/entries.sql.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { observationBy, observeAccess } from '../../../remediation/observations/observe-access.ts';
import { requestForChanged } from '../../scores/apply/recalculations.sql.ts';
import { addCounts, type KindCounts, noneOfAnyKind, type RemovalLine } from '../directory-removal.rules.ts';
import {
  accessThrough,
  deleteIdentities,
  endMemberships,
  type Identity,
  markRemoved,
  membershipsOf,
} from '../directory-removals.sql.ts';
import {
  assetEntry,
  type ChangedBy,
  directoryEntry,
  membershipEntry,
  principalEntry,
} from './directory-entries.ts';

/** Of one statement: to write down and read back more takes tens of milliseconds in which nobody else is answered. */
const ROWS_AT_ONCE = 500;

export async function inSlices<T, R>(rows: readonly T[], store: (slice: T[]) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    answers.push(await store(rows.slice(from, from + ROWS_AT_ONCE)));
  }
  return answers;
}

/**
 * What an import says to be gone, with all access that goes with it: of a person their grants and memberships, of a group
 * those of its members, of an asset the grants on it. Rows stay, because the past refers to them. Reviews of access
 * that is gone are closed by the pipeline, which is asked to look. Answers how many of each kind are gone that were there.
 */
export async function removeFromDirectory(
  tx: Querier,
  lines: readonly RemovalLine[],
  by: ChangedBy,
): Promise<KindCounts> {
  const gone = noneOfAnyKind();
  await inSlices(lines, async (slice) => addCounts(gone, await removeSlice(tx, slice, by)));
  return gone;
}

async function removeSlice(tx: Querier, lines: readonly RemovalLine[], by: ChangedBy): Promise<KindCounts> {
  const at = new Date(by.now()).toISOString();
  const idsOf = (kind: RemovalLine['kind']): string[] =>
    lines.flatMap((line) => (line.kind === kind && 'id' in line ? [line.id] : []));
  const [principals, assets] = [idsOf('principal'), idsOf('asset')];
  const memberships = [
    ...lines.flatMap((line) => (line.kind === 'membership' ? [line] : [])),
    ...(principals.length > 0 ? await membershipsOf(tx, principals) : []),
  ].map(({ group_id, member_id }) => ({ group_id, member_id }));
  const through = await accessThrough(tx, { principals, assets, memberships });
  const grants = await endAccess(tx, [...new Set([...idsOf('grant'), ...through])], by);
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

async function endAccess(tx: Querier, ids: string[], by: ChangedBy): Promise<number> {
  const source = { ...observationBy(by), ended_as: 'grant.removed' as const };
  const seen = await inSlices(ids, (gone) => observeAccess(tx, { gone, source }));
  return seen.flatMap(({ ended }) => ended).length;
}

const unlinkedEntry = ({ provider, external_id, principal_id }: Identity) => ({
  event_type: 'identity.removed' as const,
  principal_id,
  data: { provider, external_id, principal_id },
});
