import type { Page, RawPrincipal } from '../connector.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { NOTHING_KNOWN } from '../nothing-known.ts';
import { guidOf, listOf, once, type Row, rowsOf, textOf } from '../rows.ts';
import type { Databricks } from './databricks-api.ts';
import type { DatabricksSettings } from './databricks-settings.ts';
import {
  EVERYBODY_KEY,
  EVERYBODY_NAME,
  isId,
  PRINCIPAL_KINDS,
  type PrincipalKind,
  principalKey,
} from './keys.ts';
import { ACCOUNT_ADMIN, hasRole, isScimPosition, type ScimPosition, scimPage } from './scim.ts';

type Position = [PrincipalKind, ScimPosition | null];

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) &&
  value.length === 2 &&
  PRINCIPAL_KINDS.includes(value[0]) &&
  (value[1] === null || isScimPosition(value[1]));

const EVERYBODY: RawPrincipal = {
  ...NOTHING_KNOWN,
  key: EVERYBODY_KEY,
  display_name: 'account users (everybody)',
  type: 'group',
  protected: true,
  details: { everybody: true },
};

/** Groups that Databricks keeps in every workspace. */
export const SYSTEM_GROUPS: ReadonlySet<unknown> = new Set(['users', 'admins']);

export async function listPrincipals(
  { api, settings, signal }: { api: Databricks; settings: DatabricksSettings; signal: AbortSignal },
  cursor: string | null,
): Promise<Page<RawPrincipal>> {
  const [kind, position] = decodeCursor('principals', cursor, isPosition) ?? ['user', null];
  const { rows, next } = await scimPage({ api, signal }, kind, { position, count: settings.page_size });
  const ours = [settings.client_id, settings.remediation_client_id].map((id) => id?.toLowerCase());
  const items = rows.flatMap((row) => principalOf(kind, row, ours) ?? []);
  const after = PRINCIPAL_KINDS[PRINCIPAL_KINDS.indexOf(kind) + 1];
  const follows: Position | null = next !== null ? [kind, next] : after ? [after, null] : null;
  return {
    items: once(cursor === null ? [EVERYBODY, ...items] : items, ({ key }) => key),
    next_cursor: follows === null ? null : encodeCursor('principals', follows),
  };
}

function principalOf(kind: PrincipalKind, row: Row, ours: readonly unknown[]): RawPrincipal | null {
  if (!isId(row.id)) return null;
  const { id } = row;
  const external_id = textOf(row.externalId);
  const entra_object_id = guidOf(external_id) ?? null;
  const display_name = textOf(row.displayName);
  const account_admin = hasRole(row, ACCOUNT_ADMIN) ? { account_admin: true } : {};
  const external = external_id === null ? {} : { external_id };
  const common = { ...NOTHING_KNOWN, key: principalKey({ kind, id }), entra_object_id };
  switch (kind) {
    case 'user': {
      const name = textOf(row.userName);
      return {
        ...common,
        display_name: display_name ?? name ?? id,
        type: 'user',
        sign_in_name: name,
        email: emailOf(row) ?? (name?.includes('@') ? name : null),
        disabled: row.active === false,
        details: { ...external, ...account_admin },
      };
    }
    case 'group':
      if (display_name === EVERYBODY_NAME) return null;
      return {
        ...common,
        display_name: display_name ?? id,
        type: 'group',
        protected: SYSTEM_GROUPS.has(display_name),
        // A provisioned group is filled again from where it comes from.
        details: {
          ...external,
          ...(external_id === null ? {} : { provisioned: true }),
          ...account_admin,
          ...(isLocal(row) ? { workspace_local: true } : {}),
        },
      };
    case 'service_principal': {
      const application = textOf(row.applicationId);
      return {
        ...common,
        display_name: display_name ?? application ?? id,
        type: 'service_account',
        disabled: row.active === false,
        protected: application !== null && ours.includes(application.toLowerCase()),
        details: {
          ...(application === null ? {} : { application_id: application }),
          ...external,
          ...account_admin,
        },
      };
    }
  }
}

export const isLocal = (row: Row): boolean =>
  (row.meta as Row | null | undefined)?.resourceType === 'WorkspaceGroup';

function emailOf({ emails }: Row): string | null {
  const rows = rowsOf(listOf(emails));
  return textOf((rows.find(({ primary }) => primary === true) ?? rows[0])?.value);
}
