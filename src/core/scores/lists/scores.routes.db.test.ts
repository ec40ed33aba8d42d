import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { insertScores } from '../../../../test/support/score-rows.ts';
import { createDevAuthenticate } from '../../../gateway/tokens/token-verifier.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';

const NOW = Date.UTC(2026, 0, 31, 9, 30);
const AT = '2026-01-31T09:30:00Z';

let service: TestApp;
let stranger: TestApp;
let reference: TestApp;

beforeAll(async () => {
  service = await createTestApp();
  stranger = await createTestApp({
    test: service.test,
    authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
  });
  reference = await createTestApp({ test: service.test, env: TOKENS_NEEDED });
  const days = (count: number): number => NOW + count * DAY_MS;
  await insertScores(service.test, service.test.tenants.a, [
    { grant_id: 'g1', principal_id: 'p1', asset_id: 'a1', lapses_at: days(0), uses: [days(-35)] },
    { grant_id: 'g2', principal_id: 'p1', asset_id: 'a2', lapses_at: days(20), permission: 'Full Control' },
    { grant_id: 'g3', principal_id: 'p2', asset_id: 'a1', lapses_at: days(-20), permission: 'FROBNICATE' },
    { grant_id: 'g4', principal_id: 'p2', asset_id: 'a2', lapses_at: days(-400), active: false },
    // One lapse date, several rows; others a microsecond apart.
    ...Array.from({ length: 30 }, (_, i) => ({
      grant_id: `tie-${String(i).padStart(2, '0')}`,
      principal_id: `q${i % 7}`,
      asset_id: 'a3',
      lapses_at: i < 15 ? '2026-02-20 09:30:00+00' : `2026-02-20 09:30:00.00000${i % 5}+00`,
    })),
  ]);
  await insertScores(service.test, service.test.tenants.b, [
    { grant_id: 'other', principal_id: 'p1', asset_id: 'a1', lapses_at: days(-999) },
  ]);
});
afterAll(async () => {
  await reference.app.close();
  await stranger.app.close();
  await service.close();
});

const TOKENS_NEEDED = {
  AUTH_DISABLED: 'false',
  OIDC_ISSUER: 'https://login.example',
  OIDC_AUDIENCE: 'lapse',
};

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against the description by `call`.
type Answer = any;

async function get(url: string, from = service): Promise<Answer> {
  const response = await from.call({ url });
  expect([url, response.statusCode, response.body]).toEqual([url, 200, response.body]);
  return response.json();
}

async function faultsOf(url: string): Promise<string[]> {
  const response = await service.call({ url });
  expect([url, response.statusCode]).toEqual([url, 400]);
  return response.json().detail.map((fault: { loc: string[] }) => fault.loc.join('.'));
}

describe('pair items', () => {
  test('hold the fields of the contract, and when thresholds are crossed', async () => {
    const { items, total } = await get(`/v1/scores?principal_id=p1&asset_id=a1&as_of=${AT}`);
    expect(total).toBe(1);
    expect(items).toEqual([
      {
        principal_id: 'p1',
        asset_id: 'a1',
        score: 50,
        last_used: '2025-12-27T09:30:00.000Z',
        grant_type: 'read_write',
        risk_level: 'medium',
        grant_id: 'g1',
        display_name: 'Name of p1',
        asset_name: 'name of a1',
        overall_score: 50,
        calculated_at: '2026-01-31T09:30:00.000Z',
        unanswered: null,
        likelihood: null,
        lapses_at: '2026-01-31T09:30:00.000Z',
        half_life_days: 10,
        model_version: 1,
        crosses_at: [
          { threshold: 20, crosses_at: '2026-01-11T09:30:00.000Z', crossed: true },
          { threshold: 50, crosses_at: '2026-01-31T09:30:00.000Z', crossed: true },
          { threshold: 80, crosses_at: '2026-02-20T09:30:00.000Z', crossed: false },
        ],
      },
    ]);
  });

  test('name a permission by one of five words, or by its own in lower case', async () => {
    const { items } = await get(`/v1/scores?sort=score&limit=100&as_of=${AT}`);
    const types = new Map(items.map((item: Answer) => [item.grant_id, item.grant_type]));
    expect([types.get('g2'), types.get('g3')]).toEqual(['admin', 'frobnicate']);
  });

  test('leave out grants that are not active, and those of others', async () => {
    const { items, total } = await get('/v1/scores?sort=score&limit=100');
    const ids = items.map((item: Answer) => item.grant_id);
    expect(ids).toHaveLength(33);
    expect(total).toBe(33);
    expect(ids).not.toContain('g4');
    expect((await get('/v1/scores?sort=score', stranger)).items).toMatchObject([{ grant_id: 'other' }]);
  });

  test('min_score includes the score itself, at the edges of the bands', async () => {
    for (const [min, ids] of [
      [80, ['g3']],
      [80.001, []],
      [50, ['g3', 'g1']],
      [50.001, ['g3']],
      [100, []],
    ] as const) {
      const { items, total } = await get(`/v1/scores?min_score=${min}&as_of=${AT}`);
      expect([min, total, items.map((item: Answer) => item.grant_id)]).toEqual([min, ids.length, ids]);
    }
    expect((await get(`/v1/scores?min_score=20&as_of=${AT}`)).total).toBeGreaterThanOrEqual(18);
    expect((await get(`/v1/scores?min_score=0&as_of=${AT}`)).total).toBe(33);
  });

  test('as_of moves every score and no order', async () => {
    const [{ score: then }] = (await get('/v1/scores?asset_id=a1&as_of=2026-02-20T09:30:00Z&principal_id=p1'))
      .items;
    expect(then).toBe(80);
    for (const as_of of ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
      const { items, total } = await get(`/v1/scores?min_score=0&limit=5&as_of=${as_of}`);
      expect([total, items[0].grant_id]).toEqual([33, 'g3']);
    }
  });
});

