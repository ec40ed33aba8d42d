import { v7 as uuidv7 } from 'uuid';
import { appendToInbox } from '../../src/core/events/inbox.sql.ts';
import { type PipelineContext, processTenant } from '../../src/core/pipeline/process-tenant.ts';
import { sweepTenant } from '../../src/core/scores/sweep/sweep.ts';
import { DAY_MS } from '../../src/platform/iso-instant.ts';
import { createTestApp, type TestApp } from './app.ts';

/** The gateway and the pipeline on one database, with a clock of the pipeline's own. */
export interface ReviewWorld extends TestApp {
  now: number;
  tenant: number;
  context(): PipelineContext;
  /** Everything that waits is applied. */
  drain(): Promise<void>;
  /** Everything that time has made due is done. */
  sweep(): Promise<void>;
  use(principalId: string, assetId: string, at?: number): Promise<void>;
  decide(id: string, body: object, key?: string): Promise<{ status: number; body: Record<string, unknown> }>;
  events(type: string): Promise<{ actor: string; data: Record<string, unknown>; review_id: string | null }[]>;
}

export const daysAgo = (days: number, now = Date.now()): string =>
  new Date(now - days * DAY_MS).toISOString();

/** ann's access to the wiki is stale for long, bob's will be, cid's is fresh. olaf owns, mia manages. */
export const PEOPLE_AND_ACCESS = [
  { kind: 'principal', id: 'mia', display_name: 'Mia', type: 'user', email: 'mia@x.example' },
  {
    kind: 'principal',
    id: 'olaf',
    display_name: 'Olaf',
    type: 'user',
    manager_id: 'mia',
    email: 'olaf@x.example',
  },
  {
    kind: 'principal',
    id: 'ann',
    display_name: 'Ann',
    type: 'user',
    manager_id: 'mia',
    email: 'ann@x.example',
  },
  { kind: 'principal', id: 'bob', display_name: 'Bob', type: 'user', manager_id: 'mia' },
  { kind: 'principal', id: 'cid', display_name: 'Cid', type: 'user' },
  { kind: 'principal', id: 'gone', display_name: 'Gone', type: 'user', disabled: true },
  { kind: 'principal', id: 'team', display_name: 'Team', type: 'group' },
  { kind: 'membership', group_id: 'team', member_id: 'ann' },
  { kind: 'identity', principal_id: 'ann', provider: 'azure_ad', external_id: 'oid-of-ann' },
  {
    kind: 'asset',
    id: 'wiki',
    name: 'wiki',
    type: 'table',
    platform: 'fabric',
    classification: 'pii',
    owner_id: 'olaf',
  },
  { kind: 'asset', id: 'crm', name: 'crm', type: 'table', platform: 'synapse', classification: 'internal' },
];

const grant = (id: string, principal_id: string, asset_id: string, days: number, more: object = {}) => ({
  kind: 'grant',
  id,
  principal_id,
  asset_id,
  permission: 'read',
  granted_at: daysAgo(days),
  ...more,
});

export const GRANTS = [
  grant('g-ann-wiki', 'ann', 'wiki', 200),
  grant('g-ann-wiki-team', 'ann', 'wiki', 190, { via_group_id: 'team' }),
  grant('g-bob-wiki', 'bob', 'wiki', 60),
  grant('g-cid-wiki', 'cid', 'wiki', 5),
  grant('g-ann-crm', 'ann', 'crm', 200),
  grant('g-olaf-wiki', 'olaf', 'wiki', 300),
];

export async function createReviewWorld(
  lines: object[] = [...PEOPLE_AND_ACCESS, ...GRANTS],
  options: Parameters<typeof createTestApp>[0] = {},
): Promise<ReviewWorld> {
  const service = await createTestApp(options);
  const tenant = service.test.tenants.a;
  let events = 0;
  const world: ReviewWorld = {
    ...service,
    now: Date.now(),
    tenant,
    context: () => ({
      db: service.test.db,
      now: () => world.now,
      onError: (error) => {
        throw error;
      },
    }),
    async drain() {
      for (let turn = 0; turn < 100; turn += 1) if (!(await processTenant(world.context(), tenant))) return;
      throw new Error('the pipeline does not come to rest');
    },
    async sweep() {
      for (let turn = 0; turn < 100; turn += 1)
        if ((await sweepTenant(world.context(), tenant)) === 0) return;
      throw new Error('the sweep does not come to rest');
    },
    async use(principal_id, asset_id, at = world.now) {
      events += 1;
      const event_id = `use-${events}`;
      const timestamp = new Date(at).toISOString();
      const event = {
        event_id,
        principal_id,
        asset_id,
        action: 'query',
        platform: 'fabric',
        timestamp,
        metadata: null,
      };
      await service.test.db.transaction(tenant, (tx) => appendToInbox(tx, [event]));
      await world.drain();
    },
    async decide(id, payload, key = uuidv7()) {
      const answer = await service.call({
        method: 'POST',
        url: `/v1/reviews/${id}/decide`,
        headers: { 'idempotency-key': key },
        payload,
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    events: (type) =>
      service.test.admin(
        'SELECT actor, data, review_id FROM audit_entries WHERE tenant_id = $1 AND event_type = $2 ORDER BY at, id',
        [tenant, type],
      ) as ReturnType<ReviewWorld['events']>,
  };
  await service.import(lines);
  await world.drain();
  return world;
}
