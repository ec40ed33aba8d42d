import { v7 as uuidv7 } from 'uuid';
import {
  type AccountProfile,
  type AccountRow,
  accountsByKey,
  lockLinking,
  type SeenAccount,
  saveAccounts,
} from '../../core/accounts/accounts.sql.ts';
import { chooseDescribing } from '../../core/accounts/describe-principals.sql.ts';
import { noteLogins } from '../../core/accounts/logins.sql.ts';
import { namePrincipals } from '../../core/accounts/name-principals.ts';
import { settleAccounts } from '../../core/accounts/settle-accounts.ts';
import type { DirectoryLine } from '../../core/directory/directory.rules.ts';
import { existingIds } from '../../core/directory/directory-import.sql.ts';
import type { ChangedBy } from '../../core/directory/import/directory-entries.ts';
import { withoutImplausibleDates } from '../../core/directory/import/directory-lines.ts';
import { requestForChanged } from '../../core/scores/apply/recalculations.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { findUnstorable } from '../../platform/unstorable.ts';
import type { RawAsset, RawGrant, RawMembership, RawPrincipal } from '../connector.ts';
import { type KnownObject, knownObjects, protectedIds, type SeenObject } from '../objects.sql.ts';

/** A page of a platform's listing in the words of the directory. */
export interface SyncPage {
  lines: DirectoryLine[];
  objects: SeenObject[];
  /** What names something that the platform has not listed. */
  skipped: number;
}

export interface SyncSource {
  connector_id: string;
  platform: string;
  /** The sync itself, as the audit trail shows it. */
  by: ChangedBy;
}

/** Whoever the directory knows by the object id in Entra ID, or by the address that people sign in with, is that person. */
export async function principalLines(
  tx: Querier,
  { connector_id, platform, by }: SyncSource,
  listed: readonly RawPrincipal[],
): Promise<SyncPage> {
  const page = listed.filter(({ key }) => findUnstorable(key, []).length === 0);
  const managers = page.flatMap((raw) => (raw.manager_key === null ? [] : [raw.manager_key]));
  const keys = page.map((raw) => raw.key);
  const now = by.now();
  // Two syncs would not see the accounts that the other has just found.
  await lockLinking(tx);
  await saveAccounts(tx, connector_id, { accounts: page.map((raw) => seenAccount(raw, platform, now)), now });
  await settleAccounts(tx, [...(await accountsByKey(tx, connector_id, keys)).values()], by);
  const accounts = await accountsByKey(tx, connector_id, [...keys, ...managers]);
  const known = await knownObjects(tx, connector_id, 'principal', keys);
  const joined = [...accounts.values()].filter(
    ({ is_new, home_id, principal_id }) => is_new && home_id !== principal_id,
  );
  const describing = await chooseDescribing(tx, [...new Set(joined.map(({ principal_id }) => principal_id))]);
  const describers = new Set(describing.map(({ account_id }) => account_id));
  const objects = page.map((raw): SeenObject => {
    const account = accounts.get(raw.key) as AccountRow;
    const is_owned =
      known.get(raw.key)?.is_owned ??
      (account.home_id === account.principal_id || describers.has(account.id));
    // A group that is filled from another platform: whoever is taken out of it here comes back.
    const details = raw.details.provisioned === true ? { details: { provisioned: true } } : {};
    return { external_key: raw.key, lapse_id: account.principal_id, is_owned, ...details };
  });
  const others = objects
    .filter(({ is_owned }) => !is_owned)
    .map(({ external_key }) => accounts.get(external_key));
  const logins = others.flatMap((account) =>
    account ? [{ principal_id: account.principal_id, last_login_at: account.profile.last_login_at }] : [],
  );
  await requestForChanged(tx, 'login', 'principal_id', await noteLogins(tx, logins));
  const people = objects.map((object) => object.lapse_id);
  const isProtected = await protectedIds(tx, 'principals', people);
  const names = await namePrincipals(tx, people, by);
  const lines = page.flatMap((raw, index): DirectoryLine[] => {
    const { lapse_id, is_owned } = objects[index] as SeenObject;
    const identity: DirectoryLine = {
      kind: 'identity',
      principal_id: lapse_id,
      provider: connector_id,
      external_id: raw.key,
    };
    if (!is_owned) return [identity];
    const { manager_key, ...fields } = profileOf(raw, platform);
    const manager = manager_key === null ? undefined : accounts.get(manager_key);
    const principal: DirectoryLine = {
      kind: 'principal',
      id: lapse_id,
      ...fields,
      display_name: names.get(lapse_id) ?? fields.display_name,
      manager_id: manager?.principal_id ?? null,
      protected: raw.protected || isProtected.has(lapse_id),
    };
    return [principal, identity];
  });
  return { lines, objects, skipped: listed.length - page.length };
}

