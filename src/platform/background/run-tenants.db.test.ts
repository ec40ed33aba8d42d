import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import type { Loop } from './run-loop.ts';
import { runTenants, type TenantLoop } from './run-tenants.ts';
import { TenantTurns } from './tenant-turns.ts';
import { retryAfterMs } from './tenant-work.rules.ts';
import { dueWork } from './tenants-with.sql.ts';
import { countTenantsNotProcessed, failingWork, listWorkFailures } from './work-failures.sql.ts';

let store: TestDatabase;
let a: number;
let b: number;
const errors: [number, string][] = [];
const loops: Loop[] = [];

beforeAll(async () => {
  store = await createTestDatabase();
  a = store.tenants.a;
  b = store.tenants.b;
});
afterAll(() => store.drop());
beforeEach(async () => {
  errors.length = 0;
  await store.admin('TRUNCATE work_failures');
});

const context = () => ({
  db: store.db,
  now: Date.now,
  onError: (error: Error, tenantId: number) => errors.push([tenantId, error.message]),
});

function start(options: Pick<TenantLoop, 'turn' | 'due'> & Partial<TenantLoop>): Loop {
  const loop = runTenants({ context: context(), look_every_ms: 5, at_once: 2, ...options });
  loops.push(loop);
  return loop;
}

/** Ends when it has been called so often. */
function countdown(count: number): { tick: () => void; done: Promise<void> } {
  let left = count;
  let resolve: () => void = () => {};
  const done = new Promise<void>((end) => {
    resolve = end;
  });
  return {
    done,
    tick: () => {
      left -= 1;
      if (left <= 0) resolve();
    },
  };
}

describe('a tenant that fails', () => {
  test('is recorded, rests longer each time, and holds nobody up; a success forgets it', async () => {
    const turns = new TenantTurns(context());
    const fail = () => turns.take('syncs', a, () => Promise.reject(new Error('the platform is gone')));
    expect(await fail()).toBeNull();
    expect(turns.isResting('syncs', a)).toBe(true);
    expect([turns.isResting('syncs', b), turns.isResting('removals', a)]).toEqual([false, false]);
    // It rests: this is not an attempt.
    expect(await fail()).toBeNull();
    expect(await listWorkFailures(store.db.tenant(a))).toMatchObject([
      { work: 'syncs', attempts: 1, error: 'the platform is gone' },
    ]);
    expect(await turns.take('syncs', b, async () => 'done')).toBe('done');
    expect(await listWorkFailures(store.db.tenant(b))).toEqual([]);
    expect(errors).toEqual([[a, 'the platform is gone']]);

    // Another process, which has not failed and does not rest.
    const others = new TenantTurns(context());
    expect(await others.take('syncs', a, () => Promise.reject(new Error('still gone')))).toBeNull();
    const third = new TenantTurns(context());
    expect(await third.take('syncs', a, () => Promise.reject(new Error('still gone')))).toBeNull();
    expect(await countTenantsNotProcessed(store.db)).toBe(1);
    expect(await failingWork(store.db)).toEqual([{ tenant_id: a, work: 'syncs', attempts: 3 }]);
    expect(await new TenantTurns(context()).take('syncs', a, async () => 'done')).toBe('done');
    expect(await failingWork(store.db)).toEqual([]);
    expect(await countTenantsNotProcessed(store.db)).toBe(0);
  });

  test('has not failed when it was broken off because the program stops', async () => {
    const signal = AbortSignal.abort();
    const turns = new TenantTurns(context());
    expect(await turns.take('syncs', a, () => Promise.reject(new Error('aborted')), signal)).toBeNull();
    expect([errors, await listWorkFailures(store.db.tenant(a))]).toEqual([[], []]);
  });

  test('rests at most a minute', () => {
    expect([1, 2, 3, 7, 100].map(retryAfterMs)).toEqual([1_000, 2_000, 4_000, 60_000, 60_000]);
  });

  test('does not fail where the failure cannot even be recorded', async () => {
    const alone = () => {
      throw new Error('away');
    };
    const away = { ...context(), db: { registry: store.db.registry, alone } };
    const turns = new TenantTurns(away);
    expect(await turns.take('syncs', a, () => Promise.reject(new Error('away')))).toBeNull();
    expect(await listWorkFailures(store.db.tenant(a))).toEqual([]);
  });
});

