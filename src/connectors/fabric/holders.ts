import type { PrincipalType } from '../../core/directory/directory.rules.ts';
import type { RawPrincipal } from '../connector.ts';
import { NOTHING_KNOWN } from '../nothing-known.ts';
import { guidOf, rowOf, textOf } from '../rows.ts';
import { EVERYBODY_KEY, principalKey } from './keys.ts';

/** A principal of Entra ID as Fabric embeds it in answers: anything but its id may be missing. */
export interface Holder {
  key: string;
  /** `null` for everybody. */
  id: string | null;
  /** As the platform says it. */
  type: string;
  name: string | null;
  sign_in_name: string | null;
  application_id: string | null;
  group_type: string | null;
}

export function holderOf(value: unknown): Holder | undefined {
  const row = rowOf(value);
  const type = textOf(row.type) ?? 'Unknown';
  if (type.toLowerCase() === 'entiretenant') return EVERYBODY;
  const id = guidOf(row.id);
  if (id === undefined) return undefined;
  return {
    key: principalKey({ kind: 'entra', id }),
    id,
    type,
    name: textOf(row.displayName),
    sign_in_name: textOf(rowOf(row.userDetails).userPrincipalName),
    application_id: guidOf(rowOf(row.servicePrincipalDetails).aadAppId) ?? null,
    group_type: textOf(rowOf(row.groupDetails).groupType),
  };
}

const EVERYBODY: Holder = {
  key: EVERYBODY_KEY,
  id: null,
  type: 'EntireTenant',
  name: 'Everybody in the tenant',
  sign_in_name: null,
  application_id: null,
  group_type: null,
};

/** What was deleted in Entra ID shows its id and type only, and could not be given anything back. */
export const looksDeleted = ({ name, sign_in_name, application_id, group_type }: Holder): boolean =>
  [name, sign_in_name, application_id, group_type].every((one) => one === null);

export const isProgram = ({ type }: Holder): boolean => typeOf(type) === 'service_account';

export function rawHolder(holder: Holder, own: ReadonlySet<string | null>): RawPrincipal {
  const { key, id, type, name, sign_in_name, application_id, group_type } = holder;
  return {
    ...NOTHING_KNOWN,
    key,
    display_name: name ?? sign_in_name ?? id ?? key,
    type: typeOf(type),
    sign_in_name,
    entra_object_id: id,
    ...(type.toLowerCase() === 'group' ? { members_elsewhere: true } : {}),
    protected: id === null || own.has(id),
    details: {
      principal_type: type,
      ...(application_id === null ? {} : { application_id }),
      ...(group_type === null ? {} : { group_type }),
    },
  };
}

function typeOf(type: string): PrincipalType {
  switch (type.toLowerCase()) {
    case 'group':
    case 'entiretenant':
      return 'group';
    case 'serviceprincipal':
    case 'serviceprincipalprofile':
    case 'managedidentity':
      return 'service_account';
    default:
      return 'user';
  }
}
