import { randomUUID } from 'node:crypto';
import { HASTE } from '../short-sleep.ts';

export type Row = Record<string, unknown>;

export interface Access {
  /** Of the principal. */
  holder: Row;
  role: string;
}

/** A workspace or a connection: what roles are given on. */
export interface Place {
  id: string;
  name: string;
  type: string;
  access: Map<string, Access>;
}

export interface Item {
  id: string;
  workspace: string;
  name: string;
  type: string;
  /** As the admin call tells it. */
  shares: Row[];
}

export interface RoleSet {
  version: number;
  roles: Row[];
}

interface State {
  workspaces: Map<string, Place>;
  connections: Map<string, Place>;
  items: Map<string, Item>;
  oneLake: Map<string, RoleSet>;
}

/** Ids that a test can write down. */
export const idOf = (
  kind: 'user' | 'group' | 'app' | 'sp' | 'workspace' | 'item' | 'connection',
  number: number,
): string =>
  `${{ user: 'a1', group: 'b2', app: 'c3', sp: 'd4', workspace: 'e5', item: 'f6', connection: 'f7' }[kind]}000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** What is in a tenant. Writes are the truth at once; what reads show follows after a while. */
export class FabricTenant {
  truth: State = { workspaces: new Map(), connections: new Map(), items: new Map(), oneLake: new Map() };
  /** Who was deleted in Entra ID, and what Graph knows of people. */
  deleted = new Set<string>();
  people = new Map<string, { id: string; upn: string }>();
  programs = new Map<string, { id: string; appId: string }>();
  /** Principals of Entra ID by their ids, as Fabric embeds them. */
  holders = new Map<string, Row>();
  activity: Row[] = [];
  lag_ms = 0;
  #shown: State = structuredClone(this.truth);
  #late: { until: number; show: State }[] = [];

  addPlace(kind: 'workspaces' | 'connections', number: number, name: string, type = 'Workspace'): Place {
    const id = idOf(kind === 'workspaces' ? 'workspace' : 'connection', number);
    const place = { id, name, type, access: new Map() };
    this.truth[kind].set(id, place);
    return place;
  }

  addItem(number: number, workspace: string, type: string, name: string): Item {
    const item = { id: idOf('item', number), workspace, type, name, shares: [] };
    this.truth.items.set(item.id, item);
    return item;
  }

  user(number: number, more: Row = {}): Row {
    const upn = `user${number}@corp.example`;
    const id = idOf('user', number);
    this.people.set(upn, { id, upn });
    return {
      id,
      type: 'User',
      displayName: `User ${number}`,
      userDetails: { userPrincipalName: upn },
      ...more,
    };
  }

  program(number: number): Row {
    const [id, appId] = [idOf('sp', number), idOf('app', number)];
    this.programs.set(appId, { id, appId });
    return {
      id,
      type: 'ServicePrincipal',
      displayName: `Program ${number}`,
      servicePrincipalDetails: { aadAppId: appId },
    };
  }

  give(place: Place, holder: Row, role: string): void {
    this.holders.set(holder.id as string, holder);
    place.access.set(holder.id as string, { holder, role });
  }

  /** Members in OneLake's own form. */
  setRoles(item: string, roles: Row[]): void {
    this.truth.oneLake.set(item, { version: 1, roles });
  }

  write(change: () => void): void {
    change();
    if (this.lag_ms === 0) this.showAll();
    else {
      const until = performance.now() + this.lag_ms / HASTE;
      this.#late.push({ until, show: structuredClone(this.truth) });
    }
  }

  showAll(): void {
    this.#shown = structuredClone(this.truth);
    this.#late = [];
  }

  get shown(): State {
    const now = performance.now();
    for (const { until, show } of this.#late) if (until <= now) this.#shown = show;
    this.#late = this.#late.filter(({ until }) => until > now);
    return this.#shown;
  }

  /** Without what a change may number anew. */
  dump(): unknown {
    const { workspaces, connections, items, oneLake } = this.truth;
    const sorted = (rows: unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
    const places = (all: Map<string, Place>) =>
      sorted(
        [...all.values()].map(({ access, ...place }) => [place, sorted([...access.values()].map(bare))]),
      );
    return {
      workspaces: places(workspaces),
      connections: places(connections),
      items: sorted([...items.values()]),
      oneLake: sorted([...oneLake].map(([item, { roles }]) => [item, sorted(roles.map(withSortedMembers))])),
    };
  }
}

const bare = ({ holder, role }: Access): unknown => [holder.id, holder.type, role];

function withSortedMembers(role: Row): Row {
  const { microsoftEntraMembers = [], ...others } = (role.members ?? {}) as { microsoftEntraMembers?: Row[] };
  const members = [...microsoftEntraMembers].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { ...role, members: { ...others, microsoftEntraMembers: members } };
}

export const oneLakeMember = (id: string, objectType = 'User'): Row => ({
  tenantId: '99999999-0000-4000-8000-000000000001',
  objectId: id,
  objectType,
});

export function oneLakeRole(
  name: string,
  members: Row[],
  { paths = ['*'], actions = ['Read'], more = {} as Row, items = [] as Row[] } = {},
): Row {
  return {
    id: randomUUID(),
    name,
    kind: 'Policy',
    decisionRules: [
      {
        effect: 'Permit',
        permission: [
          { attributeName: 'Path', attributeValueIncludedIn: paths },
          { attributeName: 'Action', attributeValueIncludedIn: actions },
        ],
        ...more,
      },
    ],
    members: { fabricItemMembers: items, microsoftEntraMembers: members },
  };
}