describe('a round', () => {
  test('gives every tenant one turn before any has a second, also when one throws', async () => {
    const order: number[] = [];
    const { tick, done } = countdown(8);
    const loop = start({
      at_once: 1,
      due: async () => ({ tenants: [a, b] }),
      turn: async (tenantId) => {
        order.push(tenantId);
        tick();
        if (tenantId === a) throw new Error('outside of everything');
        return true;
      },
    });
    await done;
    await loop.stop();
    expect(order.slice(0, 8)).toEqual([a, b, a, b, a, b, a, b]);
    expect(errors[0]).toEqual([a, 'outside of everything']);
  });

  test('goes on while the turn of one tenant hangs', async () => {
    let release: () => void = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = 0;
    const { tick, done } = countdown(5);
    const loop = start({
      due: async () => ({ tenants: [a, b] }),
      turn: async (tenantId) => {
        if (tenantId === a) {
          begun += 1;
          await hanging;
        } else tick();
        return tenantId === b;
      },
    });
    await done;
    expect(begun).toBe(1);
    let isStopped = false;
    const stopped = loop.stop().then(() => {
      isStopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isStopped).toBe(false);
    release();
    await stopped;
  });

  test('looks at a tenant again that was passed over while its turn was under way', async () => {
    let release: () => void = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { tick, done } = countdown(2);
    let looks = 0;
    const { tick: looked, done: lookedTwice } = countdown(2);
    const loop = start({
      look_every_ms: 600_000,
      due: async () => {
        looks += 1;
        looked();
        return { tenants: looks <= 3 ? [a] : [] };
      },
      turn: async () => {
        tick();
        await hanging;
        return false;
      },
    });
    loop.wake();
    await lookedTwice;
    release();
    await done;
    await loop.stop();
  });

  test('is begun anew when the rest of a tenant after a failure is over, and when a turn says so', async () => {
    const { tick, done } = countdown(4);
    let turns = 0;
    const loop = start({
      look_every_ms: 600_000,
      due: async () => ({ tenants: [a] }),
      turn: async (_tenantId, { take }) => {
        turns += 1;
        tick();
        return take('syncs', async () => {
          if (turns === 1) throw new Error('once');
          return turns === 2 ? 20 : turns === 3;
        });
      },
    });
    await done;
    await loop.stop();
  });

  test('leaves a tenant no more than its share', async () => {
    let release: () => void = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun = new Map([
      [a, 0],
      [b, 0],
    ]);
    const { tick, done } = countdown(4);
    const loop = start({
      at_once: 4,
      at_once_per_tenant: 2,
      // The first has enough for everybody.
      due: async () => ({ tenants: [a, a, a, a, b, b] }),
      turn: async (tenantId) => {
        begun.set(tenantId, (begun.get(tenantId) ?? 0) + 1);
        tick();
        await hanging;
        return false;
      },
    });
    await done;
    expect([...begun.values()]).toEqual([2, 2]);
    release();
    await loop.stop();
  });
});

test('rows of a tenant that cannot be read make it due, and keep nobody else from being found', async () => {
  const question = async () => (await dueWork({ db: store.db, now: Date.now }, 'events')).tenants;
  const insert = 'INSERT INTO recalculations (tenant_id, cause, grant_ids) VALUES ($1, $2, $3)';
  for (const tenantId of [a, b]) await store.admin(insert, [tenantId, 'refresh', ['g']]);
  await store.admin(
    `CREATE POLICY broken ON recalculations AS RESTRICTIVE USING (CASE WHEN tenant_id = ${a} THEN 1 / (tenant_id - ${a}) = 0 ELSE true END)`,
  );
  expect(await question()).toEqual([a, b]);
  await store.admin('DELETE FROM recalculations WHERE tenant_id = $1', [b]);
  expect(await question()).toEqual([a]);
  await store.admin('DROP POLICY broken ON recalculations');
  await expect(dueWork({ db: store.db, now: Date.now }, 'nothing' as never)).rejects.toThrow(/no work/);
});
