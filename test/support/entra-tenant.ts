import { randomUUID } from 'node:crypto';
import { HASTE } from './short-sleep.ts';

export type Row = Record<string, unknown>;

export interface Assignment {
  id: string;
  appRoleId: string;
  principalId: string;
  principalType: 'User' | 'Group' | 'ServicePrincipal';
  principalDisplayName: string | null;
  resourceId: string;
  resourceDisplayName: string | null;
  createdDateTime: string;
}

export const READER_APP = '0a000000-0000-4000-8000-00000000000a';
const GRAPH_APP = '00000003-0000-0000-c000-000000000000';
export const NO_ROLE = '00000000-0000-0000-0000-000000000000';
const GRAPH_SP = '60000000-0000-4000-8000-000000000003';
export const OWN_SP = '60000000-0000-4000-8000-00000000000a';

const PERMISSIONS = [
  'User.Read.All',
  'GroupMember.Read.All',
  'Application.Read.All',
  'Member.Read.Hidden',
  'AuditLog.Read.All',
  'GroupMember.ReadWrite.All',
  'AppRoleAssignment.ReadWrite.All',
  'RoleManagement.ReadWrite.Directory',
] as const;
type Permission = (typeof PERMISSIONS)[number];

/** Ids that a test can write down: the kind, and a number. With letters, because ids come in upper case, too. */
export const idOf = (kind: 'user' | 'group' | 'app' | 'sp' | 'role' | 'device', number: number): string =>
  `${{ user: 'a1', group: 'b2', app: 'c3', sp: 'd4', role: 'e5', device: 'f7' }[kind]}000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** What a tenant holds. Writes are the truth at once; what reads show follows after a while. */
export class EntraTenant {
  users = new Map<string, Row>();
  groups = new Map<string, Row>();
  applications = new Map<string, Row>();
  /** Group id, member ids in the order in which they came. */
  members = new Map<string, Set<string>>();
  owners = new Map<string, string[]>();
  devices = new Set<string>();
  assignments = new Map<string, Assignment>();
  directoryRoles: { id: string; principalId: string; roleDefinitionId: string; directoryScopeId: string }[] =
    [];
  signIns: Row[] = [];
  isPremium = true;
  lag_ms = 0;
  readonly tokens = new Map<string, Map<string, string>>();
  #late: { until: number; show: () => void }[] = [];
  #shownMembers = new Map<string, Set<string>>();
  #shownAssignments = new Map<string, Assignment>();

  constructor() {
    this.applications.set(GRAPH_SP, {
      id: GRAPH_SP,
      appId: GRAPH_APP,
      displayName: 'Microsoft Graph',
      accountEnabled: true,
      servicePrincipalType: 'Application',
      appRoleAssignmentRequired: false,
      appRoles: PERMISSIONS.map((value, i) => ({
        id: idOf('role', 900 + i),
        value,
        displayName: value,
        isEnabled: true,
      })),
    });
    this.addApplication(OWN_SP, READER_APP, 'Lapse');
    for (const permission of PERMISSIONS) this.consent(permission);
    this.showAll();
  }

  addUser(number: number, row: Row = {}): string {
    const id = idOf('user', number);
    this.users.set(id, {
      id,
      displayName: `User ${number}`,
      userPrincipalName: `user${number}@corp.example`,
      mail: `user${number}@corp.example`,
      department: 'Finance',
      accountEnabled: true,
      userType: 'Member',
      createdDateTime: '2025-01-01T00:00:00Z',
      onPremisesSyncEnabled: null,
      ...row,
    });
    return id;
  }

  addGroup(number: number, row: Row = {}, members: string[] = []): string {
    const id = idOf('group', number);
    this.groups.set(id, {
      id,
      displayName: `Group ${number}`,
      groupTypes: [],
      securityEnabled: true,
      mailEnabled: false,
      isAssignableToRole: null,
      onPremisesSyncEnabled: null,
      isManagementRestricted: false,
      membershipRule: null,
      visibility: null,
      createdDateTime: '2025-01-01T00:00:00Z',
      ...row,
    });
    this.members.set(id, new Set(members));
    return id;
  }

  addApplication(id: string, appId: string, displayName: string, row: Row = {}): string {
    this.applications.set(id, {
      id,
      appId,
      displayName,
      accountEnabled: true,
      servicePrincipalType: 'Application',
      appRoleAssignmentRequired: false,
      appRoles: [],
      ...row,
    });
    return id;
  }

  assign(principalId: string, resourceId: string, appRoleId: string): Assignment {
    const kind = this.users.has(principalId)
      ? 'User'
      : this.groups.has(principalId)
        ? 'Group'
        : 'ServicePrincipal';
    const principal = this.find(principalId);
    const assignment: Assignment = {
      id: randomUUID().replaceAll('-', '_'),
      appRoleId,
      principalId,
      principalType: kind,
      principalDisplayName: (principal?.displayName as string) ?? null,
      resourceId,
      resourceDisplayName: (this.applications.get(resourceId)?.displayName as string) ?? null,
      createdDateTime: new Date().toISOString(),
    };
    this.assignments.set(assignment.id, assignment);
    return assignment;
  }

  consent(permission: Permission): void {
    this.assign(OWN_SP, GRAPH_SP, idOf('role', 900 + PERMISSIONS.indexOf(permission)));
  }

  withdraw(permission: Permission): void {
    const role = idOf('role', 900 + PERMISSIONS.indexOf(permission));
    for (const [id, one] of this.assignments) {
      if (one.principalId === OWN_SP && one.appRoleId === role) this.assignments.delete(id);
    }
    this.showAll();
  }

  may(...anyOf: Permission[]): boolean {
    const roles = anyOf.map((permission) => idOf('role', 900 + PERMISSIONS.indexOf(permission)));
    return [...this.assignments.values()].some(
      (one) => one.principalId === OWN_SP && roles.includes(one.appRoleId),
    );
  }

  find(id: string): Row | undefined {
    return this.users.get(id) ?? this.groups.get(id) ?? this.applications.get(id);
  }

  typeOf(id: string): string {
    if (this.users.has(id)) return '#microsoft.graph.user';
    if (this.groups.has(id)) return '#microsoft.graph.group';
    return this.applications.has(id) ? '#microsoft.graph.servicePrincipal' : '#microsoft.graph.device';
  }

  /** Carries out a write. Reads show it when the directory has caught up. */
  write(change: () => void): void {
    change();
    if (this.lag_ms === 0) this.showAll();
    else this.#late.push({ until: performance.now() + this.lag_ms / HASTE, show: () => this.showAll() });
  }

  showAll(): void {
    this.#shownMembers = new Map([...this.members].map(([group, ids]) => [group, new Set(ids)]));
    this.#shownAssignments = new Map(this.assignments);
  }

  get shown(): { members: Map<string, Set<string>>; assignments: Map<string, Assignment> } {
    const now = performance.now();
    for (const one of this.#late) if (one.until <= now) one.show();
    this.#late = this.#late.filter((one) => one.until > now);
    return { members: this.#shownMembers, assignments: this.#shownAssignments };
  }

  /** Who is in which group now, under a token that changes can be asked for with. */
  keepToken(): string {
    const token = randomUUID();
    this.tokens.set(token, new Map([...this.shown.members].map(([id, ids]) => [id, [...ids].sort().join()])));
    return token;
  }

  /** Groups that differ; `null` when the token is no longer known. */
  changedSince(token: string | null): string[] | null {
    const then = token === null ? new Map<string, string>() : this.tokens.get(token);
    if (!then) return null;
    const now = this.shown.members;
    return [...new Set([...then.keys(), ...now.keys()])]
      .filter(
        (id) => then.get(id) !== (now.has(id) ? [...(now.get(id) as Set<string>)].sort().join() : undefined),
      )
      .sort();
  }

  /** Everything that anybody may do; ids and dates of assignments are new when they are given again. */
  dump(): unknown {
    return {
      users: [...this.users.values()],
      groups: [...this.groups.values()],
      members: [...this.members].map(([group, ids]) => [group, [...ids].sort()]).sort(),
      assignments: [...this.assignments.values()]
        .map(({ principalId, resourceId, appRoleId }) => `${principalId} ${resourceId} ${appRoleId}`)
        .sort(),
      roles: this.directoryRoles,
    };
  }
}
