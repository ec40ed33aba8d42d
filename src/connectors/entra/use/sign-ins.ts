import type { RawEvent } from '../../connector.ts';
import { guidOf, instantOf, type Row, textOf } from '../../rows.ts';
import { applicationKey, principalKey } from '../keys.ts';

/** Interactive ones are in v1.0; the others only on beta. */
export const SIGN_IN_KINDS = [
  'interactiveUser',
  'nonInteractiveUser',
  'servicePrincipal',
  'managedIdentity',
] as const;
export type SignInKind = (typeof SIGN_IN_KINDS)[number];

const ROWS_PER_PAGE = 1000;

/** Always bounded in time: without a bound the service may not answer. */
export function signInsPath(
  kind: SignInKind,
  { from, to, top }: { from: string; to: string; top: number },
): string {
  const range = `createdDateTime ge ${seconds(from)} and createdDateTime le ${seconds(to)}`;
  const page = `$top=${Math.min(top, ROWS_PER_PAGE)}`;
  return kind === 'interactiveUser'
    ? `/v1.0/auditLogs/signIns?$filter=${range}&${page}`
    : `/beta/auditLogs/signIns?$filter=${range} and signInEventTypes/any(t: t eq '${kind}')&${page}`;
}

const seconds = (instant: string): string => `${instant.slice(0, 19)}Z`;

/**
 * What one sign-in says about use. A person uses the application that it signs in to and the resource behind it, a
 * program only the resource. Attempts that failed are no use.
 */
export function eventsOf(kind: SignInKind, row: Row): RawEvent[] {
  const [id, timestamp] = [textOf(row.id), instantOf(row.createdDateTime)];
  const principal = principalOf(kind, row);
  const { errorCode } = (row.status ?? {}) as Row;
  if (id === null || timestamp === null || principal === undefined || errorCode !== 0) return [];
  const [app, resource] = [guidOf(row.appId), guidOf(row.resourceId)];
  const ofUser = kind === 'interactiveUser' || kind === 'nonInteractiveUser';
  const used = new Map([
    ...(resource === undefined ? [] : [[resource, 'access'] as const]),
    // Last, so that it wins over a resource of the same id.
    ...(ofUser && app !== undefined ? [[app, 'login'] as const] : []),
  ]);
  const address = textOf(row.ipAddress);
  return [...used].map(([appId, action]) => ({
    event_id: `entra-${id}-${appId}`,
    principal_key: principal,
    asset_key: applicationKey(appId),
    action,
    timestamp,
    metadata: {
      source: `signIns/${kind}`,
      ...(address === null ? {} : { source_ip: address }),
      ...(textOf(row.clientAppUsed) === null ? {} : { client: textOf(row.clientAppUsed) }),
    },
  }));
}

function principalOf(kind: SignInKind, row: Row): string | undefined {
  const ofUser = kind === 'interactiveUser' || kind === 'nonInteractiveUser';
  const id = guidOf(ofUser ? row.userId : row.servicePrincipalId);
  return id === undefined ? undefined : principalKey({ kind: ofUser ? 'user' : 'service_principal', id });
}
