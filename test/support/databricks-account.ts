import { HASTE } from './short-sleep.ts';

export type Row = Record<string, unknown>;
export type Kind = 'metastore' | 'catalog' | 'schema' | 'table' | 'volume';

export const READER_APP = '0a000000-0000-4000-8000-00000000000a';
export const OWN_SP = '9999';
export const METASTORE = '4d000000-0000-4000-8000-000000000001';

/** Ids that a test can write down: the kind, and a number. */
export const idOf = (kind: 'user' | 'group' | 'sp', number: number): string =>
  String({ user: 500_000, group: 700_000, sp: 900_000 }[kind] + number);
export const emailOf = (number: number): string => `user${number}@corp.example`;
export const guidOf = (number: number): string =>
  `e1000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
/** The application id of a service principal. */
export const applicationOf = (number: number): string =>
  `a9000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const copied = <T>(map: Map<string, Map<string, T>>): Map<string, Map<string, T>> =>
  new Map([...map].map(([key, inner]) => [key, new Map(inner)]));

/** What an account holds, with one metastore. Writes are the truth at once; what reads show follows after a while. */
export class DatabricksAccount {
  users = new Map<string, Row>();
  groups = new Map<string, Row>();
  servicePrincipals = new Map<string, Row>();
  /** Group id, then `Users/1` and the like in the order in which they came. */
  members = new Map<string, Map<string, true>>();
  metastore: Row = {
    metastore_id: METASTORE,
    name: 'metastore-eu',
    owner: 'stewards',
    region: 'westeurope',
    privilege_model_version: '1.0',
  };
  securables = new Map<string, { kind: Kind; name: string; row: Row }>();
  /** `table main.sales.orders`, then the principal's name, then what it holds. */
  privileges = new Map<string, Map<string, string[]>>();
  workspaces: Row[] = [];
  /** Workspace id, then principal id. */
  assignments = new Map<string, Map<string, string[]>>();
  lineage: Row[] = [];
  audit: Row[] = [];
  queries: Row[] = [];
  lacks = new Set<string>();
  lag_ms = 0;
  #late: { until: number }[] = [];
  #shown = { members: this.members, privileges: this.privileges, assignments: this.assignments };

  addUser(number: number, row: Row = {}): string {
    const id = idOf('user', number);
    this.users.set(id, {
      id,
      userName: emailOf(number),
      displayName: `User ${number}`,
      emails: [{ value: emailOf(number), primary: true }],
      active: true,
      ...row,
    });
    return `Users/${id}`;
  }

  addGroup(number: number, row: Row = {}, members: string[] = []): string {
    const id = idOf('group', number);
    this.groups.set(id, { id, displayName: `Group ${number}`, meta: { resourceType: 'Group' }, ...row });
    this.members.set(id, new Map(members.map((member) => [member, true])));
    return `Groups/${id}`;
  }

  addServicePrincipal(id: string, applicationId: string, row: Row = {}): string {
    this.servicePrincipals.set(id, { id, applicationId, displayName: `Job ${id}`, active: true, ...row });
    return `ServicePrincipals/${id}`;
  }

  addSecurable(kind: Exclude<Kind, 'metastore'>, name: string, row: Row = {}): void {
    const last = name.split('.').at(-1);
    const id = kind === 'catalog' ? {} : { full_name: name };
    this.securables.set(`${kind} ${name}`, {
      kind,
      name,
      row: { name: last, ...id, owner: emailOf(5), ...row },
    });
  }

  give(kind: Kind, name: string, principal: string, privileges: string[]): void {
    const on = this.privileges.get(`${kind} ${name}`) ?? new Map<string, string[]>();
    on.set(principal, [...new Set([...(on.get(principal) ?? []), ...privileges])].sort());
    this.privileges.set(`${kind} ${name}`, on);
  }

  take(kind: Kind, name: string, principal: string, privileges: string[]): void {
    const on = this.privileges.get(`${kind} ${name}`);
    const left = (on?.get(principal) ?? []).filter((one) => !privileges.includes(one));
    if (left.length > 0) on?.set(principal, left);
    else on?.delete(principal);
  }

  /** By the name that grants use; `undefined` when nobody is called so. */
  idNamed(name: string): string | undefined {
    const is = (value: unknown) => String(value).toLowerCase() === name.toLowerCase();
    const found =
      [...this.users.values()].find(({ userName }) => is(userName)) ??
      [...this.servicePrincipals.values()].find(({ applicationId }) => is(applicationId)) ??
      [...this.groups.values()].find(({ displayName }) => is(displayName));
    return found?.id as string | undefined;
  }

  /** Carries out a write. Reads show it when the platform has caught up. */
  write(change: () => void): void {
    change();
    if (this.lag_ms === 0) this.showAll();
    else this.#late.push({ until: performance.now() + this.lag_ms / HASTE });
  }

  showAll(): void {
    this.#shown = {
      members: copied(this.members),
      privileges: copied(this.privileges),
      assignments: copied(this.assignments),
    };
  }

  get shown() {
    const now = performance.now();
    if (this.#late.some(({ until }) => until <= now)) this.showAll();
    this.#late = this.#late.filter(({ until }) => until > now);
    return this.#shown;
  }

  /** Everything that anybody may do. */
  dump(): unknown {
    const sorted = <T>(map: Map<string, Map<string, T>>) =>
      [...map]
        .map(([key, inner]) => [key, [...inner].sort(([a], [b]) => (a < b ? -1 : 1))] as const)
        .filter(([, inner]) => inner.length > 0)
        .sort(([a], [b]) => (a < b ? -1 : 1));
    return structuredClone({
      users: [...this.users.values()],
      groups: [...this.groups.values()],
      members: sorted(this.members),
      privileges: sorted(this.privileges),
      assignments: sorted(this.assignments),
      owners: [...this.securables.values()].map(({ name, row }) => [name, row.owner]),
    });
  }
}
