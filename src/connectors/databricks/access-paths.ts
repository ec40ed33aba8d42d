import type { AccessPath, Edge, Subject } from '../connector.ts';
import { groupChains, type MembershipEdge } from '../group-chains.ts';
import { textOf } from '../rows.ts';
import type { EdgeContext } from './edge-context.ts';
import { findHolder, type Holder } from './holders.ts';
import {
  type AssetName,
  EVERYBODY_KEY,
  EVERYBODY_NAME,
  grantKey,
  parseAssetKey,
  parsePrincipalKey,
  principalKey,
} from './keys.ts';
import { membersIn } from './memberships.ts';
import { FRESH_MS, type Names } from './names.ts';
import { SYSTEM_GROUPS } from './principals.ts';
import { effectiveOn, inWords, permissionOf } from './privileges.ts';
import { findGroup } from './scim.ts';
import { findSecurable } from './securables.ts';
import { findWorkspace, workspaceAssignments } from './workspaces.ts';

/** What somebody holds on the asset: given there, or on a container of it. */
interface Held {
  principal_key: string;
  permission: string;
  text: string;
  /** It can be taken away on this asset. */
  is_direct: boolean;
  is_owner?: boolean;
}

/**
 * Every way in which a principal reaches an asset: its own rights, everybody's, ownership, and groups of any depth, on the
 * asset or on what contains it. Groups are followed from those that hold something down to the principal.
 */
export async function accessPaths(context: EdgeContext, subject: Subject): Promise<AccessPath[]> {
  const principal = parsePrincipalKey(subject.principal_key);
  const asset = parseAssetKey(subject.asset_key);
  if (!principal || !asset) return [];
  const holder = await findHolder(context, principal);
  if (holder === null) return [];
  const names = await context.book.atMost(FRESH_MS, context.signal);
  const held =
    asset.kind === 'workspace'
      ? await heldInWorkspace(context, asset, names)
      : await heldOn(context, asset, holder, names);
  const groups = await membershipsBelow(
    context,
    held.map(({ principal_key }) => principal_key),
  );
  const chains = groupChains(subject.principal_key, groups.edges);
  return held.flatMap((one): AccessPath[] => {
    if (one.principal_key === subject.principal_key) return [ownPath(subject, one)];
    if (one.principal_key === EVERYBODY_KEY) return [everybodyPath(subject, one)];
    return chains
      .filter((chain) => chain.at(-1) === one.principal_key)
      .map((chain) => groupPath(subject, chain, one, groups.rows));
  });
}

async function heldOn(context: EdgeContext, asset: AssetName, holder: Holder, names: Names): Promise<Held[]> {
  const found = await findSecurable(context, asset);
  if (found === null) return [];
  const held: Held[] = [];
  // Fresh, whatever the book of names says.
  const keyOf = (name: string | null, id?: unknown) =>
    name === holder.name && !names.isKnown(name) ? principalKey(holder) : names.keyOf(name, id);
  const owner = keyOf(found.owner);
  if (owner !== undefined) {
    held.push({
      principal_key: owner,
      permission: 'owner',
      text: 'owns it',
      is_direct: false,
      is_owner: true,
    });
  }
  for (const [name, { principal_id, privileges }] of await effectiveOn(context, asset)) {
    const principal_key = keyOf(name, principal_id);
    if (principal_key === undefined) continue;
    for (const from of new Set(privileges.map(({ inherited_from }) => inherited_from))) {
      const given = privileges
        .filter(({ inherited_from }) => inherited_from === from)
        .map(({ privilege }) => privilege)
        .sort();
      held.push({
        principal_key,
        permission: permissionOf(given),
        text: `holds ${inWords(given)}${from === null ? '' : ` on the ${from}, which contains it`}`,
        is_direct: from === null,
      });
    }
  }
  return held;
}

async function heldInWorkspace(context: EdgeContext, { name }: AssetName, names: Names): Promise<Held[]> {
  if ((await findWorkspace(context, name)) === null) return [];
  const assigned = await workspaceAssignments(context, name, names);
  return assigned.map(({ principal_key, permissions }) => ({
    principal_key,
    permission: permissions.includes('ADMIN') ? 'admin' : 'use',
    text: `is assigned to it as ${permissions.join(', ')}`,
    is_direct: true,
  }));
}

/** Memberships in these groups and in the groups inside them, with the rows of the groups. */
async function membershipsBelow(
  context: EdgeContext,
  keys: string[],
): Promise<{ edges: MembershipEdge[]; rows: Map<string, Record<string, unknown>> }> {
  const edges: MembershipEdge[] = [];
  const rows = new Map<string, Record<string, unknown>>();
  const seen = new Set<string>();
  let level = keys;
  while (level.length > 0) {
    const groups = [...new Set(level)].flatMap((key) => {
      const name = parsePrincipalKey(key);
      return name?.kind === 'group' && !seen.has(key) ? [{ key, id: name.id }] : [];
    });
    for (const { key } of groups) seen.add(key);
    const read = await Promise.all(groups.map(({ id }) => findGroup(context, id)));
    level = [];
    for (const [i, row] of read.entries()) {
      if (row === null) continue;
      const group = groups[i]?.key as string;
      rows.set(group, row);
      for (const member of membersIn(row)) {
        edges.push({ group, member: principalKey(member) });
        if (member.kind === 'group') level.push(principalKey(member));
      }
    }
  }
  return { edges, rows };
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function ownPath({ principal_key, asset_key }: Subject, held: Held): AccessPath {
  const edge: Edge = {
    kind: 'grant',
    principal_key,
    asset_key,
    grant_key: grantKey(principal_key, asset_key),
  };
  return {
    kind: held.is_owner ? 'owner' : 'direct',
    keys: [principal_key, asset_key],
    edge: held.is_direct ? edge : null,
    permission: held.permission,
    description:
      held.is_direct || held.is_owner
        ? capital(held.text)
        : `${capital(held.text)} It is not taken away here.`,
  };
}

const everybodyPath = ({ principal_key, asset_key }: Subject, { permission, text }: Held): AccessPath => ({
  kind: 'everybody',
  keys: [principal_key, EVERYBODY_KEY, asset_key],
  edge: null,
  permission,
  description: `Everybody (${EVERYBODY_NAME}) ${text}.`,
});

function groupPath(
  { principal_key, asset_key }: Subject,
  chain: string[],
  { permission, text }: Held,
  rows: Map<string, Record<string, unknown>>,
): AccessPath {
  const groups = chain.slice(1);
  const nameOf = (key: string): string => textOf(rows.get(key)?.displayName) ?? key;
  const first = groups[0] as string;
  const isKept = SYSTEM_GROUPS.has(nameOf(first));
  return {
    kind: 'group',
    keys: [...chain, asset_key],
    edge: isKept ? null : { kind: 'membership', group_key: first, member_key: principal_key },
    permission,
    description: `Through ${groups.map(nameOf).join(', then ')}, which ${text}.`,
  };
}
