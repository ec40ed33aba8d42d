import { fc } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { isConsistent, isIncluded, referenceLeaf } from '../../test/support/merkle-reference.ts';
import { recordedWhenItHappened } from '../../test/support/recorded-when-it-happened.ts';
import { checkpointCovering } from '../reports/content/checkpoint.sql.ts';
import { verifyBundle } from './bundle/verify-bundle.ts';
import { type AuditEntry, appendAuditEntries } from './entries.sql.ts';
import { getAuditEntry, listAuditEntries } from './list.sql.ts';
import { sequenceEntries } from './log/sequence-entries.ts';
import { parseKey } from './tree/signed-note.rules.ts';
import type { AuditType } from './types.rules.ts';

let service: TestApp;
type Entry = AuditEntry & { id: string };

const entries: Entry[] = [];
const START = Date.parse('2026-03-01T00:00:00Z');

const append = async (...added: Entry[]) => {
  await service.test.db.transaction(service.test.tenants.a, (tx) => appendAuditEntries(tx, added));
  await recordedWhenItHappened(service.test);
  entries.push(...added);
};
const sequence = (tenant = service.test.tenants.a) =>
  service.test.db.transaction(tenant, (tx) =>
    sequenceEntries(tx, { secrets_key: Buffer.alloc(32, 7), now: () => START }),
  );
const get = async (url: string, status = 200) => {
  const response = await service.call({ url });
  expect([url, response.statusCode, response.body.slice(0, 300)]).toEqual([url, status, expect.anything()]);
  return response.json();
};

function entry(i: number): Entry {
  return {
    id: `entry-${String((i * 7919) % 1_000).padStart(4, '0')}`,
    principal_id: i % 7 === 0 ? null : `prin-${i % 5}`,
    ...(i % 3 === 0 ? { review_id: `rev-${i % 4}` } : {}),
    ...(i % 5 === 0 ? { asset_id: `asset-${i % 2}` } : {}),
    event_type: (['grant.created', 'score.threshold_crossed', 'policy.changed'] as const)[i % 3] as AuditType,
    description: `Number ${i}.`,
    actor: i % 4 === 0 ? 'ann@example.com' : 'system',
    // Several in the same instant, and not in the order of writing.
    at: new Date(START + ((i * 37) % 50) * 977_000).toISOString(),
    data: { i, ...(i % 5 === 1 ? { asset_id: `asset-${i % 2}` } : {}) },
  };
}

const named = (e: AuditEntry, key: string): unknown =>
  key === 'asset_id' ? (e.asset_id ?? e.data.asset_id) : e[key as keyof AuditEntry];

beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

describe('before anything was sequenced', () => {
  test('the log has not begun', async () => {
    for (const url of ['checkpoint', 'key', 'export', 'consistency?from=0', 'nobody', 'nobody/proof']) {
      expect((await get(`/v1/audit/${url}`, 404)).detail).toEqual(expect.any(String));
    }
    expect(await get('/v1/audit')).toMatchObject({ items: [], total: 0 });
  });

  test('an entry is there at once, without a position', async () => {
    await append(entry(0));
    expect(await get('/v1/audit/entry-0000')).toEqual({
      id: 'entry-0000',
      principal_id: null,
      review_id: 'rev-0',
      asset_id: 'asset-0',
      event_type: 'grant.created',
      description: 'Number 0, by ann@example.com.',
      actor: 'ann@example.com',
      timestamp: '2026-03-01T00:00:00.000Z',
      occurred_at: '2026-03-01T00:00:00.000Z',
      data: { i: 0 },
      position: null,
      integrity: 'pending',
    });
    expect((await get('/v1/audit')).total).toBe(1);
    expect((await get('/v1/audit/entry-0000/proof', 404)).detail).toMatch(/not in the log yet/);
  });
});

