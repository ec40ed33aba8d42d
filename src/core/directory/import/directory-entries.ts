import type { AuditEntry } from '../../../audit/entries.sql.ts';
import type { AuditType } from '../../../audit/types.rules.ts';
import type { AssetLine, GrantLine, MembershipLine, PrincipalLine } from '../directory.rules.ts';
import { changedFields, statedFields } from '../directory-changes.rules.ts';
import type { ChangedRow, Written, WrittenIdentity } from '../directory-import.sql.ts';

/** Who changes the directory. The sync of a connector is done by the system, and named. */
export interface ChangedBy {
  actor: string;
  connector?: { id: string; name: string };
  /** When the listing was begun; now when it is not said. */
  since?: number;
  /** A platform's own listing: since when that is there which was taken for gone. */
  given_again_at?: string;
  now: () => number;
}

export interface DirectoryWrites {
  principals: Written<PrincipalLine>;
  assets: Written<AssetLine>;
  memberships: MembershipLine[];
  identities: WrittenIdentity[];
  grants: Written<GrantLine>;
}

type About = Pick<AuditEntry, 'event_type' | 'principal_id' | 'data'>;

/** One entry for each object that is new or was changed, in the order in which they refer to each other. */
export function directoryEntries(writes: DirectoryWrites, by: ChangedBy): AuditEntry[] {
  const { principals, assets, memberships, identities, grants } = writes;
  return [
    ...principals.added.map((line) =>
      principalEntry('principal.created', line, { after: statedFields(line) }),
    ),
    ...changed(principals.changed, (row, change) => principalEntry('principal.changed', row, change)),
    ...assets.added.map((line) => assetEntry('asset.created', line, { after: statedFields(line) })),
    ...changed(assets.changed, (row, change) => assetEntry('asset.changed', row, change)),
    ...memberships.map((line) => membershipEntry('membership.added', line)),
    ...identities.map(identityEntry),
    ...grants.added.map(createdGrant),
    ...changed(grants.changed, changedGrant),
  ].map((about) => directoryEntry(about, by));
}

/** Of objects of the directory. Their sentences are made when they are appended, by the names of then. */
export function directoryEntry(about: About, { actor, connector, now }: ChangedBy): AuditEntry {
  const source = connector ? { connector_id: connector.id, connector_name: connector.name } : {};
  const at = new Date(now()).toISOString();
  return { ...about, actor, at, data: { ...about.data, ...source } };
}

function changed(
  rows: readonly ChangedRow[],
  entry: (row: ChangedRow, change: NonNullable<ReturnType<typeof changedFields>>) => About,
): About[] {
  return rows.flatMap((row) => {
    const change = changedFields(row.before, row.after);
    return change === null ? [] : [entry(row, change)];
  });
}

export const principalEntry = (event_type: AuditType, { id }: { id: string }, change: object): About => ({
  event_type,
  principal_id: id,
  data: { principal_id: id, ...change },
});

export const assetEntry = (event_type: AuditType, { id }: { id: string }, change: object): About => ({
  event_type,
  data: { asset_id: id, ...change },
});

export const membershipEntry = (
  event_type: 'membership.added' | 'membership.removed',
  { group_id, member_id }: { group_id: string; member_id: string },
): About => ({ event_type, principal_id: member_id, data: { group_id, principal_id: member_id } });

function identityEntry({
  provider,
  external_id,
  principal_id,
  previous_principal_id,
}: WrittenIdentity): About {
  const said = { provider, external_id, principal_id };
  if (previous_principal_id === null) return { event_type: 'identity.added', principal_id, data: said };
  const change = { before: { principal_id: previous_principal_id }, after: { principal_id } };
  return { event_type: 'identity.changed', principal_id, data: { ...said, ...change } };
}

function createdGrant(line: GrantLine): About {
  const { principal_id, asset_id, ...rest } = line;
  const data = { grant_id: line.id, principal_id, asset_id, after: statedFields(rest) };
  return { event_type: 'grant.created', principal_id, data };
}

function changedGrant({ id, after }: ChangedRow, change: object): About {
  const { principal_id, asset_id, permission } = after as Record<string, string>;
  const data = { grant_id: id, principal_id, asset_id, permission, ...change };
  return { event_type: 'grant.changed', principal_id: principal_id as string, data };
}