describe('principal items', () => {
  test('hold the score of the stalest active grant', async () => {
    const { items } = await get(`/v1/scores?sort=score_desc&limit=2&as_of=${AT}`);
    expect(items).toEqual([
      {
        principal_id: 'p2',
        display_name: 'Name of p2',
        overall_score: 80,
        calculated_at: '2026-01-31T09:30:00.000Z',
        lapses_at: '2026-01-11T09:30:00.000Z',
        risk_level: 'high',
      },
      expect.objectContaining({ principal_id: 'p1', overall_score: 50, risk_level: 'medium' }),
    ]);
  });

  test('below keeps scores under the number', async () => {
    const ids = async (below: number) =>
      (await get(`/v1/scores?below=${below}&as_of=${AT}`)).items.map((item: Answer) => item.principal_id);
    expect(await ids(50)).toHaveLength(7);
    expect(await ids(50.001)).toHaveLength(8);
    expect(await ids(80.001)).toHaveLength(9);
    expect(await ids(0)).toEqual([]);
    expect(await ids(100)).toHaveLength(9);
    expect((await get('/v1/scores?below=100', stranger)).total).toBe(1);
  });
});

describe('the form', () => {
  const formOf = async (query: string, from: TestApp): Promise<string> => {
    const [first] = (await get(`/v1/scores?as_of=${AT}&${query}`, from)).items;
    return 'asset_id' in first ? 'pair' : 'principal';
  };

  test('follows the parameters, else the way callers are known', async () => {
    for (const query of [
      'principal_id=p1',
      'asset_id=a1',
      'min_score=1',
      'order=asc',
      'offset=0',
      'sort=score',
    ]) {
      expect([query, await formOf(query, reference)]).toEqual([query, 'pair']);
    }
    for (const query of ['below=99', 'sort=score_asc', 'sort=score_desc', 'sort=score_asc&offset=1']) {
      expect([query, await formOf(query, service)]).toEqual([query, 'principal']);
    }
    expect(await formOf('', service)).toBe('pair');
    expect(await formOf('', reference)).toBe('principal');
    expect(await formOf('form=pair', reference)).toBe('pair');
    expect(await formOf('form=principal&min_score=1&principal_id=p1', service)).toBe('principal');
  });

  test('is kept by a cursor, also when nothing else says it', async () => {
    const { next_cursor } = await get(`/v1/scores?limit=1&as_of=${AT}`, reference);
    expect(await formOf(`limit=1&cursor=${next_cursor}`, service)).toBe('principal');
  });
});

