import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { createReviewWorld, daysAgo, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { createDevAuthenticate } from '../../../gateway/tokens/token-verifier.ts';
import { FACETS, type Facet } from './facet.rules.ts';

const DEPARTMENTS = ['Finance', 'Sales', null, ''];
const PLATFORMS = ['fabric', 'synapse', 'ledgers'];
const CLASSES = ['pii', 'internal', null];
const WORDS = ['reader', 'CAN_MANAGE', 'db_owner', 'frobnicate'];
const AGES = [400, 130, 110];
const PEOPLE = Array.from({ length: 12 }, (_, i) => `p${String(i).padStart(2, '0')}`);
const ASSETS = Array.from({ length: 5 }, (_, i) => `a${i}`);

const LINES = [
  ...['owner', 'other'].map((id) => ({
    kind: 'principal',
    id,
    display_name: `Reviewer ${id}`,
    type: 'user',
  })),
  ...PEOPLE.map((id, i) => ({
    kind: 'principal',
    id,
    display_name: id,
    type: 'user',
    department: DEPARTMENTS[i % 4],
    disabled: i % 5 === 3,
    ...(i % 3 === 0 ? { last_login_at: daysAgo(300) } : {}),
  })),
  ...ASSETS.map((id, i) => ({
    kind: 'asset',
    id,
    name: id,
    type: 'table',
    platform: PLATFORMS[i % 3],
    classification: CLASSES[i % 3],
    // Nobody can be asked about the last one.
    owner_id: ['owner', 'other', 'owner', 'other', null][i],
  })),
  ...PEOPLE.flatMap((principal_id, p) =>
    ASSETS.map((asset_id, a) => ({
      kind: 'grant',
      id: `${principal_id}-${asset_id}`,
      principal_id,
      asset_id,
      permission: WORDS[(p + a) % 4],
      granted_at: daysAgo(AGES[(p * 2 + a) % 3] as number),
      purpose: p === 7 ? 'standby' : null,
    })),
  ),
];

let world: ReviewWorld;
let stranger: TestApp;

/** A review as the naive count sees it: what each facet says of it, in the words of the filters. */
interface Known extends Record<Facet, string | null> {
  id: string;
  status: string;
  principal_id: string;
  asset_id: string;
  due_at: number;
  decay_score: number;
  priority: number;
}
let all: Known[] = [];

beforeAll(async () => {
  world = await createReviewWorld([]);
  const payload = { review: { weekly_budget: null } };
  expect((await world.call({ method: 'PUT', url: '/v1/policy', payload })).statusCode).toBe(200);
  await world.import(LINES);
  await world.drain();
  await world.sweep();
  const { test } = world;
  stranger = await createTestApp({ test, authenticate: ({ tenants }) => createDevAuthenticate(tenants.b) });
  const { items } = (await world.call({ url: '/v1/reviews?limit=100&principal_id=p00' })).json();
  await world.decide(items[0].id, { decision: 'CONFIRM', justification: 'Needed.' });
  await world.decide(items[1].id, {
    decision: 'ESCALATE',
    justification: 'Not mine to say.',
    escalate_to_id: 'other',
  });
  all = await loadKnown();
});
afterAll(async () => {
  await stranger.app.close();
  await world.close();
});

/** From plain rows, put together here. */
async function loadKnown(): Promise<Known[]> {
  const of = (table: string) =>
    world.test.admin(`SELECT * FROM ${table} WHERE tenant_id = $1`, [world.tenant]) as Promise<
      Record<string, never>[]
    >;
  const reviews = await of('reviews');
  const principals = await of('principals');
  const assets = await of('assets');
  const find = (rows: Record<string, never>[], id: string) => rows.find((row) => row.id === id) ?? {};
  return reviews.map((row) => {
    const review = row as unknown as Omit<Known, 'due_at'> & { assigned_to_id: string | null; due_at: Date };
    const facts = (row.priority_facts ?? {}) as Record<string, string | null>;
    const asset = find(assets, review.asset_id) as Record<string, string | null>;
    const principal = find(principals, review.principal_id) as Record<string, string | null>;
    return {
      ...review,
      due_at: new Date(review.due_at).getTime(),
      platform: asset.platform ?? null,
      classification: asset.classification ?? 'unclassified',
      permission: facts.permission ?? 'unknown',
      account_state: facts.account ?? 'unremarkable',
      department: principal.department ?? '',
      assigned_to: review.assigned_to_id,
    };
  });
}

type Filters = Partial<Record<string, string>>;
const urlOf = (path: string, filters: Filters) => {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return `/v1/reviews${path}?${new URLSearchParams(given as [string, string][])}`;
};
const get = async (path: string, filters: Filters) => {
  const answer = await world.call({ url: urlOf(path, filters) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

const isOpen = ({ status }: Known) => status === 'PENDING' || status === 'ESCALATED';
/** Whether all filters but that of one facet hold. */
const matches = (review: Known, filters: Filters, but?: Facet): boolean =>
  Object.entries(filters).every(([name, wanted]) => {
    const facet = name === 'assigned_to_id' ? 'assigned_to' : name;
    if (facet === but || wanted === undefined) return true;
    if (facet === 'due_before') return review.due_at < Date.parse(wanted);
    return review[facet as keyof Known] === wanted;
  });

const VALUES: Record<string, readonly string[]> = {
  status: ['PENDING', 'ESCALATED'],
  risk_level: ['CRITICAL', 'HIGH', 'LOW'],
  recommendation: ['REVOKE', 'REVIEW', 'CONFIRM'],
  platform: [...PLATFORMS, 'nowhere'],
  classification: ['pii', 'internal', 'public', 'unclassified'],
  permission: ['read', 'admin', 'owner', 'unknown', 'write'],
  account_state: ['disabled', 'dormant', 'unremarkable'],
  department: ['Finance', 'Sales', '', 'Nowhere'],
  assigned_to_id: ['owner', 'other'],
  principal_id: PEOPLE,
  asset_id: ASSETS,
  due_before: [daysAgo(-2), daysAgo(-4), daysAgo(-30)],
};
const FACET_FILTERS = [
  'recommendation',
  'platform',
  'classification',
  'permission',
  'account_state',
  'department',
];
const filtersOf = (names: readonly string[]): fc.Arbitrary<Filters> =>
  fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...(VALUES[name] ?? []))])));
