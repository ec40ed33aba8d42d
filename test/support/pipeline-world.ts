import { expect } from 'vitest';
import { importDirectory } from '../../src/core/directory/import/import-directory.ts';
import { type AcceptedEvent, appendToInbox } from '../../src/core/events/inbox.sql.ts';
import { type PipelineContext, processTenant } from '../../src/core/pipeline/process-tenant.ts';
import { sweepTenant } from '../../src/core/scores/sweep/sweep.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export async function createPipelineWorld(): Promise<PipelineWorld> {
  return new PipelineWorld(await createTestDatabase());
}

/** Ann, Bob, two groups, one in the other, and what they may read; events are applied when a test says so. */
export class PipelineWorld {
  readonly store: TestDatabase;
  readonly tenant: number;
  now = 0;
  #events = 0;

  constructor(store: TestDatabase) {
    this.store = store;
    this.tenant = store.tenants.a;
  }

  get context(): PipelineContext {
    return { db: this.store.db, now: () => this.now, onError: () => {} };
  }

  async reset(): Promise<void> {
    this.now = Date.parse('2026-06-01T12:00:00Z');
    await this.store.admin(`SET session_replication_role = replica; TRUNCATE grants, memberships, identities, assets, principals, substitutes, search_terms, tallies, events, inbox,
      recalculations, dead_letters, grant_scores, principal_scores, score_history, peer_groups, peer_moves, principal_baselines,
      anomaly_signals, telemetry_gaps, policies, jobs, audit_entries, reviews, workflows CASCADE; SET session_replication_role = origin`);
    await this.import([
      { kind: 'principal', id: 'ann', display_name: 'Ann', type: 'user', department: 'Sales' },
      { kind: 'principal', id: 'bob', display_name: 'Bob', type: 'user', department: 'Sales' },
      { kind: 'principal', id: 'team', display_name: 'Team', type: 'group' },
      { kind: 'principal', id: 'all', display_name: 'All', type: 'group' },
      { kind: 'membership', group_id: 'team', member_id: 'ann' },
      { kind: 'membership', group_id: 'all', member_id: 'team' },
      {
        kind: 'asset',
        id: 'wiki',
        name: 'wiki',
        type: 'table',
        platform: 'fabric',
        classification: 'internal',
      },
      { kind: 'asset', id: 'crm', name: 'Customer records', type: 'table', platform: 'fabric' },
      {
        kind: 'grant',
        id: 'g-ann',
        principal_id: 'ann',
        asset_id: 'wiki',
        permission: 'read',
        granted_at: '2026-01-01T00:00:00Z',
      },
      {
        kind: 'grant',
        id: 'g-bob',
        principal_id: 'bob',
        asset_id: 'wiki',
        permission: 'read',
        granted_at: '2026-01-01T00:00:00Z',
      },
      {
        kind: 'grant',
        id: 'g-all',
        principal_id: 'all',
        asset_id: 'crm',
        permission: 'read',
        granted_at: '2026-01-01T00:00:00Z',
      },
    ]);
    await this.drain();
  }

  async import(lines: object[]): Promise<void> {
    const texts = lines.map((line, index) => ({ number: index + 1, text: JSON.stringify(line) }));
    const summary = await importDirectory(
      { db: this.store.db, tenant_id: this.tenant, now: () => this.now },
      (async function* () {
        yield* texts;
      })(),
    );
    expect(summary.rejections).toEqual([]);
  }

  process(): ReturnType<typeof processTenant> {
    return processTenant(this.context, this.tenant);
  }

  async drain(): Promise<void> {
    for (let turn = 0; turn < 50; turn += 1) if (!(await this.process())) return;
    throw new Error('the pipeline does not come to rest');
  }

  sweep(): ReturnType<typeof sweepTenant> {
    return sweepTenant(this.context, this.tenant);
  }

  use(
    principal_id: string,
    asset_id: string,
    timestamp: string,
    more: Partial<AcceptedEvent> = {},
  ): AcceptedEvent {
    this.#events += 1;
    const event_id = `e${this.#events}`;
    const what = { action: 'query', platform: 'fabric', metadata: null };
    return { event_id, principal_id, asset_id, timestamp, ...what, ...more };
  }

  async send(...events: AcceptedEvent[]): Promise<void> {
    await this.store.db.transaction(this.tenant, (tx) => appendToInbox(tx, events));
  }

  async score(grant_id: string): Promise<Record<string, unknown>> {
    const rows = await this.store.admin('SELECT * FROM grant_scores WHERE grant_id = $1', [grant_id]);
    return (rows[0] ?? {}) as Record<string, unknown>;
  }
}
