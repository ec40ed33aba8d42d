import type { RawEvent } from '../../connector.ts';
import { PlatformError } from '../../http/platform-error.ts';
import { assignmentsAnyhow } from '../access-paths.ts';
import type { FabricContext } from '../connector-context.ts';
import type { Holder } from '../holders.ts';
import { assetKey, principalKey } from '../keys.ts';
import { type OneLakeRole, oneLakeRoleOf } from '../onelake/data-access-roles.ts';
import { readRoles } from '../onelake/replace-roles.ts';
import type { People } from '../people.ts';
import type { RoleAssignment } from '../roles/role-assignments.ts';
import type { Activity } from './activities.ts';

/** Which access an activity is a use of. */
export interface UsedAccess {
  eventsOf(activities: readonly Activity[]): Promise<RawEvent[]>;
}

/** What an event is about: who is said to have used what. */
interface Use {
  principal_key: string;
  asset_key: string;
  within?: readonly string[];
  /** Who was let in by one of so many groups; which one is not told. */
  let_in?: { who: string; one_of: number };
}

const isGroup = ({ id, type }: Holder): boolean => id === null || type.toLowerCase() === 'group';

/**
 * The log says who did what where, not by which right. Who holds a role in the workspace, or is in a OneLake role of the item,
 * used that. Whoever is not in it by name was let in by a group: it is a use of each group that may have done so, because a
 * group that was used must not look unused. Whoever is more than Viewer needs no OneLake role.
 */
export function usedAccess(context: FabricContext, people: People): UsedAccess {
  const rolesOf = remembering((workspace) => rolesIn(context, workspace));
  const oneLakeOf = remembering((key) => {
    const [workspace = '', item = ''] = key.split(' ');
    return oneLakeRoles(context, workspace, item);
  });

  const idOf = async (who: string, roles: RoleAssignment[]): Promise<string | null> => {
    const own = roles.find(
      ({ holder }) => holder.sign_in_name?.toLowerCase() === who || holder.application_id === who,
    );
    if (own) return own.holder.id;
    return people.isNeeded ? ((await people.idsOf([who], context.signal)).get(who) ?? null) : null;
  };

  const usesOf = async ({ who, workspace, item }: Activity): Promise<Use[]> => {
    const roles = await rolesOf(workspace);
    if (roles === null) return [];
    const id = await idOf(who, roles);
    const whole = assetKey({ kind: 'workspace', id: workspace });
    const inside = item === null ? null : assetKey({ kind: 'item', workspace, item });
    const oneLake = item === null ? [] : await oneLakeOf(`${workspace} ${item}`);
    const principal_key = id === null ? null : principalKey({ kind: 'entra', id });
    const own = roles.find(({ holder }) => holder.key === principal_key);
    const isMember = oneLake.some(({ members }) => members.some(({ key }) => key === principal_key));
    const uses: Use[] = [];
    if (principal_key !== null && isMember && inside) {
      uses.push({ principal_key, asset_key: inside, within: own ? [whole] : [] });
    } else if (principal_key !== null && own) uses.push({ principal_key, asset_key: whole });
    const inWhole = new Set<string>();
    const inItem = new Set<string>();
    if (!own) for (const { holder } of roles) if (isGroup(holder)) inWhole.add(holder.key);
    const needsOneLake = !own || own.role === 'Viewer';
    for (const { key, members, item_access } of needsOneLake ? oneLake : []) {
      // Nobody is told who has a permission on the item, which may have been what let the actor in.
      if (item_access.length > 0) inItem.add(key);
      if (isMember) continue;
      for (const member of members) if (isGroup(member)) inItem.add(member.key);
    }
    const groups = [...new Set([...inWhole, ...inItem])].map((group): Use => {
      const within = inWhole.has(group) ? [whole] : [];
      return inside !== null && inItem.has(group)
        ? { principal_key: group, asset_key: inside, within }
        : { principal_key: group, asset_key: whole };
    });
    const let_in = { who: id ?? who, one_of: groups.length };
    return [...uses, ...groups.map((use) => ({ ...use, let_in }))];
  };

  const eventsOf = async (activity: Activity): Promise<RawEvent[]> =>
    (await usesOf(activity)).map(({ principal_key, asset_key, within = [], let_in }) => ({
      event_id: `fabric-${activity.id}-${principal_key}-${asset_key}`,
      principal_key,
      asset_key,
      within,
      action: activity.action,
      timestamp: activity.at,
      ...(let_in === undefined ? {} : { let_in: { who: let_in.who, use_id: `fabric-${activity.id}` } }),
      metadata: {
        source: 'activityevents',
        activity: activity.activity,
        ...(activity.source_ip === null ? {} : { source_ip: activity.source_ip }),
        ...(activity.item === null ? {} : { item: activity.item }),
        ...(let_in === undefined ? {} : { by: activity.who, one_of_groups: let_in.one_of }),
      },
    }));

  return {
    async eventsOf(activities) {
      if (people.isNeeded) {
        await people.idsOf(
          activities.map(({ who }) => who),
          context.signal,
        );
      }
      return (await Promise.all(activities.map(eventsOf))).flat();
    },
  };
}

/** `null`: the workspace is gone, or is none of those that are read. */
async function rolesIn(context: FabricContext, id: string): Promise<RoleAssignment[] | null> {
  try {
    const roles = await assignmentsAnyhow(context, { kind: 'workspace', id });
    return roles.length === 0 ? null : roles;
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'permission') return null;
    throw error;
  }
}

async function oneLakeRoles(context: FabricContext, workspace: string, item: string): Promise<OneLakeRole[]> {
  if (context.settings.onelake_roles === 'off') return [];
  try {
    const set = await readRoles(context.reader, { workspace, item }, context);
    return (set?.rows ?? []).flatMap((row) => oneLakeRoleOf(row, { workspace, item }) ?? []);
  } catch (error) {
    // Of a workspace that is seen by admin calls only.
    if (error instanceof PlatformError && error.code === 'permission') return [];
    throw error;
  }
}

function remembering<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
}