function seenAccount(raw: RawPrincipal, platform: string, now: number): SeenAccount {
  const { key, type, display_name, email, disabled } = raw;
  const said = { kind: 'principal' as const, id: key, ...profileOf(raw, platform) };
  const { kind: _, id: __, ...profile } = withoutImplausibleDates(said, now) as typeof said;
  const [sign_in_name, objectId] = [raw.sign_in_name ?? null, raw.entra_object_id ?? null];
  return {
    external_key: key,
    type,
    home_id: uuidv7(),
    name: sign_in_name ?? display_name,
    entra_object_id: objectId?.toLowerCase() ?? null,
    sign_in_key: sign_in_name?.toLowerCase() ?? null,
    email_key: email?.toLowerCase() ?? null,
    disabled,
    members_elsewhere: raw.members_elsewhere ?? false,
    profile,
  };
}

const profileOf = (raw: RawPrincipal, platform: string): AccountProfile => ({
  display_name: raw.display_name,
  type: raw.type,
  email: raw.email,
  source: platform,
  department: raw.department,
  platform,
  manager_key: raw.manager_key,
  mfa_enabled: raw.mfa_enabled,
  last_login_at: raw.last_login_at,
  disabled: raw.disabled,
  protected: raw.protected,
  created_at: raw.created_at,
});

export async function assetLines(
  tx: Querier,
  { connector_id, platform }: SyncSource,
  page: readonly RawAsset[],
): Promise<SyncPage> {
  const owners = page.flatMap((raw) => (raw.owner_key === null ? [] : [raw.owner_key]));
  const people = await knownObjects(tx, connector_id, 'principal', owners);
  const keys = page.map((raw) => raw.key);
  const known = await knownObjects(tx, connector_id, 'asset', keys);
  const objects = keys.map((key) => mapped(known, key));
  const ids = objects.map((object) => object.lapse_id);
  const isProtected = await protectedIds(tx, 'assets', ids);
  const lines = page.map(({ name, type, owner_key, tags, created_at }, index): DirectoryLine => {
    const id = ids[index] as string;
    const owner_id = owner_key === null ? null : (people.get(owner_key)?.lapse_id ?? null);
    return {
      kind: 'asset',
      id,
      name,
      type,
      platform,
      owner_id,
      tags,
      protected: isProtected.has(id),
      created_at,
    };
  });
  return { lines, objects, skipped: 0 };
}

export async function membershipLines(
  tx: Querier,
  { connector_id }: SyncSource,
  page: readonly RawMembership[],
): Promise<SyncPage> {
  const keys = page.flatMap((raw) => [raw.group_key, raw.member_key]);
  const people = await knownObjects(tx, connector_id, 'principal', keys);
  const lines: DirectoryLine[] = [];
  const objects: SeenObject[] = [];
  for (const { group_key, member_key, details } of page) {
    const group = people.get(group_key)?.lapse_id;
    const member = people.get(member_key)?.lapse_id;
    if (group === undefined || member === undefined) continue;
    lines.push({ kind: 'membership', group_id: group, member_id: member });
    objects.push({
      external_key: `${group_key}\n${member_key}`,
      lapse_id: group,
      member_id: member,
      is_owned: true,
      // Everybody is in such a group, and nobody can be taken out of it.
      ...(details.implicit === true ? { details: { implicit: true } } : {}),
    });
  }
  return { lines, objects, skipped: page.length - lines.length };
}

export async function grantLines(
  tx: Querier,
  { connector_id }: SyncSource,
  page: readonly RawGrant[],
): Promise<SyncPage> {
  const peopleKeys = page.flatMap((raw) => [raw.principal_key, raw.via_group_key ?? raw.principal_key]);
  const assetKeys = page.map((raw) => raw.asset_key);
  const keys = page.map((raw) => raw.key);
  const people = await knownObjects(tx, connector_id, 'principal', peopleKeys);
  const assets = await knownObjects(tx, connector_id, 'asset', assetKeys);
  const known = await knownObjects(tx, connector_id, 'grant', keys);
  const ids = [...people.values()].map((person) => person.lapse_id);
  const types = await existingIds(tx, 'principals', ids);
  const lines: DirectoryLine[] = [];
  const objects: SeenObject[] = [];
  for (const raw of page) {
    const principal = people.get(raw.principal_key)?.lapse_id;
    const asset = assets.get(raw.asset_key)?.lapse_id;
    const group = raw.via_group_key === null ? null : people.get(raw.via_group_key)?.lapse_id;
    if (principal === undefined || asset === undefined || group === undefined) continue;
    const object = mapped(known, raw.key);
    lines.push({
      kind: 'grant',
      id: object.lapse_id,
      principal_id: principal,
      asset_id: asset,
      permission: raw.permission,
      via_group_id: group,
      granted_at: raw.granted_at,
    });
    const { key, principal_key, asset_key, via_group_key } = raw;
    const held_by = types.get(principal) === 'group' && group === null ? 'group' : 'principal';
    objects.push({
      ...object,
      details: {
        grant_key: key,
        principal_key,
        asset_key,
        via_group_key,
        held_by,
        revocable: raw.revocable,
        ...(raw.details.direct_members_only === true ? { direct_members_only: true } : {}),
      },
    });
  }
  return { lines, objects, skipped: page.length - lines.length };
}

const mapped = (known: ReadonlyMap<string, KnownObject>, key: string): SeenObject =>
  known.get(key) ?? { external_key: key, lapse_id: uuidv7(), is_owned: true };
