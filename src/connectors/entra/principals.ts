import type { Page, RawPrincipal } from '../connector.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { PlatformError } from '../http/platform-error.ts';
import { NOTHING_KNOWN } from '../nothing-known.ts';
import { guidOf, instantOf, listOf, once, type Row, textOf } from '../rows.ts';
import type { EntraSettings } from './entra-settings.ts';
import type { Graph, GraphPage } from './graph.ts';
import { principalKey } from './keys.ts';

const STAGES = ['users', 'groups', 'servicePrincipals'] as const;
type Stage = (typeof STAGES)[number];
/** A stage, and the path of its next page; `null` for its first. */
type Position = [Stage, string | null];

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) &&
  value.length === 2 &&
  STAGES.includes(value[0]) &&
  (value[1] === null || typeof value[1] === 'string');

const USER_FIELDS =
  'id,displayName,userPrincipalName,mail,department,accountEnabled,userType,createdDateTime,onPremisesSyncEnabled';
const GROUP_FIELDS =
  'id,displayName,groupTypes,securityEnabled,mailEnabled,isAssignableToRole,onPremisesSyncEnabled,membershipRule,visibility,createdDateTime';
const APPLICATION_FIELDS = 'id,appId,displayName,accountEnabled,servicePrincipalType';

export async function listPrincipals(
  { graph, settings, signal }: { graph: Graph; settings: EntraSettings; signal: AbortSignal },
  cursor: string | null,
): Promise<Page<RawPrincipal>> {
  const [stage, path] = decodeCursor('principals', cursor, isPosition) ?? ['users', null];
  const page =
    path === null ? await firstPage(graph, settings, stage, signal) : await graph.page(path, signal);
  const ours = [settings.client_id, settings.remediation_client_id].map(guidOf);
  const items = page.rows.flatMap((row) => principalOf(stage, row, ours) ?? []);
  const after = STAGES[STAGES.indexOf(stage) + 1];
  const next: Position | null = page.next !== null ? [stage, page.next] : after ? [after, null] : null;
  return {
    items: once(items, ({ key }) => key),
    next_cursor: next === null ? null : encodeCursor('principals', next),
  };
}

async function firstPage(
  graph: Graph,
  { page_size, last_sign_in }: EntraSettings,
  stage: Stage,
  signal: AbortSignal,
): Promise<GraphPage> {
  const manager = '$expand=manager($select=id)';
  switch (stage) {
    case 'users': {
      const plain = `/v1.0/users?$select=${USER_FIELDS}&${manager}&$top=${page_size}`;
      if (last_sign_in === 'off') return graph.page(plain, signal);
      const path = `/v1.0/users?$select=${USER_FIELDS},signInActivity&${manager}&$top=${Math.min(page_size, 500)}`;
      try {
        return await graph.page(path, signal);
      } catch (error) {
        // Without a premium licence or AuditLog.Read.All people are listed all the same.
        if (error instanceof PlatformError && error.code === 'permission') return graph.page(plain, signal);
        throw error;
      }
    }
    case 'groups':
      return graph.page(`/v1.0/groups?$select=${GROUP_FIELDS}&$top=${page_size}`, signal);
    case 'servicePrincipals':
      return graph.page(
        `/v1.0/servicePrincipals?$select=${APPLICATION_FIELDS}&$top=${Math.min(page_size, 100)}`,
        signal,
      );
  }
}

function principalOf(stage: Stage, row: Row, ours: readonly unknown[]): RawPrincipal | null {
  const id = guidOf(row.id);
  if (id === undefined) return null;
  switch (stage) {
    case 'users':
      return userOf(id, row);
    case 'groups':
      return {
        ...NOTHING_KNOWN,
        key: principalKey({ kind: 'group', id }),
        entra_object_id: id,
        display_name: textOf(row.displayName) ?? id,
        type: 'group',
        created_at: instantOf(row.createdDateTime),
        details: factsOf(row, GROUP_FIELDS),
      };
    case 'servicePrincipals':
      return {
        ...NOTHING_KNOWN,
        key: principalKey({ kind: 'service_principal', id }),
        entra_object_id: id,
        display_name: textOf(row.displayName) ?? id,
        type: 'service_account',
        disabled: row.accountEnabled === false,
        protected: ours.includes(guidOf(row.appId) ?? ''),
        details: factsOf(row, APPLICATION_FIELDS),
      };
  }
}

function userOf(id: string, row: Row): RawPrincipal {
  const name = textOf(row.userPrincipalName);
  const manager = guidOf((row.manager as Row | null | undefined)?.id);
  return {
    ...NOTHING_KNOWN,
    key: principalKey({ kind: 'user', id }),
    entra_object_id: id,
    sign_in_name: name,
    display_name: textOf(row.displayName) ?? name ?? id,
    type: 'user',
    // A guest's name is made of the address and of this tenant.
    email: textOf(row.mail) ?? (name !== null && isAddress(name) ? name : null),
    department: textOf(row.department),
    manager_key: manager === undefined ? null : principalKey({ kind: 'user', id: manager }),
    last_login_at: lastSignIn(row.signInActivity),
    disabled: row.accountEnabled === false,
    created_at: instantOf(row.createdDateTime),
    details: factsOf(row, USER_FIELDS),
  };
}

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && !text.includes('#');

/** The successful one where it is known: the other two count attempts that failed. */
function lastSignIn(activity: unknown): string | null {
  const { lastSuccessfulSignInDateTime, lastSignInDateTime, lastNonInteractiveSignInDateTime } = (activity ??
    {}) as Row;
  return (
    instantOf(lastSuccessfulSignInDateTime) ??
    [instantOf(lastSignInDateTime), instantOf(lastNonInteractiveSignInDateTime)]
      .filter((at) => at !== null)
      .sort()
      .at(-1) ??
    null
  );
}

const factsOf = (row: Row, fields: string): Row =>
  Object.fromEntries(
    fields
      .split(',')
      .flatMap((name) => (listOf(row[name]).length > 0 || isPlain(row[name]) ? [[name, row[name]]] : [])),
  );

const isPlain = (value: unknown): boolean => ['string', 'boolean', 'number'].includes(typeof value);