/** Few at a time: most combinations of ten match nothing. */
const someFilters = fc.subarray(Object.keys(VALUES), { maxLength: 4 }).chain(filtersOf);
const withFacet = fc
  .tuple(fc.constantFrom(...FACET_FILTERS), fc.subarray(Object.keys(VALUES), { maxLength: 2 }))
  .chain(([facet, names]) => filtersOf([...new Set([facet, ...names])]));

describe('the world of these tests', () => {
  test('has something of everything', () => {
    const open = all.filter(isOpen);
    expect(open.length).toBeGreaterThan(50);
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['PENDING', 'ESCALATED']));
    const found = (facet: Facet) => [...new Set(open.map((review) => String(review[facet])))].sort();
    expect(Object.fromEntries(FACETS.map((facet) => [facet, found(facet)]))).toEqual({
      recommendation: ['REVIEW', 'REVOKE'],
      risk_level: ['CRITICAL', 'HIGH'],
      platform: ['fabric', 'ledgers', 'synapse'],
      classification: ['internal', 'pii', 'unclassified'],
      permission: ['admin', 'owner', 'read', 'unknown'],
      account_state: ['disabled', 'dormant', 'unremarkable'],
      department: ['', 'Finance', 'Sales'],
      assigned_to: ['null', 'other', 'owner'],
    });
  });
});

