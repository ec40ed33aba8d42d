import type { PrincipalLine } from '../../core/directory/directory.rules.ts';
import { ENTERPRISE_SCHEMA, type Resource } from './attributes.rules.ts';

type Email = { value: string; type?: string; primary?: boolean };
type Enterprise = { department?: string; manager?: { value: string } };

/** As a principal is stored; what nobody said is null. */
type Known = Omit<PrincipalLine, 'kind' | 'last_login_at' | 'created_at'>;

const enterprise = (resource: Resource | null): Enterprise =>
  (resource?.[ENTERPRISE_SCHEMA] as Enterprise) ?? {};

export const isAddress = (text: unknown): text is string =>
  typeof text === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** The primary address, else the one for work, else the first. */
export function emailOf(resource: Resource | null): string | null {
  const emails = (resource?.emails as Email[] | undefined) ?? [];
  const chosen =
    emails.find(({ primary }) => primary === true) ??
    emails.find(({ type }) => type?.toLowerCase() === 'work') ??
    emails[0];
  if (chosen) return chosen.value;
  return isAddress(resource?.userName) ? resource.userName : null;
}

export const managerOf = (resource: Resource | null): string | null =>
  enterprise(resource).manager?.value ?? null;

export function displayNameOf(resource: Resource): string {
  const { formatted, givenName, familyName } = (resource.name ?? {}) as Record<string, string | undefined>;
  const whole = [givenName, familyName].filter(Boolean).join(' ');
  return String(
    [resource.displayName, formatted, whole].find((name) => typeof name === 'string' && name.trim() !== '') ??
      resource.userName,
  );
}

/**
 * A line of an import that says of a person what the provider says. What it does not say stays as it is, but what it said
 * before and says no longer is gone.
 */
export function userLine(
  id: string,
  resource: Resource,
  { before, known, manager_id }: { before: Resource | null; known: Known | null; manager_id: string | null },
): PrincipalLine {
  const told = (
    now: string | null,
    earlier: string | null,
    stored: string | null | undefined,
  ): string | null => now ?? (earlier === null ? (stored ?? null) : null);
  return {
    ...unsaid(known, 'user'),
    id,
    display_name: displayNameOf(resource),
    email: told(emailOf(resource), emailOf(before), known?.email),
    department: told(
      enterprise(resource).department ?? null,
      enterprise(before).department ?? null,
      known?.department,
    ),
    manager_id: told(manager_id, managerOf(before), known?.manager_id),
    disabled: resource.active !== true,
  };
}

export function groupLine(id: string, resource: Resource, known: Known | null): PrincipalLine {
  return {
    ...unsaid(known, 'group'),
    id,
    display_name: String(resource.displayName),
    email: known?.email ?? null,
    department: known?.department ?? null,
    manager_id: known?.manager_id ?? null,
    disabled: false,
  };
}

/** Whom the provider no longer has: nobody signs in as that any more. What they may still do elsewhere is not known by that. */
export const goneLine = (known: Known): PrincipalLine => ({
  ...unsaid(known, 'user'),
  id: known.id,
  display_name: known.display_name,
  email: known.email ?? null,
  department: known.department ?? null,
  manager_id: known.manager_id ?? null,
  disabled: true,
});

const unsaid = (known: Known | null, type: 'user' | 'group') => ({
  kind: 'principal' as const,
  type: known?.type ?? type,
  source: known?.source ?? 'scim',
  platform: known?.platform ?? null,
  mfa_enabled: known?.mfa_enabled ?? null,
  protected: known?.protected ?? false,
});

/** An id that is surely nobody else's elsewhere: a short name such as a mail nickname may be that of an account on another platform. */
export function accountOf(resource: Resource | null): string | null {
  const id = resource?.externalId;
  if (typeof id !== 'string') return null;
  if (isGuid(id)) return id.toLowerCase();
  return /^(?=.*\d)[\w-]{16,200}$/.test(id) ? id : null;
}

/** The names under which connectors keep the same object. */
export function accountNames(account: string, type: 'User' | 'Group'): string[] {
  return isGuid(account) ? [account, account.toUpperCase(), `${type.toLowerCase()}/${account}`] : [account];
}

const isGuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
