import { v7 as uuidv7 } from 'uuid';
import type { DirectoryLine } from '../../core/directory/directory.rules.ts';
import { existingIds } from '../../core/directory/directory-import.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { RawAsset, RawGrant, RawMembership, RawPrincipal } from '../connector.ts';
import {
  type KnownObject,
  knownObjects,
  principalsByEmail,
  protectedIds,
  type SeenObject,
} from '../objects.sql.ts';

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
}

/** Somebody whose e-mail the directory knows is that person; others are new. */
export async function principalLines(
  tx: Querier,
  { connector_id, platform }: SyncSource,
  page: readonly RawPrincipal[],
): Promise<SyncPage> {
  const managers = page.flatMap((raw) => (raw.manager_key === null ? [] : [raw.manager_key]));
  const keys = [...page.map((raw) => raw.key), ...managers];
  const known = await knownObjects(tx, connector_id, 'principal', keys);
  const emails = page.flatMap((raw) => (raw.email !== null && raw.type !== 'group' ? [raw.email] : []));
  const byEmail = await principalsByEmail(tx, emails);
  const objects = page.map((raw): SeenObject => {
    const before = known.get(raw.key);
    if (before) return before;
    const joined = raw.email !== null && raw.type !== 'group' ? byEmail.get(raw.email) : undefined;
    return { external_key: raw.key, lapse_id: joined ?? uuidv7(), is_owned: joined === undefined };
  });
  const ids = new Map([
    ...[...known].map(([key, object]) => [key, object.lapse_id] as const),
    ...objects.map((object) => [object.external_key, object.lapse_id] as const),
  ]);
  const isProtected = await protectedIds(tx, 'principals', [...ids.values()]);
  const lines = page.flatMap((raw, index): DirectoryLine[] => {
    const { lapse_id, is_owned } = objects[index] as SeenObject;
    const identity: DirectoryLine = {
      kind: 'identity',
      principal_id: lapse_id,
      provider: connector_id,
      external_id: raw.key,
    };
    if (!is_owned) return [identity];
    const principal: DirectoryLine = {
      kind: 'principal',
      id: lapse_id,
      display_name: raw.display_name,
      type: raw.type,
      email: raw.email,
      source: platform,
      department: raw.department,
      platform,
      manager_id: raw.manager_key === null ? null : (ids.get(raw.manager_key) ?? null),
      mfa_enabled: raw.mfa_enabled,
      last_login_at: raw.last_login_at,
      disabled: raw.disabled,
      protected: raw.protected || isProtected.has(lapse_id),
      created_at: raw.created_at,
    };
    return [principal, identity];
  });
  return { lines, objects, skipped: 0 };
}

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
