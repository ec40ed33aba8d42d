import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { type Database, openDatabase } from './database.ts';

let database: TestDatabase;
let hurried: Database;
beforeAll(async () => {
  database = await createTestDatabase(2);
  hurried = openDatabase({
    connection: database.application,
    pool_size: 1,
    query_ms_max: 300,
    onError: () => {},
  });
});
afterAll(async () => {
  await hurried.close();
  await database.drop();
});

const SLOW = 'SELECT i, pg_sleep(0.2) IS NULL AS slept FROM generate_series(1, 4) AS i';

test('what a snapshot reads may take longer than a request would wait', async () => {
  const tenant = database.tenants.a;
  await expect(hurried.transaction(tenant, (tx) => tx.query(SLOW))).rejects.toMatchObject({
    code: 'unavailable',
  });
  const read = await hurried.snapshot(tenant, async (snapshot) => {
    const copied: Buffer[] = [];
    for await (const bytes of snapshot.copyCsv(SLOW)) copied.push(bytes);
    const pages: unknown[] = [];
    for await (const page of snapshot.pages(SLOW, 10)) pages.push(...page);
    return {
      copied: Buffer.concat(copied).toString(),
      pages: pages.length,
      rows: await snapshot.query(SLOW),
    };
  });
  expect(read.copied.split('\n')).toHaveLength(6);
  expect([read.pages, read.rows.length]).toEqual([4, 4]);
});

test('a COPY that was read to its end leaves no clock running', async () => {
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const read = () =>
    database.db.snapshot(database.tenants.a, async (snapshot) => {
      const chunks: Buffer[] = [];
      for await (const chunk of snapshot.copyCsv('SELECT i FROM generate_series(1, 3) i')) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    });
  expect(await read()).toBe('i\n1\n2\n3\n');
  const before = timers();
  for (let round = 0; round < 5; round += 1) await read();
  // Other clocks of the process may begin meanwhile, not one for each COPY.
  expect(timers() - before).toBeLessThan(5);
});