test('an entry about last March is recorded today, which nobody but the database can say', async () => {
  const { db, admin, tenants } = service.test;
  const [{ now: before }] = (await admin('SELECT clock_timestamp() AS now')) as [{ now: string }];
  await db.transaction(tenants.b, (tx) =>
    appendAuditEntries(tx, [{ ...entry(1), recorded_at: entry(1).at } as AuditEntry]),
  );
  const q = db.tenant(tenants.b);
  const found = await getAuditEntry(q, entry(1).id);
  expect(found?.occurred_at).toBe(entry(1).at);
  expect(Date.parse(found?.timestamp as string)).toBeGreaterThanOrEqual(Date.parse(before));
  const page = { after: null, offset: 0, limit: 10 };
  const monthOf = (from: number) => ({ from, to: from + 31 * 86_400_000, order: 'asc' as const });
  expect(await listAuditEntries(q, monthOf(START), page)).toMatchObject({ items: [], total: 0 });
  expect(await listAuditEntries(q, monthOf(Date.parse(before)), page)).toMatchObject({ total: 1 });
  await sequence(tenants.b);
  expect(await listAuditEntries(q, monthOf(START), page)).toMatchObject({ items: [], total: 0 });
  expect(await listAuditEntries(q, monthOf(Date.parse(before)), page)).toMatchObject({ total: 1 });
  expect(await checkpointCovering(q, entry(1).at)).toBeNull();
  await expect(
    q.query(`INSERT INTO audit_entries (tenant_id, id, event_type, description, actor, at, data, recorded_at)
             VALUES (${tenants.b}, 'x', 'x', 'x', 'x', now(), '{}', '2020-01-01')`),
  ).rejects.toThrow(/permission denied/);
});

describe('lists', () => {
  beforeAll(async () => {
    for (let i = 1; i < 120; i += 10) await append(...Array.from({ length: 10 }, (_, k) => entry(i + k)));
    await sequence();
    // These are not in the log yet, and must be in lists and totals all the same.
    await append(...Array.from({ length: 10 }, (_, k) => entry(200 + k)));
  });

  const newestFirst = (a: Entry, b: Entry): number =>
    a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1;

  test('any filters, pages and orders show exactly what matches, with the exact total', async () => {
    const instant = fc.integer({ min: -3, max: 55 }).map((n) => START + n * 977_000 + (n % 2) * 500);
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            principal_id: fc.constantFrom('prin-1', 'prin-2', 'nobody'),
            review_id: fc.constantFrom('rev-0', 'rev-3', 'none'),
            asset_id: fc.constantFrom('asset-0', 'asset-1', 'none'),
            event_type: fc.constantFrom('grant.created', 'policy.changed', 'no.such'),
            actor: fc.constantFrom('system', 'ann@example.com', 'bob'),
            from: instant,
            to: instant,
            order: fc.constantFrom('asc', 'desc'),
          },
          { requiredKeys: [] },
        ),
        fc.boolean(),
        async (filters, byOffset) => {
          const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, order, ...same } = filters;
          fc.pre(from <= to);
          const expected = entries
            .filter((e) => Object.entries(same).every(([key, value]) => named(e, key) === value))
            .filter((e) => Date.parse(e.at) >= from && Date.parse(e.at) < to)
            .sort(newestFirst);
          if (order === 'asc') expected.reverse();
          const query = new URLSearchParams({ limit: '17', ...same, ...(order ? { order } : {}) });
          if (filters.from !== undefined) query.set('from', new Date(filters.from).toISOString());
          if (filters.to !== undefined) query.set('to', new Date(filters.to).toISOString());
          const found: string[] = [];
          for (;;) {
            const page = await get(`/v1/audit?${query}`);
            expect(page.total).toBe(expected.length);
            found.push(...page.items.map((item: { id: string }) => item.id));
            if (page.next_cursor === null) break;
            if (byOffset) query.set('offset', String(found.length));
            else query.set('cursor', page.next_cursor);
          }
          expect(found).toEqual(expected.map((e) => e.id));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('totals stay exact when the rest is sequenced', async () => {
    const before = await get('/v1/audit?event_type=grant.created&actor=system');
    await sequence();
    const after = await get('/v1/audit?event_type=grant.created&actor=system');
    expect(after.total).toBe(before.total);
    expect(after.items.every((item: { position: unknown }) => item.position !== null)).toBe(true);
    expect(new Set(after.items.map((item: { integrity: unknown }) => item.integrity))).toEqual(
      new Set(['verified']),
    );
  });

  test('what is wrong is named', async () => {
    for (const [url, field] of [
      ['/v1/audit?form=x', 'form'],
      ['/v1/audit?from=yesterday', 'from'],
      ['/v1/audit?from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z', 'from'],
      ['/v1/audit?order=up', 'order'],
      ['/v1/audit?cursor=x', 'cursor'],
      ['/v1/audit?limit=101', 'limit'],
      ['/v1/audit/consistency', 'from'],
      ['/v1/audit/consistency?from=-1', 'from'],
      ['/v1/audit/consistency?from=3&to=2', 'from'],
      ['/v1/audit/consistency?from=3&to=99999', 'to'],
      ['/v1/audit/export?from_size=99999', 'from_size'],
      ['/v1/audit/entry-0000/proof?tree_size=0', 'tree_size'],
      ['/v1/audit/entry-0000/proof?tree_size=99999', 'tree_size'],
      ['/v1/audit/entry-0000/proof?tree_size=1e400', 'tree_size'],
    ]) {
      const { detail } = await get(url as string, 400);
      expect([url, detail[0].loc]).toEqual([url, ['query', field]]);
    }
  });
});

