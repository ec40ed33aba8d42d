import type { Health } from '../connector.ts';
import { PlatformError } from '../http/platform-error.ts';
import { missingToRemove } from '../missing-to-remove.ts';
import { textOf } from '../rows.ts';
import type { Databricks } from './databricks-api.ts';
import type { EdgeContext } from './edge-context.ts';
import { parsePrincipalKey } from './keys.ts';
import { membersIn } from './memberships.ts';
import { FRESH_MS, type Names } from './names.ts';
import { effectiveOn } from './privileges.ts';
import { findApplication, findGroup, scimPage } from './scim.ts';
import { type Found, findMetastore, securablePage } from './securables.ts';
import { probeSources } from './use/probe-sources.ts';

type Missing = Health['missing'];

const CATALOGS_MAX = 10;

/** Tries what a sync needs, and looks at what the service principals hold. */
export async function checkHealth(
  context: EdgeContext,
): Promise<{ missing: Missing; ok: boolean; version: string | null }> {
  const { api, writer, signal } = context;
  const missing: Missing = [];
  const needs = async (
    ability: Missing[number]['ability'],
    what: string,
    work: () => Promise<unknown>,
  ): Promise<boolean> => {
    const why = await refusalOf(work);
    if (why !== null) missing.push({ ability, what: `${what} ${why}` });
    return why === null;
  };
  const admin = api.account ? 'Account admin' : 'Workspace admin';

  const listsPeople = await needs('discover', `${admin}, to list users, groups and service principals.`, () =>
    peopleOf(api, signal),
  );
  let metastore: Found | null = null;
  const readsMetastore = await needs('discover', 'The right to read the metastore.', async () => {
    metastore = await findMetastore(context);
  });
  if (readsMetastore && metastore === null) {
    missing.push({
      ability: 'discover',
      what: 'A Unity Catalog metastore: the workspace is assigned to none.',
    });
  }
  let catalogs: Found[] = [];
  const listsCatalogs = await needs('discover', 'The right to list catalogs.', async () => {
    const page = await securablePage(context, 'catalog', { parent: '', token: null, max: 0 });
    catalogs = page.found;
  });
  if (writer !== api) {
    const lacking = await missingToRemove(writer.client_id, async () => {
      await needs('revoke', `${admin} for the remediating service principal, to change groups.`, () =>
        peopleOf(writer, signal),
      );
      return [];
    });
    missing.push(...lacking);
  }
  if (listsPeople && readsMetastore && listsCatalogs) {
    missing.push(...(await unmanaged(context, metastore, catalogs.slice(0, CATALOGS_MAX))));
  }
  missing.push(...(await probeSources(context)).map((what) => ({ ability: 'read_use' as const, what })));
  return { missing, ok: listsPeople && metastore !== null && listsCatalogs, version: '2.1' };
}

const peopleOf = (api: Databricks, signal: AbortSignal): Promise<unknown> =>
  scimPage({ api, signal }, 'user', { position: null, count: 1, fields: 'id' });

/** Who may not manage a catalog is shown no grants but its own, without an error. */
async function unmanaged(context: EdgeContext, metastore: Found | null, catalogs: Found[]): Promise<Missing> {
  const names = await context.book.atMost(FRESH_MS, context.signal);
  const missing: Missing = [];
  for (const [ability, api, purpose] of [
    ['discover', context.api, 'to see all grants'],
    ['revoke', context.writer, 'to remove and restore grants'],
  ] as const) {
    const isOurs = await ourNames(context, api, names);
    if (await isOurs(metastore?.owner ?? null)) continue;
    const lacking = [];
    for (const catalog of catalogs) {
      if (!(await mayManage(context, catalog, isOurs))) lacking.push(catalog.name);
    }
    if (lacking.length > 0) {
      missing.push({
        ability,
        what: `Metastore admin, or MANAGE on ${lacking.join(', ')}, for ${api.client_id}, ${purpose}.`,
      });
    }
  }
  return missing;
}

type IsOurs = (name: string | null) => Promise<boolean>;

async function mayManage(context: EdgeContext, catalog: Found, isOurs: IsOurs): Promise<boolean> {
  if (await isOurs(catalog.owner)) return true;
  for (const [name, { privileges }] of await effectiveOn(context, catalog)) {
    const manages = privileges.some(({ privilege }) => privilege === 'MANAGE');
    if (manages && (await isOurs(name))) return true;
  }
  return false;
}

/** The service principal itself, or a group that it is in directly. */
async function ourNames(context: EdgeContext, { client_id }: Databricks, names: Names): Promise<IsOurs> {
  const own = textOf((await findApplication(context, client_id))?.id);
  return async (name) => {
    if (name === null) return false;
    if (name.toLowerCase() === client_id.toLowerCase()) return true;
    const group = parsePrincipalKey(names.keyOf(name) ?? '');
    if (group?.kind !== 'group' || own === null) return false;
    const row = await findGroup(context, group.id);
    return row !== null && membersIn(row).some(({ kind, id }) => kind === 'service_principal' && id === own);
  };
}

/** Why the platform does not allow it; `null` when it does. */
async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof PlatformError && (error.status === 403 || error.status === 404))
      return error.message;
    throw error;
  }
}
