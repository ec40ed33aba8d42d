import type {
  DirectoryGrant,
  DirectoryMembership,
  DirectoryRows,
} from '../../src/connectors/directory/directory-rows.ts';
import type { DirectoryAsset, DirectoryPrincipal } from '../../src/core/directory/directory.rules.ts';

/** An imported directory in memory, with the meaning that its interface describes. */
export class MemoryDirectory implements DirectoryRows {
  readonly people = new Map<string, DirectoryPrincipal>();
  readonly things = new Map<string, DirectoryAsset>();
  readonly edges = new Map<string, DirectoryMembership>();
  readonly holdings = new Map<string, DirectoryGrant & { status: 'active' | 'revoking' | 'revoked' }>();

  addPrincipal(id: string, type: DirectoryPrincipal['type'] = 'user'): this {
    const none = { email: null, department: null, manager_id: null, mfa_enabled: null, last_login_at: null };
    this.people.set(id, {
      id,
      display_name: id,
      type,
      ...none,
      disabled: false,
      protected: false,
      created_at: null,
    });
    return this;
  }

  addAsset(id: string): this {
    this.things.set(id, { id, name: id, type: 'table', owner_id: null, tags: [], created_at: null });
    return this;
  }

  addMember(group_id: string, member_id: string): this {
    this.edges.set(edgeKey({ group_id, member_id }), { group_id, member_id });
    return this;
  }

  addGrant(id: string, principal_id: string, asset_id: string, via_group_id: string | null = null): this {
    const grant = { id, principal_id, asset_id, permission: 'read', via_group_id, granted_at: null };
    this.holdings.set(id, { ...grant, status: 'active' });
    return this;
  }

  async principals(after: string | null, limit: number) {
    return pageOf(this.people, after, limit);
  }
  async assets(after: string | null, limit: number) {
    return pageOf(this.things, after, limit);
  }
  async memberships(after: [string, string] | null, limit: number) {
    const key = after && edgeKey({ group_id: after[0], member_id: after[1] });
    return pageOf(this.edges, key, limit);
  }
  async grants(after: string | null, limit: number) {
    const present = [...this.holdings].filter(([, grant]) => grant.status !== 'revoked');
    return pageOf(new Map(present), after, limit).map(withoutStatus);
  }
  async principal(id: string) {
    return this.people.get(id) ?? null;
  }
  async asset(id: string) {
    return this.things.get(id) ?? null;
  }
  async groupsOf(ids: string[]) {
    return [...this.edges.values()].filter((edge) => ids.includes(edge.member_id));
  }
  async grantsOf(ids: string[], assetId: string | null) {
    return [...this.holdings.values()]
      .filter((grant) => grant.status !== 'revoked' && ids.includes(grant.principal_id))
      .filter((grant) => assetId === null || grant.asset_id === assetId)
      .map(withoutStatus);
  }
  async change({ present, grant_ids, membership }: Parameters<DirectoryRows['change']>[0]) {
    const unknown_grant_ids = grant_ids.filter((id) => !this.holdings.has(id));
    if (unknown_grant_ids.length > 0) return { unknown_grant_ids };
    for (const id of grant_ids) {
      const grant = this.holdings.get(id);
      if (grant) grant.status = present ? 'active' : 'revoked';
    }
    if (membership && present) this.edges.set(edgeKey(membership), membership);
    if (membership && !present) this.edges.delete(edgeKey(membership));
    return { unknown_grant_ids };
  }
}

const edgeKey = ({ group_id, member_id }: DirectoryMembership): string => `${group_id}\0${member_id}`;

const withoutStatus = ({ status: _, ...grant }: DirectoryGrant & { status: string }): DirectoryGrant => grant;

function pageOf<T>(rows: Map<string, T>, after: string | null, limit: number): T[] {
  return [...rows]
    .filter(([key]) => after === null || key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([, row]) => row);
}
