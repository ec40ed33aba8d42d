import { expect } from 'vitest';
import { type Connector, ConnectorError, type RawEvent } from '../../src/connectors/connector.ts';
import { syncTenant } from '../../src/connectors/sync/run-syncs.ts';
import { processTenant } from '../../src/core/pipeline/process-tenant.ts';
import type { RemediationContext } from '../../src/remediation/engine/remediation-context.ts';
import { type ListedPlatform, listedGrant, listedPrincipal } from './account-world.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A platform of a test's own, so that it can be broken in the middle of a listing. */
interface BreakablePlatform extends ListedPlatform {
  events: RawEvent[];
  observes_use: boolean;
  observed_since: string | null;
  isDown: boolean;
  /** Calls of each kind, and after which of them the worker dies. */
  calls: string[];
  diesAt: string | null;
  answers_after_ms: number;
}

export class Death extends Error {}

const ROWS_PER_PAGE = 10;
const VAULT = {
  key: 'vault',
  name: 'vault',
  type: 'table' as const,
  owner_key: null,
  container_key: null,
  created_at: null,
  tags: [],
  details: {},
};

/** Ann may read the vault, and so may the team that Bob is in. */
const FIRST_STATE: BreakablePlatform = {
  principals: [listedPrincipal('ann'), listedPrincipal('team', { type: 'group' }), listedPrincipal('bob')],
  memberships: [{ group_key: 'team', member_key: 'bob', details: {} }],
  grants: [listedGrant('ann'), listedGrant('team')],
  events: [],
  observes_use: true,
  observed_since: null,
  isDown: false,
  calls: [],
  diesAt: null,
  answers_after_ms: 0,
};

export async function createSyncWorld(): Promise<SyncWorld> {
  return new SyncWorld(await createTestDatabase());
}

export class SyncWorld {
  readonly store: TestDatabase;
  readonly tenant: number;
  now = 0;
  platform = FIRST_STATE;

  constructor(store: TestDatabase) {
    this.store = store;
    this.tenant = store.tenants.a;
  }

  /** As if nothing had ever been read: one connector, due now. */
  async begin(): Promise<void> {
    this.now = Date.parse('2026-06-01T12:00:00Z');
    this.platform = structuredClone(FIRST_STATE);
    await this.emptyDirectory();
    await this.store.admin('TRUNCATE connectors CASCADE');
    await this.store.admin(
      `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
         created_by, next_sync_at) VALUES ($1, 'c1', 'fake', 'Fake', '{}', '', '{}', 300, 'test', $2)`,
      [this.tenant, new Date(this.now).toISOString()],
    );
  }

  async emptyDirectory(): Promise<void> {
    await this.store.admin(`TRUNCATE grants, memberships, identities, assets, principals, search_terms, tallies, events,
      inbox, recalculations, grant_scores, principal_scores, score_history, peer_groups, telemetry_gaps,
      connector_objects CASCADE`);
  }

  get context(): RemediationContext {
    return {
      db: this.store.db,
      now: () => this.now,
      onError: () => {},
      openConnector: async () => this.#connector(),
    };
  }

  sync(): Promise<boolean> {
    return syncTenant(this.context, this.tenant, new AbortController().signal);
  }

  async syncAgain(seconds = 400): Promise<void> {
    this.now += seconds * 1000;
    expect(await this.sync()).toBe(true);
  }

  /** Until the pipeline has nothing left to do. */
  async settle(): Promise<void> {
    while (await processTenant(this.context, this.tenant));
  }

  async connector(): Promise<Record<string, unknown>> {
    return (await this.store.admin('SELECT * FROM connectors'))[0] as Record<string, unknown>;
  }

  #connector(): Connector {
    const listing =
      <T>(kind: string, items: T[]) =>
      async (cursor: string | null) => {
        this.#called(`${kind} ${cursor ?? 'first'}`);
        const next = Number(cursor ?? 0) + ROWS_PER_PAGE;
        return {
          items: items.slice(next - ROWS_PER_PAGE, next),
          next_cursor: next < items.length ? String(next) : null,
        };
      };
    const { principals, memberships, grants } = this.platform;
    return {
      platform: 'fake',
      check: async () => ({ ok: true, message: 'fine', version: null, latency_ms: 1, missing: [] }),
      principals: listing('principals', principals),
      assets: listing('assets', [VAULT]),
      memberships: listing('memberships', memberships),
      grants: listing('grants', grants),
      readUse: async (checkpoint) => {
        const { events, observes_use, observed_since, isDown } = this.platform;
        if (isDown) throw new ConnectorError('unavailable', 'the platform is down');
        this.platform.calls.push(`use ${checkpoint}`);
        return {
          events,
          checkpoint: String(Number(checkpoint ?? 0) + 1),
          more: false,
          coverage: { observes_use, observed_since, gaps: [], sources: [] },
        };
      },
      close: async () => {},
    } as Partial<Connector> as Connector;
  }

  #called(call: string): void {
    this.platform.calls.push(call);
    this.now += this.platform.answers_after_ms;
    if (this.platform.isDown) throw new ConnectorError('unavailable', 'the platform is down');
    if (this.platform.diesAt === call) throw new Death();
  }
}
