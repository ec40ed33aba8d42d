import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { insertScores } from '../../../../test/support/score-rows.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';

/** 60 principals, 12 assets of 3 platforms, 180 grants that lapse one after the other, and 20 revoked ones. */
const PRINCIPALS = 60;
const DEPARTMENTS = ['Finance', 'Legal', 'Sales'];
const PLATFORMS = ['databricks', 'fabric', 'synapse'];
let service: TestApp;
let now: number;

beforeAll(async () => {
  service = await createTestApp();
  now = Date.now();
  const number = (index: number): string => String(index).padStart(3, '0');
  await service.import([
    ...Array.from({ length: PRINCIPALS }, (_, i) => ({
      kind: 'principal',
      id: `p${number(i)}`,
      display_name: `${['Ünal', 'amara', 'Zoe', 'Bo'][i % 4]} ${number(i)}`,
      email: `person${i}@corp.example`,
      type: i % 5 === 0 ? 'service_account' : 'user',
      department: DEPARTMENTS[i % 3],
      ...(i === 1 ? { manager_id: 'p000' } : {}),
    })),
    { kind: 'principal', id: 'team', display_name: 'Team', type: 'group' },
    { kind: 'membership', group_id: 'team', member_id: 'p001' },
    { kind: 'identity', principal_id: 'p001', provider: 'azure_ad', external_id: 'ext-1' },
    { kind: 'principal', id: 'nobody', display_name: 'Nobody', type: 'user' },
    ...Array.from({ length: 12 }, (_, i) => ({
      kind: 'asset',
      id: `a${number(i)}`,
      name: `${i % 2 ? 'Orders' : 'customers'}_${number(i)}`,
      type: 'table',
      platform: PLATFORMS[i % 3],
      owner_id: 'p000',
      ...(i % 4 === 0 ? { classification: 'pii' } : {}),
    })),
  ]);
  await insertScores(
    service.test,
    service.test.tenants.a,
    Array.from({ length: 200 }, (_, i) => ({
      grant_id: `g${number((i * 7) % 200)}`,
      principal_id: `p${number(i % PRINCIPALS)}`,
      asset_id: `a${number(i % 12)}`,
      // Half a day from the edges of bands: lists that are read one after the other are of the same bands.
      lapses_at: now + (i - 90.5) * DAY_MS,
      // Never used, or once.
      half_life_class: 2,
      active: i < 180,
      ...(i % 10 === 0 ? {} : { uses: [now - (200 - i) * DAY_MS] }),
    })),
  );
  await service.test.admin("UPDATE assets SET connector_id = 'c1' WHERE id IN ('a001', 'a004')");
  await service.test.admin("UPDATE grants SET via_group_id = 'team' WHERE id = 'g000'");
});
afterAll(() => service.close());

interface Item {
  id: string;
  score: number | null;
  risk_level: string | null;
  [field: string]: unknown;
}

const get = async (url: string) => (await service.call({ url })).json();