describe('proofs', () => {
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64');

  test('the checkpoint is a signed note, as JSON or as text', async () => {
    const json = await get('/v1/audit/checkpoint');
    const text = await service.call({ url: '/v1/audit/checkpoint', headers: { accept: 'text/plain' } });
    expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text.body).toBe(json.note);
    expect(json.note.split('\n')).toEqual([
      json.origin,
      String(json.tree_size),
      json.root_hash,
      '',
      expect.stringMatching(`^— ${json.origin} [A-Za-z0-9+/]{91}=$`),
      '',
    ]);
    const key = await get('/v1/audit/key');
    expect(parseKey(key.key)).toEqual({ name: json.origin, public_key: bytes(key.public_key) });
  });

  test('every entry is proved, in every size of the log that has it', async () => {
    const { tree_size, root_hash, note } = await get('/v1/audit/checkpoint');
    for (const { id } of entries) {
      const proof = await get(`/v1/audit/${id}/proof`);
      expect(proof).toMatchObject({ tree_size, root_hash, checkpoint: note });
      expect(JSON.parse(proof.entry)).toMatchObject({ id });
      expect(proof.leaf_hash).toBe(referenceLeaf(proof.entry).toString('base64'));
      const check = { ...proof, leaf: bytes(proof.leaf_hash), hashes: proof.hashes.map(bytes) };
      expect(isIncluded({ ...check, root: bytes(root_hash) })).toBe(true);
      const size = proof.position + 1 + ((proof.position * 13) % (tree_size - proof.position));
      const earlier = await get(`/v1/audit/${id}/proof?tree_size=${size}`);
      const again = { ...check, tree_size: size, hashes: earlier.hashes.map(bytes) };
      expect(isIncluded({ ...again, root: bytes(earlier.root_hash) })).toBe(true);
      expect(isIncluded({ ...again, root: bytes(earlier.root_hash), position: proof.position + 1 })).toBe(
        false,
      );
    }
  });

  test('every size is the beginning of every larger one', async () => {
    for (let from = 0; from <= entries.length; from += 9) {
      const proof = await get(`/v1/audit/consistency?from=${from}`);
      expect(proof.to.tree_size).toBe(entries.length);
      const check = {
        from,
        to: proof.to.tree_size,
        from_root: bytes(proof.from.root_hash),
        to_root: bytes(proof.to.root_hash),
        hashes: proof.hashes.map(bytes),
      };
      expect([from, isConsistent(check)]).toEqual([from, true]);
      if (from > 0 && from < entries.length) {
        expect(isConsistent({ ...check, from_root: referenceLeaf('another') })).toBe(false);
      }
    }
  });

  test('the export verifies, whole and from any size', async () => {
    const { key } = await get('/v1/audit/key');
    const { note } = await get('/v1/audit/checkpoint');
    for (const from of [0, 1, 64, 100, entries.length]) {
      const bundle = await service.call({ url: `/v1/audit/export?from_size=${from}` });
      expect(bundle.headers['content-type']).toBe('application/x-ndjson');
      const found = await verifyBundle(chunks(bundle.rawPayload), { key: parseKey(key), checkpoint: note });
      expect([from, found.faults, found.entries, found.outside]).toEqual([
        from,
        [],
        entries.length - from,
        0,
      ]);
    }
  });

  test('another tenant has a log of its own', async () => {
    await sequence(service.test.tenants.b);
    const rows = await service.test.admin('SELECT origin FROM audit_logs ORDER BY tenant_id');
    expect(rows).toEqual([
      { origin: expect.stringMatching('^lapse-audit/tenant-a/') },
      { origin: expect.stringMatching('^lapse-audit/tenant-b/') },
    ]);
  });
});

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
}
