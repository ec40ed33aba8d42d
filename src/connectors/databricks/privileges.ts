import { ConnectorError } from '../connector.ts';
import { PlatformError } from '../http/platform-error.ts';
import { listOf, type Row, rowsOf, textOf } from '../rows.ts';
import type { Databricks } from './databricks-api.ts';
import type { AssetName } from './keys.ts';

/** What one principal may do to one securable. */
export interface Assignment {
  /** As Databricks names it. */
  principal: string;
  principal_id: unknown;
  privileges: string[];
}

/** A privilege that somebody has, and on which container of the securable it was given; `null`: on itself. */
export interface EffectivePrivilege {
  privilege: string;
  inherited_from: string | null;
}

interface Context {
  api: Databricks;
  signal: AbortSignal;
}

const PAGES_MAX = 500;

export const permissionsPath = ({ kind, name }: AssetName): string =>
  `/api/2.1/unity-catalog/permissions/${kind}/${encodeURIComponent(name)}`;

/** Direct privileges. A securable that is gone has none. */
export async function assignmentsOn(
  context: Context,
  asset: AssetName,
  principal?: string,
): Promise<Assignment[]> {
  const rows = await assignmentRows(context, permissionsPath(asset), principal);
  const found = new Map<string, Assignment>();
  for (const row of rows) {
    // Somebody who was deleted has an id only.
    const name = textOf(row.principal);
    const privileges = listOf(row.privileges).filter((one) => typeof one === 'string' && one !== '');
    if (name === null || privileges.length === 0) continue;
    const before = found.get(name)?.privileges ?? [];
    found.set(name, {
      principal: name,
      principal_id: row.principal_id,
      privileges: [...new Set([...before, ...(privileges as string[])])].sort(),
    });
  }
  return [...found.values()];
}

/** Of everybody, with what containers pass on, by the name of the principal. */
export async function effectiveOn(
  context: Context,
  { kind, name }: AssetName,
): Promise<Map<string, { principal_id: unknown; privileges: EffectivePrivilege[] }>> {
  const path = `/api/2.1/unity-catalog/effective-permissions/${kind}/${encodeURIComponent(name)}`;
  const found = new Map<string, { principal_id: unknown; privileges: EffectivePrivilege[] }>();
  for (const row of await assignmentRows(context, path)) {
    const principal = textOf(row.principal);
    if (principal === null) continue;
    const held = found.get(principal) ?? { principal_id: row.principal_id, privileges: [] };
    for (const one of rowsOf(row.privileges)) {
      const privilege = textOf(one.privilege);
      if (privilege === null) continue;
      const from = textOf(one.inherited_from_name);
      const kindOf = textOf(one.inherited_from_type)?.toLowerCase() ?? 'container';
      held.privileges.push({ privilege, inherited_from: from === null ? null : `${kindOf} ${from}` });
    }
    found.set(principal, held);
  }
  return found;
}

/** 0 lets the platform choose; it refuses small numbers. One principal's privileges are never on two pages. */
async function assignmentRows({ api, signal }: Context, path: string, principal?: string): Promise<Row[]> {
  const of = principal === undefined ? '' : `&principal=${encodeURIComponent(principal)}`;
  const rows: Row[] = [];
  let token: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const from: string = token === null ? '' : `&page_token=${encodeURIComponent(token)}`;
    const body: Row = await api.workspace.page(`${path}?max_results=0${of}${from}`, signal).catch((error) => {
      throw explained(error, path);
    });
    rows.push(...rowsOf(body.privilege_assignments));
    token = textOf(body.next_page_token);
    if (token === null) return rows;
  }
  throw new ConnectorError('protocol', 'a list of grants of Databricks does not end');
}

function explained(error: unknown, path: string): unknown {
  // To say that nobody holds anything would end access that is there.
  if (!(error instanceof PlatformError) || error.code !== 'permission') return error;
  const what = decodeURIComponent(path.split('/').slice(-2).join(' '));
  return new ConnectorError(
    'permission',
    `The grants of ${what} may not be read: make Lapse a metastore admin, or grant it MANAGE. ${error.message}`,
  );
}

/** A list of grants, or what there is of a securable that is gone. */
export async function orNothing<T>(work: () => Promise<T[]>): Promise<T[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return [];
    throw error;
  }
}

const isWrite = (privilege: string): boolean =>
  /^(MODIFY|CREATE|CREATE_.*|WRITE_.*|APPLY_TAG|REFRESH)$/.test(privilege);
const isUse = (privilege: string): boolean => /^(USE_.*|BROWSE)$/.test(privilege);

/** One word for a set of privileges. */
export function permissionOf(privileges: readonly string[]): string {
  if (privileges.some((one) => one === 'ALL_PRIVILEGES' || one === 'MANAGE')) return 'admin';
  if (privileges.every(isUse)) return 'use';
  const writes = privileges.some(isWrite);
  const reads = privileges.some((one) => !isWrite(one) && !isUse(one));
  return writes ? (reads ? 'read_write' : 'write') : 'read';
}

export const inWords = (privileges: readonly string[]): string =>
  privileges.map((one) => one.replaceAll('_', ' ')).join(', ');
