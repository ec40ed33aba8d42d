import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES, type Role } from '../src/gateway/roles.rules.ts';
import { LapseError } from '../src/platform/errors.ts';
import { createTestApp, type TestApp } from './support/app.ts';
import { callerOf } from './support/callers.ts';
import { type Description, MalformedRequests } from './support/malformed-requests.ts';
import { insertScores } from './support/score-rows.ts';

/** `FUZZ_REQUESTS=10000` tries more, `FUZZ_SEED` others. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_200);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const ANSWER_MS_MAX = 10_000;

/** In every name of the other tenant, and in nothing else. */
const MARK = 'Xyloquartz';
const WHO: (Role | 'nobody' | 'no role')[] = [...ROLES, 'no role', 'nobody'];

let service: TestApp;
const directoryOf = (prefix: string, mark: string) => [
  {
    kind: 'principal',
    id: `${prefix}-ann`,
    display_name: `${mark} Ann`,
    type: 'user',
    email: `${prefix}@x.example`,
  },
  { kind: 'principal', id: `${prefix}-olaf`, display_name: `${mark} Olaf`, type: 'user' },
  {
    kind: 'asset',
    id: `${prefix}-wiki`,
    name: `${mark} wiki`,
    type: 'table',
    platform: 'fabric',
    owner_id: `${prefix}-olaf`,
  },
  {
    kind: 'grant',
    id: `${prefix}-grant`,
    principal_id: `${prefix}-ann`,
    asset_id: `${prefix}-wiki`,
    permission: mark,
  },
];

beforeAll(async () => {
  service = await createTestApp({
    authenticate:
      ({ tenants }) =>
      async (authorization) => {
        if (authorization === undefined) throw new LapseError('unauthenticated', 'A token is needed.');
        const [tenant, role] = authorization.split(' ');
        const roles = new Set(role === 'all' ? ROLES : ROLES.filter((each) => each === role));
        return callerOf(tenant === 'b' ? tenants.b : tenants.a, { subject: 'fuzz', roles });
      },
  });
  for (const [tenant, mark] of [
    ['a', 'Plain'],
    ['b', MARK],
  ] as const) {
    const call = (method: 'POST', url: string, payload: object | string, type = 'application/json') =>
      service.call({
        method,
        url,
        payload,
        headers: { authorization: `${tenant} all`, 'content-type': type },
      });
    const lines = directoryOf(tenant, mark).map((line) => JSON.stringify(line));
    await call('POST', '/v1/directory/import', lines.join('\n'), 'application/x-ndjson');
    await insertScores(service.test, service.test.tenants[tenant], [
      {
        grant_id: `${tenant}-scored`,
        principal_id: `${tenant}-ann`,
        asset_id: `${tenant}-wiki`,
        lapses_at: 0,
      },
    ]);
    await call('POST', '/v1/reviews', {
      principal_id: `${tenant}-ann`,
      asset_id: `${tenant}-wiki`,
      notes: mark,
    });
  }
});
afterAll(() => service.close());

/** Everything of a tenant, table by table. */
async function contentOf(tenantId: number): Promise<Record<string, unknown>> {
  const tables = await service.test.admin(
    "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id' ORDER BY 1",
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await service.test.admin(
      `SELECT count(*)::int AS rows, md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS hash FROM ${String(name)} t WHERE tenant_id = $1`,
      [tenantId],
    );
    content[String(name)] = row;
  }
  return content;
}

async function inTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_MS_MAX);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

test(
  `${REQUESTS} malformed requests: no failure of ours, no hang, nothing of another tenant`,
  async () => {
    const { a, b } = service.test.tenants;
    const reviews = await service.test.admin('SELECT tenant_id, id FROM reviews');
    const ids = [
      ...['a', 'b'].flatMap((tenant) => directoryOf(tenant, '').map((line) => line.id)),
      ...reviews.map((review) => String(review.id)),
    ];
    const before = await contentOf(b);
    const requests = new MalformedRequests(service.app.swagger() as unknown as Description, ids, SEED);
    const statuses = new Map<number, number>();
    const wrong: string[] = [];
    let count = 0;
    for (const { operation, ...request } of requests.make(REQUESTS)) {
      const who = WHO[Math.floor(count / 7) % WHO.length];
      // Mostly somebody who may do everything: others are refused before anything is read.
      const authorization = count % 3 === 0 ? `a ${who}` : 'a all';
      count += 1;
      const headers = {
        ...request.headers,
        ...(who === 'nobody' && count % 3 === 1 ? {} : { authorization }),
      };
      const response = await inTime(service.app.inject({ ...request, headers }));
      const what = `${operation}: ${JSON.stringify({ ...request, payload: String(request.payload).slice(0, 300) })}`;
      if (response === null) {
        wrong.push(`no answer in time: ${what}`);
        continue;
      }
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      if (response.statusCode >= 500) wrong.push(`${response.statusCode} ${response.body} to ${what}`);
      if (response.body.includes(MARK)) wrong.push(`shows the other tenant: ${what}`);
    }
    expect(wrong).toEqual([]);
    expect(await contentOf(b)).toEqual(before);
    // They must not all end at the door.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 50);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 5);
    expect(a).not.toBe(b);
  },
  120_000 + REQUESTS * 40,
);
