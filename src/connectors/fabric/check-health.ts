import { ConnectorError, type Health } from '../connector.ts';
import { PlatformError } from '../http/platform-error.ts';
import { missingToRemove } from '../missing-to-remove.ts';
import type { FabricContext } from './connector-context.ts';
import type { Fabric } from './fabric-api.ts';
import { CONNECTIONS, itemsPath } from './holdings.ts';
import { hasOneLakeRoles, itemOf } from './items.ts';
import { dataAccessRolesPath } from './onelake/data-access-roles.ts';
import { UNOBSERVED } from './use/coverage.ts';
import type { UseContext } from './use/read-use.ts';
import { isGone } from './visit-list.ts';
import { ADMIN_WORKSPACES, OWN_WORKSPACES, type Workspace, workspaceOf } from './workspaces.ts';

type Missing = Health['missing'];
type Ability = Missing[number]['ability'];

const NAMES_MAX = 10;
/** So many are looked at; who has more is told of the first. */
const WORKSPACES_MAX = 2_000;
const PUBLIC_API = 'the tenant setting "Service principals can call Fabric public APIs"';
const ADMIN_API = 'the tenant setting "Service principals can access read-only admin APIs"';

/** Tries what each ability needs, and names what is missing. Without what is listed there is no sync. */
export async function checkHealth(context: UseContext): Promise<Pick<Health, 'missing' | 'ok' | 'version'>> {
  const { reader, settings } = context;
  const missing: { ability: Ability; what: string }[] = [];
  const needs = async (ability: Ability, what: string, work: () => Promise<unknown>): Promise<boolean> => {
    const why = await reason(work);
    if (why !== null) missing.push({ ability, what: `${what}: ${why}.` });
    return why === null;
  };
  let own: Workspace[] = [];
  let listed: Workspace[] = [];
  await needs(
    'discover',
    `${PUBLIC_API}, for a group that the application is in, to read workspaces`,
    async () => {
      own = await workspacesWith(reader, 'Admin,Member', context);
    },
  );
  if (settings.admin_api === 'on') {
    await needs('discover', `${ADMIN_API}, to list every workspace`, async () => {
      const { rows } = await reader.page(ADMIN_WORKSPACES, 'workspaces', context.signal);
      listed = rows.flatMap((row) => workspaceOf(row) ?? []);
    });
  } else if (missing.length === 0 && own.length === 0) {
    missing.push({
      ability: 'discover',
      what: 'Member or Admin for the application in the workspaces that are to be governed: it is in none.',
    });
  }
  if (settings.connections === 'on') {
    await needs('discover', 'the right to list connections, or connections off', () =>
      reader.page(CONNECTIONS, 'value', context.signal),
    );
  }
  if (settings.onelake_roles === 'on' && own.length > 0) {
    await needs('discover', 'the right to read OneLake data access roles, or onelake_roles off', () =>
      tryOneLake(context, own),
    );
  }
  const ok = missing.length === 0;
  if (ok) {
    const lacking = await missingToRemove(context.writer.client_id, () =>
      unchangeable(context, settings.admin_api === 'on' ? listed : own),
    );
    const unseen = settings.admin_api === 'on' ? hidden(context, own, listed) : await unread(context);
    missing.push(...unseen, ...lacking);
  }
  missing.push(...(await useMissing(context)));
  return { missing, ok, version: 'v1' };
}

async function workspacesWith(api: Fabric, roles: string, { signal }: FabricContext): Promise<Workspace[]> {
  const found: Workspace[] = [];
  let path: string | null = roles === 'Admin,Member' ? OWN_WORKSPACES : `/v1/workspaces?roles=${roles}`;
  while (path !== null && found.length < WORKSPACES_MAX) {
    const page: Awaited<ReturnType<Fabric['page']>> = await api.page(path, 'value', signal);
    found.push(...page.rows.flatMap((row) => workspaceOf(row) ?? []));
    path = page.next;
  }
  return found;
}

