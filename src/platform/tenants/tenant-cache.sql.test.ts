import { beforeEach, describe, expect, it } from 'vitest';
import type { Tenant } from './tenant.rules.ts';
import { TenantCache } from './tenant-cache.sql.ts';

const ACME: Tenant = { tenant_id: 1, tid: 'acme', issuer: null };

let registered: Tenant[];
let statements: (readonly string[])[];
let running: number;
let runningMax: number;
let failure: Error | null;
let now: number;
let cache: TenantCache;

beforeEach(() => {
  registered = [ACME];
  statements = [];
  running = 0;
  runningMax = 0;
  failure = null;
  now = 0;
  cache = new TenantCache(select, () => now);
});

/** Answers like the registry, later. */
async function select(tids: readonly string[]): Promise<Tenant[]> {
  statements.push(tids);
  running += 1;
  runningMax = Math.max(runningMax, running);
  await new Promise(setImmediate);
  running -= 1;
  if (failure) throw failure;
  return registered.filter(({ tid }) => tids.includes(tid));
}

describe('TenantCache', () => {
  it('remembers a known tenant for a minute', async () => {
    expect(await cache.find('acme')).toEqual(ACME);
    now = 59_999;
    expect(await cache.find('acme')).toEqual(ACME);
    expect(statements).toHaveLength(1);
    now = 60_000;
    expect(await cache.find('acme')).toEqual(ACME);
    expect(statements).toHaveLength(2);
  });

  it('remembers an unknown one for seconds only', async () => {
    expect(await cache.find('late')).toBeNull();
    registered.push({ tenant_id: 2, tid: 'late', issuer: null });
    expect(await cache.find('late')).toBeNull();
    expect(statements).toHaveLength(1);
    now = 5_000;
    expect(await cache.find('late')).toMatchObject({ tenant_id: 2 });
  });

  it('forgets when told to', async () => {
    await cache.find('late');
    registered.push({ tenant_id: 2, tid: 'late', issuer: null });
    cache.forget('late');
    expect(await cache.find('late')).toMatchObject({ tenant_id: 2 });
  });

  it('answers a flood of invented names with few statements, one at a time, and keeps the known', async () => {
    await cache.find('acme');
    const flood = Array.from({ length: 20_000 }, (_, index) => cache.find(`invented-${index}`));
    expect(new Set(await Promise.all(flood))).toEqual(new Set([null]));
    expect(statements.length).toBeLessThanOrEqual(1 + 1 + 20_000 / 500);
    expect(Math.max(...statements.map((tids) => tids.length))).toBeLessThanOrEqual(500);
    expect(runningMax).toBe(1);
    const before = statements.length;
    expect(await cache.find('acme')).toEqual(ACME);
    expect(statements).toHaveLength(before);
  });

  it('asks once for one name, however many want to know', async () => {
    await Promise.all(Array.from({ length: 100 }, () => cache.find('acme')));
    expect(statements.flat().length).toBeLessThanOrEqual(2);
  });

  it('passes a failure on and remembers nothing of it', async () => {
    failure = new Error('unreachable');
    const outcomes = await Promise.allSettled([cache.find('acme'), cache.find('x'), cache.find('acme')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    failure = null;
    expect(await cache.find('acme')).toEqual(ACME);
  });
});
