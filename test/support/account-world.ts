import type {
  Connector,
  RawEvent,
  RawGrant,
  RawMembership,
  RawPrincipal,
} from '../../src/connectors/connector.ts';
import { syncTenant } from '../../src/connectors/sync/run-syncs.ts';
import { processTenant } from '../../src/core/pipeline/process-tenant.ts';
import type { RemediationContext } from '../../src/remediation/engine/remediation-context.ts';
import type { TestDatabase } from './database.ts';

/** What a platform of a test lists. */
export interface ListedPlatform {
  principals: RawPrincipal[];
  memberships: RawMembership[];
  grants: RawGrant[];
  events?: RawEvent[];
}

export const listedPrincipal = (key: string, more: Partial<RawPrincipal> = {}): RawPrincipal => ({
  key,
  display_name: key,
  type: 'user',
  email: null,
  department: null,
  manager_key: null,
  mfa_enabled: null,
  last_login_at: null,
  disabled: false,
  protected: false,
  created_at: '2024-01-01T00:00:00Z',
  details: {},
  ...more,
});

export const listedGrant = (
  principal_key: string,
  asset_key = 'vault',
  granted_at = '2025-01-01T00:00:00Z',
): RawGrant => ({
  key: `${principal_key}/${asset_key}`,
  principal_key,
  asset_key,
  permission: 'read',
  via_group_key: null,
  granted_at,
  revocable: true,
  details: {},
});

/** A connector that lists this, one page, and sees no use but could. */
function listingConnector(
  platform: string,
  { principals, memberships, grants, events = [] }: ListedPlatform,
): Connector {
  const all = <T>(items: T[]) => ({ items, next_cursor: null });
  const assets = [...new Set(grants.map(({ asset_key }) => asset_key))].map((key) => ({
    key,
    name: key,
    type: 'table' as const,
    owner_key: null,
    container_key: null,
    created_at: '2024-01-01T00:00:00Z',
    tags: [],
    details: {},
  }));
  return {
    platform,
    check: async () => ({ ok: true, message: 'fine', version: null, latency_ms: 1, missing: [] }),
    principals: async () => all(principals),
    assets: async () => all(assets),
    memberships: async () => all(memberships),
    grants: async () => all(grants),
    readUse: async () => ({
      events,
      checkpoint: '1',
      more: false,
      coverage: { observes_use: true, observed_since: null, gaps: [], sources: [] },
    }),
    close: async () => {},
  } as Partial<Connector> as Connector;
}

/** Platforms of a tenant that are synced one by one, when a test says so. */
export class AccountWorld {
  readonly store: TestDatabase;
  readonly tenant: number;
  readonly platforms: Record<string, ListedPlatform>;
  now = Date.parse('2026-06-01T12:00:00Z');

  constructor(store: TestDatabase, tenant: number, platforms: Record<string, Partial<ListedPlatform>>) {
    this.store = store;
    this.tenant = tenant;
    this.platforms = Object.fromEntries(
      Object.entries(platforms).map(([name, listed]) => [
        name,
        { principals: [], memberships: [], grants: [], ...listed },
      ]),
    );
  }

  /** Connected as a platform of its own, whose name is its id too. */
  async connect(...names: string[]): Promise<this> {
    for (const name of names.length > 0 ? names : Object.keys(this.platforms)) {
      await this.store.admin(
        `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
           created_by, next_sync_at) VALUES ($1, $2, $3, $2, '{}', '', '{}', 300, 'test', NULL)`,
        [this.tenant, name, name === 'entra' ? 'azure_ad' : name],
      );
    }
    return this;
  }

  get context(): RemediationContext {
    return {
      db: this.store.db,
      now: () => this.now,
      onError: (error) => {
        throw error;
      },
      openConnector: async (_, id) => this.open(id as string),
    };
  }

  open(id: string): Connector {
    return listingConnector(id, this.platforms[id] as ListedPlatform);
  }