describe('pages', () => {
  async function walk(
    query: string,
    limit: number,
  ): Promise<{ ids: string[]; totals: number[]; at: string[] }> {
    const [ids, totals, at]: [string[], number[], string[]] = [[], [], []];
    let cursor: string | null = null;
    do {
      const suffix: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = await get(`/v1/scores?${query}&limit=${limit}${suffix}`);
      ids.push(...page.items.map((item: Answer) => item.grant_id ?? item.principal_id));
      at.push(...page.items.map((item: Answer) => item.calculated_at));
      totals.push(page.total);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return { ids, totals, at };
  }

  test('give every row once, at any instant and size, in the order of scores, and reversed by the other order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(
          'sort=score&order=',
          'form=principal&order=',
          'asset_id=a3&order=',
          'min_score=15&order=',
        ),
        fc.integer({ min: -400, max: 400 }),
        async (limit, query, day) => {
          const as_of = new Date(NOW + day * DAY_MS + day).toISOString();
          const falling = await walk(`as_of=${as_of}&${query}desc`, limit);
          expect(new Set(falling.ids).size).toBe(falling.ids.length);
          expect(new Set(falling.totals)).toEqual(new Set([falling.ids.length]));
          const rising = await walk(`as_of=${as_of}&${query}asc`, limit);
          expect(rising.ids).toEqual([...falling.ids].reverse());
          const { items } = await get(`/v1/scores?as_of=${as_of}&${query}desc&limit=100`);
          expect(items.map((item: Answer) => item.grant_id ?? item.principal_id)).toEqual(falling.ids);
          const scores = items.map((item: Answer) => item.score ?? item.overall_score);
          expect(scores).toEqual([...scores].sort((a, b) => b - a));
        },
      ),
      { numRuns: 20 },
    );
  });

  test('all hold for the instant of the first', async () => {
    const { at } = await walk('sort=score', 7);
    expect(at).toHaveLength(33);
    expect(new Set(at).size).toBe(1);
  });

  test('by offset are those by cursor', async () => {
    const { ids } = await walk('sort=score', 10);
    const { items, offset } = await get('/v1/scores?sort=score&limit=10&offset=20');
    expect(items.map((item: Answer) => item.grant_id)).toEqual(ids.slice(20, 30));
    expect(offset).toBe(20);
    expect(await get('/v1/scores?sort=score&offset=500')).toMatchObject({ items: [], total: 33 });
  });

  test('a cursor of another tenant, form or filter is refused', async () => {
    const { next_cursor } = await get('/v1/scores?sort=score&limit=1');
    const foreign = await stranger.call({ url: `/v1/scores?sort=score&limit=1&cursor=${next_cursor}` });
    expect(foreign.statusCode).toBe(400);
    for (const query of [
      'form=principal',
      'below=50',
      'sort=score&order=asc',
      `as_of=${AT}`,
      'asset_id=a1',
    ]) {
      expect(await faultsOf(`/v1/scores?${query}&cursor=${next_cursor}`)).toEqual(['query.cursor']);
    }
  });
});

describe('bad input', () => {
  test('is named, all of it, and never an error of ours', async () => {
    expect(
      await faultsOf(
        '/v1/scores?min_score=NaN&below=101&order=up&sort=name&limit=0&as_of=yesterday&form=x&y=1',
      ),
    ).toEqual(
      expect.arrayContaining(
        ['y', 'min_score', 'below', 'order', 'sort', 'limit', 'as_of', 'form'].map((name) => `query.${name}`),
      ),
    );
    for (const [query, fault] of [
      ['min_score=Infinity', 'min_score'],
      ['min_score=-1', 'min_score'],
      ['min_score=', 'min_score'],
      ['as_of=%2B275760-09-13T00:00:00Z', 'as_of'],
      ['as_of=0000-01-01T00:00:00Z', 'as_of'],
      ['as_of=9999-12-31T23:59:59-23:59', 'as_of'],
      ['as_of=2016-12-31T23:59:60Z', 'as_of'],
      ['as_of=2026-02-30T00:00:00Z', 'as_of'],
      ['cursor=abc&offset=1', 'offset'],
      ['form=pair&below=5', 'below'],
      ['below=5&min_score=5', 'below'],
      ['form=principal&asset_id=a1', 'asset_id'],
      ['sort=score_asc&order=desc', 'order'],
      ['cursor=abc', 'cursor'],
    ]) {
      expect([query, await faultsOf(`/v1/scores?${query}`)]).toEqual([query, [`query.${fault}`]]);
    }
  });

  test('contradictions are named together', async () => {
    expect(
      await faultsOf(
        '/v1/scores?sort=score_asc&order=desc&cursor=x&offset=1&below=1&form=pair&as_of=2016-12-31T23:59:60Z',
      ),
    ).toEqual(['query.offset', 'query.as_of', 'query.below', 'query.order']);
  });
});

test('no grant of a pair is hidden behind another, whole or page by page', async () => {
  const url = '/v1/scores?principal_id=q0&asset_id=a3';
  const expected = ['tie-00', 'tie-07', 'tie-14', 'tie-21', 'tie-28'];
  const whole = await get(url);
  expect([whole.total, whole.items.map((item: Answer) => item.grant_id).sort()]).toEqual([5, expected]);
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await get(`${url}&limit=2${cursor}`);
    expect(page.total).toBe(5);
    seen.push(...page.items.map((item: Answer) => item.grant_id));
    if (page.next_cursor === null) break;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
  expect(seen.sort()).toEqual(expected);
});
