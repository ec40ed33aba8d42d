import { ConnectorError } from '../../connector.ts';
import { PlatformError } from '../../http/platform-error.ts';
import { Refusal } from '../../refusal.ts';
import type { Row } from '../../rows.ts';
import { type FabricContext, TITLE } from '../connector-context.ts';
import type { Fabric, FabricPage } from '../fabric-api.ts';
import type { ItemName } from '../keys.ts';
import { isGone } from '../visit-list.ts';
import { dataAccessRolesPath } from './data-access-roles.ts';

/** Every role of an item, as the platform sent them, and of which version. */
interface RoleSet {
  rows: Row[];
  etag: string | null;
}

const READS_MAX = 5;
const PAGES_MAX = 200;
const WRITES_MAX = 5;
const PAUSE_MS = 200;

/** All pages of one version. `null`: the item has none, or is none. */
export async function readRoles(
  api: Fabric,
  on: ItemName,
  { signal, sleep }: Pick<FabricContext, 'signal' | 'sleep'>,
): Promise<RoleSet | null> {
  for (let reads = 0; reads < READS_MAX; reads++) {
    if (reads > 0) await sleep(PAUSE_MS, signal);
    const set = await oneReading(api, on, signal);
    if (set === 'changed') continue;
    return set;
  }
  throw new ConnectorError('conflict', 'the OneLake roles of the item change all the time', {
    retry_after: 30,
  });
}

async function oneReading(
  api: Fabric,
  on: ItemName,
  signal: AbortSignal,
): Promise<RoleSet | null | 'changed'> {
  const rows = new Map<string, Row>();
  let etag: string | null | undefined;
  let path: string | null = dataAccessRolesPath(on);
  try {
    for (let pages = 0; path !== null; pages++) {
      if (pages >= PAGES_MAX) throw new ConnectorError('protocol', 'the list of OneLake roles does not end');
      const page: FabricPage = await api.page(path, 'value', signal);
      if (etag !== undefined && etag !== page.etag) return 'changed';
      etag = page.etag;
      for (const row of page.rows) rows.set(JSON.stringify(row), row);
      path = page.next;
    }
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
  return { rows: [...rows.values()], etag: etag ?? null };
}

/**
 * The only call that changes members replaces all roles of the item, and deletes those that it does not name. So all of them
 * are read, written back as they were but for the change, and only over the version that was read.
 */
export async function replaceRoles(
  { writer, signal, sleep }: FabricContext,
  on: ItemName,
  /** `null`: there is nothing left to change. */
  change: (rows: readonly Row[]) => Row[] | null,
): Promise<boolean> {
  for (let writes = 0; writes < WRITES_MAX; writes++) {
    if (writes > 0) await sleep(PAUSE_MS, signal);
    const set = await readRoles(writer, on, { signal, sleep });
    const changed = set === null ? null : change(set.rows);
    if (set === null || changed === null) return false;
    requireWhole(set, changed);
    const answer = await put(writer, on, changed, set.etag as string, signal);
    if (answer === 'done') return true;
  }
  throw new ConnectorError('conflict', 'somebody else changes the OneLake roles of the item all the time', {
    retry_after: 30,
  });
}

/** What could delete a role is not sent. */
function requireWhole({ rows, etag }: RoleSet, changed: readonly Row[]): void {
  if (etag === null) {
    throw new Refusal(
      'not_supported',
      'OneLake does not say which version of the roles it shows, so that a change could undo that of somebody else: change the role by hand.',
    );
  }
  const names = changed.map(({ name }) => String(name).toLowerCase());
  if (changed.length !== rows.length || new Set(names).size !== names.length) {
    throw new Refusal(
      'not_supported',
      'OneLake lists two roles of one name, of which a change could delete one: change the role by hand.',
    );
  }
}

async function put(
  writer: Fabric,
  on: ItemName,
  rows: readonly Row[],
  etag: string,
  signal: AbortSignal,
): Promise<'done' | 'outdated'> {
  const bare = etag.replace(/^W\//, '').replace(/^"|"$/g, '');
  try {
    await writer.write({
      method: 'PUT',
      path: dataAccessRolesPath(on),
      json: { value: rows.map(({ eTag: _, ...row }) => row) },
      headers: { 'if-match': `"${bare}"` },
      signal,
    });
    return 'done';
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.status === 412 || error.platform_codes.includes('PreconditionFailed')) return 'outdated';
    if (error.status === 400) {
      throw new Refusal('not_supported', `${TITLE} does not take the roles: ${error.message}.`);
    }
    throw error;
  }
}
