import { guidOf } from '../rows.ts';
/**
 * Stable names of what Entra ID has: `user/<object id>`, `group/<object id>`, `service_principal/<object id>`, and
 * `application/<application id>` for what people are assigned to. Ids arrive in any case and are kept in lower case.
 */

export const PRINCIPAL_KINDS = ['user', 'group', 'service_principal'] as const;
export type PrincipalKind = (typeof PRINCIPAL_KINDS)[number];

export interface PrincipalName {
  kind: PrincipalKind;
  id: string;
}

export const principalKey = ({ kind, id }: PrincipalName): string => `${kind}/${id}`;
export const applicationKey = (appId: string): string => `application/${appId}`;
export const assignmentKey = (principal: string, appId: string, roleId: string): string =>
  `assignment/${principal}/${appId}/${roleId}`;

export function parsePrincipalKey(key: string): PrincipalName | undefined {
  const [kind, text, ...rest] = key.split('/');
  const id = guidOf(text);
  const known = PRINCIPAL_KINDS.find((one) => one === kind);
  return known && id === text && id !== undefined && rest.length === 0 ? { kind: known, id } : undefined;
}

export function parseApplicationKey(key: string): string | undefined {
  const [kind, text, ...rest] = key.split('/');
  const id = guidOf(text);
  return kind === 'application' && id === text && rest.length === 0 ? id : undefined;
}

/** The role that a grant is about; `undefined` when the key is none of a grant on this application to this principal. */
export function roleOfAssignment(key: string, principal: string, appId: string): string | undefined {
  const prefix = assignmentKey(principal, appId, '');
  const role = key.startsWith(prefix) ? guidOf(key.slice(prefix.length)) : undefined;
  return role !== undefined && assignmentKey(principal, appId, role) === key ? role : undefined;
}

/** What Graph calls the kind of an object, in `@odata.type` and in `principalType`. */
export function kindOf(type: unknown): PrincipalKind | undefined {
  switch (typeof type === 'string' ? type.toLowerCase().replace('#microsoft.graph.', '') : '') {
    case 'user':
      return 'user';
    case 'group':
      return 'group';
    case 'serviceprincipal':
      return 'service_principal';
    default:
      return undefined;
  }
}

/** The path of a principal below a version. */
export const pathOfPrincipal = ({ kind, id }: PrincipalName): string =>
  `/${kind === 'service_principal' ? 'servicePrincipals' : `${kind}s`}/${id}`;
