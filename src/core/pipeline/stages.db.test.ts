import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import type { Querier } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { detectAnomalies } from '../anomalies/detect-anomalies.ts';
import {
  upsertAssets,
  upsertGrants,
  upsertMemberships,
  upsertPrincipals,
} from '../directory/directory-import.sql.ts';
import type { AcceptedEvent } from '../events/inbox.sql.ts';
import { DEFAULT_POLICY } from '../policy/policy.rules.ts';
import { analysePeers } from '../scores/apply/analyse-peers.ts';
import { claimPeerMoves, grantsOfPeerGroups } from '../scores/apply/peer-groups.sql.ts';
import { recalculateDecay } from '../scores/apply/recalculate-decay.ts';
import { type Batch, createBatch } from './batch.ts';
import { enrichEvents } from './enrich-events.ts';
import { resolveIdentities } from './resolve-identities.ts';
import { classifyAssets, STAGES } from './stages.ts';
import { writeAudit } from './write-audit.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const PEERS = ['p1', 'p2', 'p3', 'p4', 'p5'];
let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
  await store.db.transaction(store.tenants.a, async (tx) => {
    await upsertPrincipals(tx, [
      ...PEERS.map(
        (id) => ({ kind: 'principal', id, display_name: id, type: 'user', department: 'Sales' }) as const,
      ),
      { kind: 'principal', id: 'grp', display_name: 'Group', type: 'group' },
    ]);
    await upsertMemberships(tx, [{ kind: 'membership', group_id: 'grp', member_id: 'p1' }]);
    await upsertAssets(tx, [
      { kind: 'asset', id: 'a', name: 'payroll', type: 'table', platform: 'fabric' },
      {
        kind: 'asset',
        id: 'b',
        name: 'payroll',
        type: 'table',
        platform: 'fabric',
        classification: 'public',
      },
    ]);
    await upsertGrants(tx, [
      ...PEERS.map(
        (id) =>
          ({
            kind: 'grant',
            id: `g-${id}`,
            principal_id: id,
            asset_id: 'a',
            permission: 'read',
            granted_at: '2026-01-01T00:00:00Z',
          }) as const,
      ),
      {
        kind: 'grant',
        id: 'g-grp',
        principal_id: 'grp',
        asset_id: 'b',
        permission: 'read',
        granted_at: '2026-01-01T00:00:00Z',
      },
    ]);
  });
});
afterAll(() => store.drop());

