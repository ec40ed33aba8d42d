import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './support/app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
  await service.import(
    Array.from({ length: 137 }, (_, index) => ({
      kind: 'principal',
      id: `p${String(index * 2).padStart(4, '0')}`,
      display_name: `Person ${index}`,
      type: index % 3 === 0 ? 'service_account' : 'user',
      department: index % 2 === 0 ? 'Sales' : 'Legal',
    })),
  );
});
afterAll(() => service.close());

async function walk(filters: string, limit: number, between?: () => Promise<void>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const suffix: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page = (await service.call({ url: `/v1/principals?limit=${limit}${filters}${suffix}` })).json();
    expect(page.items.length).toBeLessThanOrEqual(limit);
    ids.push(...page.items.map((item: { id: string }) => item.id));
    cursor = page.next_cursor;
    await between?.();
  } while (cursor !== null);
  return ids;
}

test('cursor pages of any size give every row once, in order, as many as the total says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom('', '&type=user', '&department=Sales', '&type=user&department=Legal', '&q=person'),
      async (limit, filters) => {
        const ids = await walk(filters, limit);
        const { total } = (await service.call({ url: `/v1/principals?limit=1${filters}` })).json();
        expect(ids).toEqual([...new Set(ids)].sort());
        expect(ids).toHaveLength(total);
      },
    ),
    { numRuns: 25 },
  );
});

test('offset pages agree with cursor pages', async () => {
  const byCursor = await walk('', 100);
  const pages = await Promise.all(
    [0, 50, 100, 150].map(async (offset) => {
      const page = (await service.call({ url: `/v1/principals?limit=50&offset=${offset}` })).json();
      expect(page.offset).toBe(offset);
      expect(page.total).toBe(137);
      return page.items.map((item: { id: string }) => item.id);
    }),
  );
  expect(pages.flat()).toEqual(byCursor);
});

test('rows inserted while walking are neither skipped over nor make others appear twice', async () => {
  const before = await walk('', 100);
  let next = 1;
  const ids = await walk('', 10, async () => {
    const id = `p${String(next).padStart(4, '0')}`;
    next += 30;
    await service.import([{ kind: 'principal', id, display_name: id, type: 'user' }]);
  });
  expect(new Set(ids).size).toBe(ids.length);
  expect(before.filter((id) => !ids.includes(id))).toEqual([]);
});