  async sync(...names: string[]): Promise<void> {
    for (const name of names) {
      this.now += 1000;
      await this.store.admin('UPDATE connectors SET next_sync_at = $3 WHERE tenant_id = $1 AND id = $2', [
        this.tenant,
        name,
        new Date(this.now).toISOString(),
      ]);
      await syncTenant(this.context, this.tenant, new AbortController().signal);
      const [row] = await this.store.admin('SELECT error FROM connectors WHERE tenant_id = $1 AND id = $2', [
        this.tenant,
        name,
      ]);
      if (row?.error) throw new Error(String(row.error));
    }
    await this.settle();
  }

  async settle(): Promise<void> {
    while (await processTenant(this.context, this.tenant));
  }

  /** Which accounts are of one principal, as sets of "platform key". */
  async people(): Promise<string[][]> {
    const rows = await this.store.admin(
      `SELECT array_agg(connector_id || ' ' || external_key ORDER BY connector_id, external_key) AS accounts FROM accounts
       WHERE tenant_id = $1 GROUP BY principal_id ORDER BY 1`,
      [this.tenant],
    );
    return rows.map((row) => row.accounts as string[]);
  }

  async conflicts(): Promise<Record<string, string>> {
    const rows = await this.store.admin(
      `SELECT a.connector_id || ' ' || a.external_key AS account, c.kind FROM account_conflicts c
       JOIN accounts a ON a.tenant_id = c.tenant_id AND a.id = c.account_id WHERE c.tenant_id = $1 ORDER BY 1`,
      [this.tenant],
    );
    return Object.fromEntries(rows.map((row) => [row.account, row.kind as string]));
  }

  async account(
    platform: string,
    key: string,
  ): Promise<{ id: string; principal_id: string; home_id: string }> {
    const [row] = await this.store.admin(
      'SELECT id, principal_id, home_id FROM accounts WHERE tenant_id = $1 AND connector_id = $2 AND external_key = $3',
      [this.tenant, platform, key],
    );
    return row as { id: string; principal_id: string; home_id: string };
  }

  /** Everything that tells whose is what, without what only counts the time. */
  async snapshot(): Promise<Record<string, unknown>> {
    const read = (columns: string, table: string, order: string) =>
      this.store.admin(`SELECT ${columns} FROM ${table} WHERE tenant_id = $1 ORDER BY ${order}`, [
        this.tenant,
      ]);
    return {
      principals: await read(
        'id, display_name, email, type, source, department, platform, manager_id, mfa_enabled, last_login_at, disabled, protected, linked_to',
        'principals',
        'id',
      ),
      grants: await read(
        'id, principal_id, asset_id, via_group_id, permission, status, granted_at',
        'grants',
        'id',
      ),
      memberships: await read('group_id, member_id', 'memberships', 'group_id, member_id'),
      identities: await read('provider, external_id, principal_id', 'identities', 'provider, external_id'),
      assets: await read('id, owner_id', 'assets', 'id'),
      search_terms: await read('noun, term, id', 'search_terms', 'noun, term, id'),
      objects: await read(
        'connector_id, kind, external_key, lapse_id, member_id, is_owned, gone_at',
        'connector_objects',
        'connector_id, kind, external_key',
      ),
      grant_scores: await read(
        'grant_id, principal_id, active, last_used_at, active_days, lapses_at, reached, peer_department, peer_type, peer_counted, peer_active, standing_days',
        'grant_scores',
        'grant_id',
      ),
      principal_scores: await read(
        'principal_id, grant_id, lapses_at, reached',
        'principal_scores',
        'principal_id',
      ),
      peers: (
        await read('asset_id, department, type, holders, active', 'peer_groups', 'asset_id, department, type')
      ).filter((row) => row.holders !== 0),
      reviews: await read(
        'id, principal_id, asset_id, access_grant_ids, assigned_to_id, status',
        'reviews',
        'id',
      ),
      accounts: await read('id, home_id, principal_id, how', 'accounts', 'id'),
    };
  }
}