/** Every test works on its own transaction and leaves nothing behind. */
async function inBatch(
  work: { events?: Partial<AcceptedEvent>[]; grant_ids?: string[]; cause?: Batch['cause'] },
  check: (batch: Batch, tx: Querier) => Promise<void>,
): Promise<void> {
  const undo = new Error('undo');
  const events = (work.events ?? []).map((event, index) => ({
    event_id: `e${index}`,
    principal_id: 'p1',
    asset_id: 'a',
    action: 'query',
    platform: 'fabric',
    timestamp: '2026-05-31T10:00:00.000Z',
    metadata: null,
    ...event,
  }));
  await store.db
    .transaction(store.tenants.a, async (tx) => {
      const given = {
        tx,
        now: NOW,
        policy: DEFAULT_POLICY,
        cause: work.cause ?? 'use',
      };
      const { grant_ids } = work;
      await check(createBatch(given, { events, ...(grant_ids ? { grant_ids } : {}) }), tx);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
}

test('the stages are the ten of the contract, in its order', () => {
  expect(STAGES.map((stage) => stage.name)).toEqual([
    'identity resolution',
    'asset classification',
    'enrichment',
    'decay recalculation',
    'peer analysis',
    'anomaly detection',
    'review generation',
    'workflow',
    'remediation',
    'audit writing',
  ]);
});

describe('identity resolution', () => {
  test('finds own grants and those of groups, and drops what came before', async () => {
    await inBatch(
      { events: [{ event_id: 'x' }, { event_id: 'x' }, { event_id: 'y', asset_id: 'b' }] },
      async (batch) => {
        await resolveIdentities(batch);
        expect(batch.events.map(({ event_id, grant_ids }) => [event_id, grant_ids])).toEqual([
          ['x', ['g-p1']],
          ['y', ['g-grp']],
        ]);
        const sameIdLater = { ...event(), event_id: 'x', timestamp: '2026-05-30T10:00:00.000Z' };
        const other = createBatch(batch, { events: [sameIdLater] });
        await resolveIdentities(other);
        expect(other.events).toHaveLength(1);
        const again = createBatch(batch, { events: batch.events });
        await resolveIdentities(again);
        expect(again.events).toEqual([]);
      },
    );
  });
});

describe('asset classification', () => {
  test('fills in what is missing and leaves what was said', async () => {
    await inBatch({ events: [{}, { asset_id: 'b' }] }, async (batch, tx) => {
      await classifyAssets(batch);
      const assets = await tx.query(
        'SELECT id, classification FROM assets WHERE tenant_id = $1 ORDER BY id',
        [tx.tenant_id],
      );
      expect(assets).toEqual([
        { id: 'a', classification: 'pii' },
        { id: 'b', classification: 'public' },
      ]);
    });
  });
});

describe('enrichment', () => {
  test('adds network and working hours, and a sign-in moves the last login forward only', async () => {
    const events = [
      { metadata: { source_ip: '10.1.2.3' }, action: 'admin_login' },
      { timestamp: '2026-05-30T03:00:00.000Z', metadata: { source_ip: 7 } },
      { timestamp: '2020-01-01T03:00:00.000Z', action: 'login' },
    ];
    await inBatch({ events }, async (batch, tx) => {
      await enrichEvents(batch);
      expect(batch.events.map((event) => [event.network, event.is_working_hours])).toEqual([
        ['10.1.2.0/24', false],
        [null, false],
        [null, false],
      ]);
      const [principal] = await tx.query(
        "SELECT last_login_at FROM principals WHERE tenant_id = $1 AND id = 'p1'",
        [tx.tenant_id],
      );
      expect(principal).toEqual({ last_login_at: '2026-05-31T10:00:00.000Z' });
    });
  });
});

describe('decay recalculation and peer analysis', () => {
  test('counts holders and users, and asks for the others when the group’s shift has moved', async () => {
    await inBatch({ grant_ids: PEERS.map((id) => `g-${id}`), cause: 'imported' }, async (batch, tx) => {
      await recalculateDecay(batch);
      await analysePeers(batch);
      await detectAnomalies(batch);
      const group = () =>
        tx.query('SELECT holders, active FROM peer_groups WHERE tenant_id = $1', [tx.tenant_id]);
      expect(await group()).toEqual([{ holders: 5, active: 0 }]);
      expect(batch.grants.get('g-p1')?.known.facts.peers).toEqual({ peers: 4, active: 0 });

      const used = createBatch({ ...batch, cause: 'use' }, { events: [{ ...event(), event_id: 'u' }] });
      for (const stage of [resolveIdentities, recalculateDecay, analysePeers, detectAnomalies])
        await stage(used);
      expect(await group()).toEqual([{ holders: 5, active: 1 }]);
      const moved = await claimPeerMoves(tx, 10);
      expect(moved).toEqual([{ asset_id: 'a', department: 'Sales', type: 'user' }]);
      expect((await grantsOfPeerGroups(tx, moved)).sort()).toEqual(PEERS.map((id) => `g-${id}`));
      expect(await claimPeerMoves(tx, 10)).toEqual([]);
      const [score] = await tx.query(
        "SELECT lapses_at FROM grant_scores WHERE tenant_id = $1 AND grant_id = 'g-p1'",
        [tx.tenant_id],
      );
      // 120 days of patience, 10 sooner for personal data, 10 sooner because no other peer uses it.
      expect(score).toEqual({
        lapses_at: new Date(Date.parse(event().timestamp) + 100 * DAY_MS).toISOString(),
      });
    });
  });
});

describe('anomaly detection', () => {
  test('keeps signals with their evidence, and each makes the access lapse sooner', async () => {
    const usual = Array.from({ length: 30 }, (_, index) => ({
      timestamp: new Date(Date.parse('2026-04-01T10:00:00Z') + index * DAY_MS).toISOString(),
      metadata: { source_ip: '10.0.0.1', rows_returned: 50 },
    }));
    const strange = {
      timestamp: '2026-05-02T03:00:00.000Z',
      action: 'grant_role',
      metadata: { source_ip: '203.0.113.9', rows_returned: 90_000 },
    };
    await inBatch({ events: [...usual, strange] }, async (batch, tx) => {
      for (const { run } of STAGES) await run(batch);
      const signals = await tx.query(
        'SELECT kind, evidence FROM anomaly_signals WHERE tenant_id = $1 ORDER BY kind',
        [tx.tenant_id],
      );
      expect(signals.map((signal) => signal.kind)).toEqual([
        'first_admin_action',
        'new_network',
        'unusual_hour',
        'volume_spike',
      ]);
      expect(signals.find((signal) => signal.kind === 'new_network')?.evidence).toMatchObject({
        network: '203.0.113.0/24',
      });
      const [score] = await tx.query(
        "SELECT anomaly_signals FROM grant_scores WHERE tenant_id = $1 AND grant_id = 'g-p1'",
        [tx.tenant_id],
      );
      expect(score).toEqual({ anomaly_signals: 4 });
    });
  });
});

describe('a new network', () => {
  const usual = (asset_id: string) =>
    Array.from({ length: 12 }, (_, index) => ({
      event_id: `${asset_id}-${index}`,
      asset_id,
      timestamp: new Date(Date.parse('2026-05-01T10:00:00Z') + index * DAY_MS).toISOString(),
      metadata: { source_ip: '10.0.0.1' },
    }));
  const strange = (asset_id: string, event_id: string) => ({
    event_id,
    asset_id,
    timestamp: '2026-05-20T10:00:00.000Z',
    metadata: { source_ip: '203.0.113.9' },
  });
  const scores = (tx: Querier) =>
    tx.query(
      `SELECT grant_id, anomaly_signals, candidates FROM grant_scores
       WHERE tenant_id = $1 AND grant_id IN ('g-p1', 'g-grp') ORDER BY grant_id`,
      [tx.tenant_id],
    );

  test('is one signal for forty queries of a day, also in several batches', async () => {
    const queries = Array.from({ length: 40 }, (_, index) => strange('a', `s${index}`));
    await inBatch({ events: [...usual('a'), ...queries.slice(0, 30)] }, async (batch, tx) => {
      for (const { run } of STAGES) await run(batch);
      const later = createBatch(batch, { events: queries.slice(30).map((own) => ({ ...event(), ...own })) });
      for (const { run } of STAGES) await run(later);
      const rows = await tx.query('SELECT kind, event_id FROM anomaly_signals WHERE tenant_id = $1', [
        tx.tenant_id,
      ]);
      expect(rows).toEqual([{ kind: 'new_network', event_id: 's0' }]);
      expect(await scores(tx)).toMatchObject([{ grant_id: 'g-p1', anomaly_signals: 1 }]);
    });
  });

  test('of a member is recorded, and does not count against the group', async () => {
    await inBatch({ events: [...usual('b'), strange('b', 's')] }, async (batch, tx) => {
      for (const { run } of STAGES) await run(batch);
      const rows = await tx.query('SELECT kind, principal_id FROM anomaly_signals WHERE tenant_id = $1', [
        tx.tenant_id,
      ]);
      expect(rows).toEqual([{ kind: 'new_network', principal_id: 'p1' }]);
      expect(await scores(tx)).toEqual([{ grant_id: 'g-grp', anomaly_signals: 0, candidates: null }]);
    });
  });

  test('that turns out to be old is taken back, also on an access that is not used now', async () => {
    await inBatch({ events: [...usual('a'), strange('a', 's')] }, async (batch, tx) => {
      for (const { run } of STAGES) await run(batch);
      const late = { ...strange('b', 'late'), timestamp: '2026-05-02T10:00:00.000Z' };
      const later = createBatch(batch, { events: [{ ...event(), ...late }] });
      for (const { run } of STAGES) await run(later);
      const requests = await tx.query<{ cause: Batch['cause']; grant_ids: string[] }>(
        "SELECT cause, grant_ids FROM recalculations WHERE tenant_id = $1 AND cause = 'signals'",
        [tx.tenant_id],
      );
      expect(requests).toEqual([{ cause: 'signals', grant_ids: ['g-p1'] }]);
      expect((await scores(tx)).at(-1)).toMatchObject({ grant_id: 'g-p1', anomaly_signals: 1 });
      const again = createBatch({ ...batch, cause: 'signals' }, { grant_ids: ['g-p1'] });
      for (const { run } of STAGES) await run(again);
      expect((await scores(tx)).at(-1)).toMatchObject({ grant_id: 'g-p1', anomaly_signals: 0 });
    });
  });
});

describe('audit writing', () => {
  test('records crossings in the words of the contract', async () => {
    await inBatch({ grant_ids: ['g-p1'], cause: 'imported' }, async (batch, tx) => {
      await recalculateDecay(batch);
      batch.crossings.push({
        of: 'grant',
        grant_id: 'g-p1',
        principal_id: 'p1',
        asset_id: 'a',
        threshold: 50,
        direction: 'above',
        score: 51,
        previous_score: 49,
        at: NOW,
      });
      await writeAudit(batch);
      const entries = await tx.query(
        'SELECT event_type, actor, principal_id, data FROM audit_entries WHERE tenant_id = $1 ORDER BY id',
        [tx.tenant_id],
      );
      expect(entries).toMatchObject([
        {
          event_type: 'grant.threshold_crossed',
          actor: 'system',
          data: { principal_name: 'p1', score: 51, previous_score: 49, threshold: 50, direction: 'above' },
        },
      ]);
    });
  });
});

function event(): AcceptedEvent {
  return {
    event_id: 'e',
    principal_id: 'p1',
    asset_id: 'a',
    action: 'query',
    platform: 'fabric',
    timestamp: '2026-05-31T10:00:00.000Z',
    metadata: null,
  };
}
