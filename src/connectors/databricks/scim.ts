import { ConnectorError } from '../connector.ts';
import { type Row, rowOf, rowsOf, textOf } from '../rows.ts';
import type { Databricks } from './databricks-api.ts';
import { isId, type PrincipalKind, type PrincipalName, SCIM_SETS } from './keys.ts';

/** Where a listing stands: `last` is the row at the index `at`, and is read again to see that nothing has moved. */
export interface ScimPosition {
  at: number;
  last: string;
  /** How often it began again because the list had moved. */
  restarts: number;
}

export const isScimPosition = (value: unknown): value is ScimPosition => {
  const { at, last, restarts } = rowOf(value);
  return Number.isSafeInteger(at) && typeof last === 'string' && Number.isSafeInteger(restarts);
};

const RESTARTS_MAX = 3;

const FIELDS: Record<PrincipalKind, string> = {
  user: 'id,userName,displayName,emails,active,externalId,roles',
  group: 'id,displayName,externalId,roles,meta',
  service_principal: 'id,applicationId,displayName,active,externalId,roles',
};

/** What a principal is called in grants, in the owner of an object and in logs. */
export const NAME_FIELD: Record<PrincipalKind, string> = {
  user: 'userName',
  group: 'displayName',
  service_principal: 'applicationId',
};

interface Context {
  api: Databricks;
  signal: AbortSignal;
}

/**
 * A page of a list by index. When somebody is deleted meanwhile, everybody behind moves up, and one of them would be
 * skipped and look as if gone; then the list is read again from its beginning.
 */
export async function scimPage(
  { api, signal }: Context,
  kind: PrincipalKind,
  { position, count, fields }: { position: ScimPosition | null; count: number; fields?: string },
): Promise<{ rows: Row[]; next: ScimPosition | null }> {
  const { host, base } = api.scim;
  const at = position?.at ?? 1;
  const asked = position === null ? count : count + 1;
  const body = await host.page(
    `${base}/${SCIM_SETS[kind]}?startIndex=${at}&count=${asked}&attributes=${fields ?? FIELDS[kind]}`,
    signal,
  );
  // An empty list may lack it.
  const all = rowsOf(body.Resources);
  const hasMoved = position !== null && position.last !== '' && all[0]?.id !== position.last;
  if (hasMoved) {
    if (position.restarts >= RESTARTS_MAX) {
      throw new ConnectorError('conflict', `The list of ${SCIM_SETS[kind]} changes while it is read.`, {
        retry_after: 60,
      });
    }
    return { rows: [], next: { at: 1, last: '', restarts: position.restarts + 1 } };
  }
  const isOverlapping = position !== null && position.last !== '';
  const rows = isOverlapping ? all.slice(1) : all;
  // A page may be shorter than asked for: only one without news ends the list.
  if (rows.length === 0) return { rows, next: null };
  const last = textOf(rows.at(-1)?.id);
  if (last === null) {
    throw new ConnectorError('protocol', `The list of ${SCIM_SETS[kind]} has a row without an id.`);
  }
  return { rows, next: { at: at + all.length - 1, last, restarts: position?.restarts ?? 0 } };
}

/** One principal, fresh; `null` when it is not there. */
export function findPrincipal({ api, signal }: Context, { kind, id }: PrincipalName): Promise<Row | null> {
  const { host, base } = api.scim;
  return host.find(`${base}/${SCIM_SETS[kind]}/${id}?attributes=${FIELDS[kind]}`, signal);
}

/** A group with its members: lists of the account leave them out. */
export function findGroup({ api, signal }: Context, id: string): Promise<Row | null> {
  const { host, base } = api.scim;
  return host.find(`${base}/Groups/${id}?attributes=${FIELDS.group},members`, signal);
}

/** The service principal of an application; `null` when there is none. */
export async function findApplication({ api, signal }: Context, applicationId: string): Promise<Row | null> {
  const { host, base } = api.scim;
  const filter = encodeURIComponent(`applicationId eq "${applicationId.replace(/["\\]/g, '')}"`);
  const body = await host.get(
    `${base}/ServicePrincipals?filter=${filter}&attributes=${FIELDS.service_principal}`,
    signal,
  );
  const isIt = (row: Row): boolean =>
    String(row.applicationId).toLowerCase() === applicationId.toLowerCase() && isId(row.id);
  return rowsOf(body.Resources).find(isIt) ?? null;
}

export const hasRole = (row: Row, role: string): boolean =>
  rowsOf(row.roles).some(({ value }) => value === role);

/** Makes its holders administrators of the account. */
export const ACCOUNT_ADMIN = 'account_admin';