describe('the list of reviews by facets', () => {
  test('has what a naive filter finds, in the order that is asked for, over pages', async () => {
    const sorts = { due_at: 'due_at', score: 'decay_score', priority: 'priority' } as const;
    await fc.assert(
      fc.asyncProperty(
        withFacet,
        fc.constantFrom('due_at' as const, 'score' as const, 'priority' as const),
        fc.boolean(),
        fc.constantFrom(1, 7, 10, 100),
        async (filters, sort, isDescending, limit) => {
          const sign = isDescending ? -1 : 1;
          const key = sorts[sort];
          const expected = all
            .filter((review) => isOpen(review) && matches(review, filters))
            .sort((a, b) => sign * (a[key] - b[key] || (a.id < b.id ? -1 : 1)))
            .map(({ id }) => id);
          const asked = { ...filters, sort, order: isDescending ? 'desc' : 'asc', limit: String(limit) };
          const seen: string[] = [];
          for (let cursor: string | null = ''; cursor !== null; ) {
            const page: { items: Known[]; total: number; next_cursor: string | null } = await get('', {
              ...asked,
              ...(cursor === '' ? {} : { cursor }),
            });
            expect(page.total).toBe(expected.length);
            seen.push(...page.items.map(({ id }) => id));
            cursor = limit === 1 && seen.length >= 3 ? null : page.next_cursor;
          }
          expect(seen).toEqual(limit === 1 ? expected.slice(0, Math.min(3, expected.length)) : expected);
          const { items } = await get('', { ...asked, offset: '3' });
          expect(items.map(({ id }: Known) => id)).toEqual(expected.slice(3, 3 + limit));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('is of open reviews: a status that is not is refused, naming the field', async () => {
    const decided = await world.call({ url: '/v1/reviews?status=DECIDED&platform=fabric' });
    expect(decided.statusCode).toBe(400);
    expect(decided.json().detail).toMatchObject([{ loc: ['query', 'status'], type: 'not_together' }]);
    const { items } = await get('', { platform: 'fabric', limit: '100' });
    expect(items.every(isOpen)).toBe(true);
    expect(all.some((review) => review.platform === 'fabric' && !isOpen(review))).toBe(true);
  });

  test('a cursor is of the filters it was made with', async () => {
    const { next_cursor } = await get('', { platform: 'fabric', limit: '1' });
    const url = urlOf('', { platform: 'synapse', limit: '1', cursor: next_cursor });
    expect((await world.call({ url })).statusCode).toBe(400);
  });
});

describe('facets', () => {
  test('count what a naive count counts, each without its own filter', async () => {
    await fc.assert(
      fc.asyncProperty(someFilters, async (filters) => {
        const { total, facets } = await get('/facets', filters);
        const open = all.filter(isOpen);
        expect(total).toBe(open.filter((review) => matches(review, filters)).length);
        for (const facet of FACETS) {
          const expected = new Map<string | null, number>();
          for (const review of open.filter((each) => matches(each, filters, facet))) {
            expected.set(review[facet], (expected.get(review[facet]) ?? 0) + 1);
          }
          const { values, others } = facets[facet] as { values: Value[]; others: object };
          expect(new Map(values.map(({ value, reviews }) => [value, reviews]))).toEqual(expected);
          expect(others).toEqual({ values: 0, reviews: 0 });
          const counts = values.map(({ reviews }) => reviews);
          expect(counts).toEqual(counts.toSorted((a, b) => b - a));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('every value that is counted is as many reviews when it is filtered by', async () => {
    for (const filters of [{}, { platform: 'fabric', assigned_to_id: 'owner' }]) {
      const { facets } = await get('/facets', filters);
      for (const facet of FACETS) {
        for (const { value, reviews } of facets[facet].values as Value[]) {
          if (value === null) continue;
          const name = facet === 'assigned_to' ? 'assigned_to_id' : facet;
          const { total } = await get('/facets', { ...filters, [name]: value });
          expect(total, `${name}=${value}`).toBe(reviews);
        }
      }
    }
  });

  test('name reviewers', async () => {
    const { facets } = await get('/facets', {});
    const names = (facets.assigned_to.values as Value[]).map(({ value, name }) => [value, name]);
    expect(names).toContainEqual(['owner', 'Reviewer owner']);
    expect(names).toContainEqual([null, null]);
  });

  test('are the largest fifty, with how many others there are', async () => {
    const people = Array.from({ length: 55 }, (_, i) => `many${i}`);
    await world.import([
      { kind: 'asset', id: 'many', name: 'many', type: 'table', platform: 'fabric', owner_id: 'owner' },
      ...people.map((id, i) => ({
        kind: 'principal',
        id,
        display_name: id,
        type: 'user',
        department: `D${i < 4 ? 0 : i}`,
      })),
      ...people.map((id) => ({
        kind: 'grant',
        id,
        principal_id: id,
        asset_id: 'many',
        permission: 'read',
        granted_at: daysAgo(400),
      })),
    ]);
    await world.drain();
    await world.sweep();
    const { total, facets } = await get('/facets', { asset_id: 'many' });
    expect(total).toBe(55);
    expect(facets.department.values).toHaveLength(50);
    expect(facets.department.values[0]).toMatchObject({ value: 'D0', reviews: 4 });
    expect(facets.department.others).toEqual({ values: 2, reviews: 2 });
    all = await loadKnown();
  });

  test('show a tenant nothing of another', async () => {
    const answer = await stranger.call({ url: '/v1/reviews/facets' });
    expect(answer.json().total).toBe(0);
    for (const { values } of Object.values<{ values: Value[] }>(answer.json().facets))
      expect(values).toEqual([]);
    const list = await stranger.call({ url: '/v1/reviews?platform=fabric' });
    expect(list.json()).toMatchObject({ items: [], total: 0 });
  });

  test.each([
    ['recommendation', 'KEEP'],
    ['classification', 'secret'],
    ['permission', 'reader'],
    ['account_state', 'sleeping'],
    ['platform', ''],
    ['status', 'DECIDED'],
    ['risk_level', 'high'],
    ['due_before', 'soon'],
    ['colour', 'red'],
  ])('%s=%s is refused, naming the field', async (name, value) => {
    const paths = name === 'status' ? ['/facets'] : ['', '/facets', '/groups'];
    for (const path of paths) {
      const by = path === '/groups' ? { by: 'asset' } : {};
      const answer = await world.call({ url: urlOf(path, { ...by, [name]: value }) });
      expect(answer.statusCode, path).toBe(400);
      expect(answer.body, path).toContain(name);
    }
  });
});

describe('groups of reviews', () => {
  test('are made of what the filters leave', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(FACET_FILTERS, { minLength: 1, maxLength: 3 }).chain(filtersOf),
        async (filters) => {
          const { items } = await get('/groups', { by: 'asset', limit: '100', ...filters });
          const members = items.reduce((sum: number, group: { members: number }) => sum + group.members, 0);
          expect(members).toBe(all.filter((review) => isOpen(review) && matches(review, filters)).length);
        },
      ),
      { numRuns: 25 },
    );
  });
});

interface Value {
  value: string | null;
  name: string | null;
  reviews: number;
}
