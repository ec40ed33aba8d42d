import type { RawPrincipal } from '../../connector.ts';
import { guidOf } from '../../rows.ts';
import type { BatonContext } from '../baton-context.ts';
import { resourceKey } from '../keys.ts';
import { kindOf } from '../kinds.ts';
import { type ResourceType, STATUS, type Timestamp, type UserTrait } from '../protocol/types.ts';
import type { KnownResource } from '../walk.ts';

export function principalOf(
  context: BatonContext,
  type: ResourceType | undefined,
  resource: KnownResource,
): RawPrincipal | null {
  const { codec } = context.session;
  const kind = kindOf(codec, type, resource);
  if (kind.principal === null) return null;
  const { id, display_name, annotations } = resource;
  const user = codec.annotation<UserTrait>('UserTrait', annotations);
  const login = user?.login ?? null;
  const status = user?.status?.status ?? resource.status?.status;
  return {
    key: resourceKey(id),
    display_name: display_name || login || id.resource,
    type: kind.principal,
    email: emailOf(user),
    // Without an at sign it is a name of this platform only, which somebody else may have elsewhere.
    sign_in_name: login?.includes('@') ? login : null,
    entra_object_id: entraIdOf(context, resource),
    department: null,
    manager_key: null,
    mfa_enabled: user?.mfa_status ? user.mfa_status.mfa_enabled === true : null,
    last_login_at: instantOfTimestamp(user?.last_login),
    disabled: status === STATUS.disabled || status === STATUS.deleted,
    protected: isOwnAccount(context, resource),
    created_at: instantOfTimestamp(user?.created_at ?? resource.created_at),
    details: { resource_type: id.resource_type, ...(login === null ? {} : { login }) },
  };
}

function emailOf(user: UserTrait | undefined): string | null {
  const emails = user?.emails.filter(({ address }) => address?.includes('@')) ?? [];
  return (emails.find(({ is_primary }) => is_primary) ?? emails[0])?.address ?? null;
}

/** Many platforms have ids of this form: it counts only where the connector says whose it is. */
function entraIdOf(
  { session: { codec } }: BatonContext,
  { annotations, external_id }: KnownResource,
): string | null {
  const ids = [
    external_id,
    ...codec.allAnnotations<NonNullable<typeof external_id>>('ExternalId', annotations),
  ];
  const entra = ids.find((one) =>
    /entra|azure|microsoft/i.test(`${one?.link ?? ''} ${one?.description ?? ''}`),
  );
  return guidOf(entra?.id) ?? null;
}

/** The account that the connector signs in with cannot be asked for: the settings name it. */
export function isOwnAccount(
  { session: { codec }, settings }: BatonContext,
  { id, annotations }: KnownResource,
): boolean {
  const own = settings.own_account?.toLowerCase();
  if (own === undefined) return false;
  const user = codec.annotation<UserTrait>('UserTrait', annotations);
  const names = [id.resource, user?.login, ...(user?.emails.map(({ address }) => address) ?? [])];
  return names.some((name) => name?.toLowerCase() === own);
}

export const instantOfTimestamp = (timestamp: Timestamp | undefined): string | null => {
  const ms = (timestamp?.seconds ?? 0) * 1_000 + Math.floor((timestamp?.nanos ?? 0) / 1e6);
  return ms > 0 && ms < 8.64e15 ? new Date(ms).toISOString() : null;
};