/** The first item that has such roles stands for all. */
async function tryOneLake({ reader, signal }: FabricContext, own: Workspace[]): Promise<void> {
  for (const { id } of own.slice(0, NAMES_MAX)) {
    const { rows } = await reader.page(itemsPath(id), 'value', signal);
    const item = rows.map((row) => itemOf(row, id)).find((one) => one && hasOneLakeRoles(one));
    if (!item) continue;
    try {
      await reader.page(dataAccessRolesPath({ workspace: id, item: item.id }), 'value', signal);
      return;
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

/** Admin calls tell who has access, and nothing of OneLake. */
function hidden({ settings }: FabricContext, own: Workspace[], listed: Workspace[]): Missing {
  const ids = new Set(own.map(({ id }) => id));
  const others = listed.filter(({ id }) => !ids.has(id));
  if (others.length === 0 || settings.onelake_roles === 'off') return [];
  const what = `Member for the application in ${namesOf(others)}, to read OneLake data access roles there.`;
  return [{ ability: 'discover', what }];
}

async function unread(context: FabricContext): Promise<Missing> {
  const lesser = await workspacesWith(context.reader, 'Contributor,Viewer', context);
  if (lesser.length === 0) return [];
  return [
    {
      ability: 'discover',
      what: `Member or Admin for the application in ${namesOf(lesser)}: whoever is less is not shown the roles of others, so these are not read.`,
    },
  ];
}

async function unchangeable(context: FabricContext, own: Workspace[]): Promise<Missing> {
  const { writer } = context;
  let administered: Workspace[] = [];
  const why = await reason(async () => {
    administered = await workspacesWith(writer, 'Admin', context);
  });
  if (why !== null) {
    return [{ ability: 'revoke', what: `${PUBLIC_API}, for the application that removes: ${why}.` }];
  }
  const ids = new Set(administered.map(({ id }) => id));
  const lacking = own.filter(({ id }) => !ids.has(id));
  if (lacking.length === 0) return [];
  return [
    {
      ability: 'revoke',
      what: `Admin for ${writer.client_id} in ${namesOf(lacking)}, to remove roles and members of OneLake roles there, and to restore them.`,
    },
  ];
}

async function useMissing({ log, people, settings, now, signal }: UseContext): Promise<Missing> {
  if (settings.activity === 'off') {
    return [{ ability: 'read_use', what: 'activity on: without the activity log, use is not seen.' }];
  }
  const missing = UNOBSERVED.filter(({ setting }) => settings[setting] === 'on').map(
    ({ setting, what }): { ability: Ability; what: string } => ({
      ability: 'read_use',
      what: `Fabric does not tell the use of ${what}: with ${setting} off, use of the rest counts.`,
    }),
  );
  const refused = await reason(() => log.probe(now, signal));
  if (refused !== null) {
    missing.push({ ability: 'read_use', what: `${ADMIN_API}, to read the activity log: ${refused}.` });
  }
  if (people.isNeeded) {
    const unnamed = await reason(() => people.probe(signal));
    if (unnamed !== null) {
      missing.push({
        ability: 'read_use',
        what: `User.Read.All and Application.Read.All of Microsoft Graph, to know whose names the activity log has: ${unnamed}.`,
      });
    }
  }
  return missing;
}

const namesOf = (workspaces: readonly Workspace[]): string => {
  const names = workspaces.slice(0, NAMES_MAX).map(({ name }) => name);
  const more = workspaces.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** What it answered instead; `null` when it is allowed. What is down, or does not know us at all, is no permission. */
async function reason(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.retryable || error.code === 'aborted') throw error;
    // With a token in hand, 401 is how a tenant setting refuses.
    if (error.code === 'authentication' && !(error instanceof PlatformError)) throw error;
    if (error.code === 'invalid_settings') throw error;
    return error.message.replace(/\.$/, '');
  }
}