/** Every page by cursor; the same by offset must be the same. */
async function walk(url: string, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: Item[]; next_cursor: string | null; total: number } = await get(
      `${url}&limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  const again: Item[] = [];
  for (let offset = 0; offset < items.length; offset += limit) {
    const page = await get(`${url}&limit=${limit}&offset=${offset}`);
    expect(page.total).toBe(items.length);
    again.push(...page.items);
  }
  const ids = items.map(({ id }) => id);
  expect(again.map(({ id }) => id)).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  return items;
}

describe('grants', () => {
  test('by score: active ones, stalest first or last, in pages that agree', async () => {
    const stalest = await walk('/v1/grants?sort=score', 37);
    expect(stalest).toHaveLength(180);
    const scores = stalest.map(({ score }) => score as number);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const freshest = await walk('/v1/grants?sort=score&order=asc', 61);
    expect(freshest.map(({ id }) => id)).toEqual(stalest.map(({ id }) => id).reverse());
  });

  test('a risk level selects exactly the grants that show it', async () => {
    const all = await walk('/v1/grants?sort=score', 100);
    for (const level of ['low', 'medium', 'high', 'critical']) {
      const found = await walk(`/v1/grants?risk_level=${level}`, 50);
      expect(found.length).toBeGreaterThan(0);
      expect(found.every(({ risk_level }) => risk_level === level)).toBe(true);
      expect(found.map(({ id }) => id)).toEqual(
        all.filter(({ risk_level }) => risk_level === level).map(({ id }) => id),
      );
    }
  });

  test.each([
    ['platform=fabric', (item: Item) => item.platform === 'fabric'],
    ['connector_id=c1', (item: Item) => ['a001', 'a004'].includes(String(item.asset_id))],
    ['connector_id=c1&platform=fabric', (item: Item) => ['a001', 'a004'].includes(String(item.asset_id))],
    ['connector_id=none', () => false],
    ['department=Legal', (item: Item) => item.department === 'Legal'],
    ['platform=fabric&department=Legal', (i: Item) => i.platform === 'fabric' && i.department === 'Legal'],
    ['q=unal', (item: Item) => String(item.principal_name).startsWith('Ünal')],
    ['q=orders', (item: Item) => String(item.asset_name).startsWith('Orders')],
    ['q=person7@', (item: Item) => item.principal_id === 'p007'],
    [
      'q=unal&platform=synapse',
      (i: Item) => String(i.principal_name).startsWith('Ünal') && i.platform === 'synapse',
    ],
    ['principal_id=p007', (item: Item) => item.principal_id === 'p007'],
    ['asset_id=a007', (item: Item) => item.asset_id === 'a007'],
    ['q=nothinglikethis', () => false],
    ['q=...', () => false],
  ])('%s, in every order', async (filter, matches) => {
    const all = await walk('/v1/grants?include=scores', 100);
    expect(all).toHaveLength(200);
    const byId = await walk(`/v1/grants?include=scores&${filter}`, 23);
    expect(byId.map(({ id }) => id)).toEqual(all.filter(matches).map(({ id }) => id));
    const byScore = await walk(`/v1/grants?sort=score&${filter}`, 23);
    const expected = (await walk('/v1/grants?sort=score', 100)).filter(matches);
    expect(byScore.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  test('by last use, of a principal or an asset: never used first', async () => {
    const items = await walk('/v1/grants?sort=last_used&asset_id=a000', 5);
    const used = items.map(({ last_used_at }) => (last_used_at as string | null) ?? '');
    expect(used).toEqual([...used].sort());
    expect(used[0]).toBe('');
    const latest = await walk('/v1/grants?sort=last_used&order=desc&asset_id=a000&status=active', 5);
    expect(latest.every(({ status }) => status === 'active')).toBe(true);
  });

  test('an item tells its score, both its ends and its group', async () => {
    const { items } = await get('/v1/grants?include=scores&limit=1');
    expect(items[0]).toMatchObject({
      id: 'g000',
      score: expect.any(Number),
      risk_level: 'critical',
      lapses_at: expect.any(String),
      principal_type: 'service_account',
      department: 'Finance',
      classification: 'pii',
      via_group_id: 'team',
      via_group_name: 'Team',
    });
    const revoked = await get('/v1/grants?include=scores&status=revoked&limit=1');
    expect(revoked).toMatchObject({ total: 20, items: [{ score: null, risk_level: null, lapses_at: null }] });
  });

  test('without any of it, the list is as it was', async () => {
    const page = await get('/v1/grants?limit=1');
    expect(Object.keys(page.items[0])).not.toContain('score');
    expect(page).not.toHaveProperty('total_is_exact');
  });

  test.each([
    ['sort=size', 'sort'],
    ['sort=last_used', 'sort'],
    ['sort=score&status=revoked', 'status'],
    ['sort=id&risk_level=high', 'risk_level'],
    ['risk_level=severe', 'risk_level'],
    ['order=up', 'order'],
    ['include=all', 'include'],
    ['q=', 'q'],
    ['sort=score&cursor=abc', 'cursor'],
    ['sort=score&cursor=abc&offset=1', 'offset'],
  ])('%s is refused', async (filter, field) => {
    const answer = await service.call({ url: `/v1/grants?${filter}` });
    expect(answer.statusCode).toBe(400);
    expect(JSON.stringify(answer.json())).toContain(field);
  });

  test('a cursor belongs to its order', async () => {
    const { next_cursor } = await get('/v1/grants?sort=score&limit=5');
    const other = await service.call({ url: `/v1/grants?sort=id&limit=5&cursor=${next_cursor}` });
    expect(other.statusCode).toBe(400);
  });
});

describe('principals', () => {
  test('by name, whatever its case, forwards and backwards', async () => {
    const items = await walk('/v1/principals?sort=name', 17);
    expect(items).toHaveLength(PRINCIPALS + 2);
    const names = items.map(({ display_name }) => String(display_name).toLowerCase());
    expect(names).toEqual([...names].sort());
    const back = await walk('/v1/principals?sort=name&order=desc', 17);
    expect(back.map(({ id }) => id)).toEqual(items.map(({ id }) => id).reverse());
  });

  test.each(['', '&type=user', '&department=Legal', '&q=zoe', '&type=user&department=Sales', '&q=person1'])(
    'by score%s: those with an active grant',
    async (filter) => {
      const all = await walk(`/v1/principals?include=scores${filter}`, 100);
      const items = await walk(`/v1/principals?sort=score${filter}`, 7);
      const scored = all.filter(({ overall_score }) => overall_score !== null);
      expect(items.map(({ id }) => id).sort()).toEqual(scored.map(({ id }) => id).sort());
      const scores = items.map(({ overall_score }) => overall_score as number);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    },
  );

  test('an item tells its score and how many grants it has', async () => {
    const { items } = await get('/v1/principals?include=scores&limit=1');
    expect(items[0]).toMatchObject({ id: 'nobody', overall_score: null, risk_level: null, grants: 0 });
    expect((await get('/v1/principals?sort=score&limit=1')).items[0]).toMatchObject({
      overall_score: expect.any(Number),
      risk_level: 'critical',
      grants: 3,
    });
  });

  test('what belongs to one', async () => {
    expect(await get('/v1/principals/p001/context')).toEqual({
      manager: { id: 'p000', display_name: 'Ünal 000' },
      groups: [{ id: 'team', display_name: 'Team' }],
      members: [],
      identities: [{ provider: 'azure_ad', external_id: 'ext-1' }],
      anomalies: [],
    });
    expect((await get('/v1/principals/team/context')).members).toEqual([
      { id: 'p001', display_name: 'amara 001' },
    ]);
    expect((await service.call({ url: '/v1/principals/none/context' })).statusCode).toBe(404);
  });
});

test('assets by name tell their owner, grants and stale grants', async () => {
  const items = await walk('/v1/assets?sort=name', 5);
  expect(items.map(({ name }) => name)[0]).toBe('customers_000');
  expect(items.reduce((sum, { grants }) => sum + (grants as number), 0)).toBe(180);
  expect(items.reduce((sum, { stale }) => sum + (stale as number), 0)).toBe(
    (await walk('/v1/grants?sort=score', 100)).filter(({ score }) => (score as number) > 50).length,
  );
  expect(items[0]?.owner_name).toBe('Ünal 000');
  expect(await walk('/v1/assets?sort=name&q=orders&platform=fabric', 1)).toHaveLength(2);
});

test('facets count what there is', async () => {
  const facets = await get('/v1/directory/facets');
  expect(facets.departments).toEqual(DEPARTMENTS.map((value) => ({ value, count: 20 })));
  expect(facets.platforms).toEqual(PLATFORMS.map((value) => ({ value, count: 4 })));
  expect(facets.classifications).toEqual([{ value: 'pii', count: 3 }]);
});

describe('sparklines', () => {
  test('end at the score of now and begin where something was first observed', async () => {
    const { items: grants } = await get('/v1/grants?sort=score&limit=100');
    const ids = grants.map(({ id }: Item) => id).join(',');
    const { items } = await get(`/v1/scores/sparklines?grant_ids=${ids}`);
    expect(items).toHaveLength(100);
    for (const { id, points } of items as { id: string; points: [number, number][] }[]) {
      const { score, last_used_at } = grants.find((grant: Item) => grant.id === id);
      expect(points.at(-1)?.[1]).toBeCloseTo(score, 1);
      // Every third day since the use that was imported; what was never used is known since the import alone.
      const [now = 0] = points.at(-1) ?? [];
      const since = last_used_at === null ? now : Date.parse(last_used_at);
      expect(points).toHaveLength(Math.min(31, Math.floor((now - since) / (3 * 86_400_000)) + 1));
    }
  });

  test('of principals, and of ids that do not exist or hold a comma', async () => {
    const { items } = await get('/v1/scores/sparklines?principal_ids=p001,none,with%252Ccomma,p001');
    expect(items.map(({ id }: Item) => id)).toEqual(['p001']);
  });

  test.each([
    '',
    '?grant_ids=',
    '?grant_ids=a&principal_ids=b',
    '?grant_ids=a,,b',
    '?grant_ids=%25zz',
    '?grant_ids=%2500',
    `?grant_ids=${Array.from({ length: 101 }, (_, i) => i).join(',')}`,
    `?grant_ids=${'x'.repeat(201)}`,
    '?ids=a',
  ])('%s is refused', async (query) => {
    expect((await service.call({ url: `/v1/scores/sparklines${query}` })).statusCode).toBe(400);
  });
});

describe('a word that more than a thousand have', () => {
  const NAMES = 1_100;
  beforeAll(async () => {
    await service.import(
      Array.from({ length: NAMES }, (_, i) => ({
        kind: 'principal',
        id: `c${String(i).padStart(4, '0')}`,
        display_name: `Common ${String(i).padStart(4, '0')}`,
        type: i % 2 ? 'user' : 'group',
      })),
    );
    await insertScores(
      service.test,
      service.test.tenants.a,
      Array.from({ length: 30 }, (_, i) => ({
        grant_id: `cg${i}`,
        principal_id: `c${String(i * 30).padStart(4, '0')}`,
        asset_id: 'a000',
        lapses_at: now - i * DAY_MS,
      })),
    );
  });

  test('finds the same in every order', async () => {
    expect(await walk('/v1/principals?sort=name&q=common', 100)).toHaveLength(NAMES);
    expect(await walk('/v1/principals?sort=name&q=common+00', 100)).toHaveLength(100);
    expect(await walk('/v1/principals?sort=name&q=common&type=user', 100)).toHaveLength(NAMES / 2);
    expect(await walk('/v1/principals?sort=score&q=common', 7)).toHaveLength(30);
    expect(await walk('/v1/principals?sort=score&q=common&type=group', 7)).toHaveLength(30);
    expect(await walk('/v1/grants?sort=score&q=common', 7)).toHaveLength(30);
    expect(await walk('/v1/grants?include=scores&q=common+00', 7)).toHaveLength(4);
    expect(await walk('/v1/grants?sort=score&q=common+zzz', 7)).toHaveLength(0);
  });
});
