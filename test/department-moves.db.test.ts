import { afterEach, beforeEach, expect, test } from 'vitest';
import { settleMoves } from '../src/core/directory/department-moves.sql.ts';
import { upsertPrincipals } from '../src/core/directory/directory-import.sql.ts';
import { dryRunPolicy } from '../src/core/policy/dry-run-policy.ts';
import { requestForChanged } from '../src/core/scores/apply/recalculations.sql.ts';
import { DAY_MS } from '../src/platform/iso-instant.ts';
import { createReviewWorld, daysAgo, type ReviewWorld } from './support/review-world.ts';

/** People who change departments, and departments that change names. */

const FINANCE = Array.from({ length: 10 }, (_, i) => `f${i}`);
const SALES = ['s0', 's1', 's2'];
const person = (id: string, department: string | null) => ({
  kind: 'principal' as const,
  id,
  display_name: id === 'f0' ? 'Ana' : id,
  type: 'user' as const,
  department,
});

let world: ReviewWorld;
beforeEach(async () => {
  world = await createReviewWorld([
    ...FINANCE.map((id) => person(id, 'Finance')),
    ...SALES.map((id) => person(id, 'Sales')),
    {
      kind: 'asset',
      id: 'ledger',
      name: 'ledger',
      type: 'table',
      platform: 'fabric',
      classification: 'internal',
    },
    ...FINANCE.map((id) => ({
      kind: 'grant',
      id: `${id}-ledger`,
      principal_id: id,
      asset_id: 'ledger',
      permission: 'read',
      granted_at: daysAgo(60),
    })),
  ]);
  for (const day of [6, 4, 2, 0]) await world.use('f0', 'ledger', world.now - day * DAY_MS);
  await setModel(2);
});
afterEach(() => world.close());

async function setModel(model_version: number) {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload: { model_version } });
  expect(answer.statusCode).toBe(200);
  await world.drain();
}
/** What maintenance does, some hours later. */
async function settle(hours = 2) {
  const now = Date.now() + hours * 3_600_000;
  await world.test.db.transaction(world.tenant, async (tx) =>
    requestForChanged(tx, 'directory', 'principal_id', await settleMoves(tx, now)),
  );
  await world.drain();
}
const move = async (department: string | null, ...ids: string[]) => {
  await world.import(ids.map((id) => person(id, department)));
  await world.drain();
};
const get = async (url: string) => (await world.call({ url })).json();
const parts = async (id: string): Promise<{ kind: string; days: number; reason: string }[]> =>
  (await get(`/v1/scores/${id}`)).grants[0].parts;
const movedOf = async (id: string) => (await parts(id)).find(({ kind }) => kind === 'moved');

test('halves the patience with a reason, once the changes have come to rest', async () => {
  await move('Sales', 'f0');
  await settle(0.5);
  expect(await movedOf('f0')).toBeUndefined();
  await settle();
  const [patience] = await parts('f0');
  const today = new Date().toISOString().slice(0, 10);
  expect(await movedOf('f0')).toEqual({
    kind: 'moved',
    days: -Math.floor((patience?.days ?? 0) / 2),
    reason: `${Math.floor((patience?.days ?? 0) / 2)} days sooner, because Ana changed from Finance to Sales on ${today} and has not used it 42 days or more after that.`,
  });
  expect(await movedOf('f1')).toBeUndefined();
  expect((await get('/v1/principals/f0')).department_since.slice(0, 10)).toBe(today);
  const [entry] = (await world.events('principal.changed')).slice(-1);
  expect(entry?.data).toMatchObject({ before: { department: 'Finance' }, after: { department: 'Sales' } });
  expect(Object.keys(entry?.data.after as object)).toEqual(['department']);

  world.now += 41 * DAY_MS;
  await world.use('f0', 'ledger', world.now);
  expect(await movedOf('f0')).toBeDefined();
  world.now += 2 * DAY_MS;
  await world.use('f0', 'ledger', world.now);
  expect(await movedOf('f0')).toBeUndefined();
});

test('does not concern what was granted in the new department, nor the first model', async () => {
  await move('Sales', 'f1');
  await settle();
  expect(await movedOf('f1')).toBeDefined();
  await world.import([
    { kind: 'asset', id: 'crm', name: 'crm', type: 'table', platform: 'fabric' },
    { kind: 'grant', id: 'new', principal_id: 'f1', asset_id: 'crm', permission: 'read' },
  ]);
  await world.drain();
  const { grants } = await get('/v1/scores/f1');
  const kinds = (asset: string) =>
    grants
      .find((grant: { asset_id: string }) => grant.asset_id === asset)
      .parts.map(({ kind }: { kind: string }) => kind);
  expect(kinds('ledger')).toContain('moved');
  expect(kinds('crm')).not.toContain('moved');
  await setModel(1);
  expect(await movedOf('f1')).toBeUndefined();

  const started = await world.call({
    method: 'POST',
    url: '/v1/policy/dry-runs',
    headers: { 'idempotency-key': 'second-model' },
    payload: { model_version: 2 },
  });
  while (await dryRunPolicy(world.context(), world.tenant));
  const { result } = await get(`/v1/policy/dry-runs/${started.json().id}`);
  const days = result.today.grants.map(
    ({ grant_id, lapses_at_now, lapses_at_then }: Record<string, string>) => [
      grant_id,
      (Date.parse(String(lapses_at_then)) - Date.parse(String(lapses_at_now))) / DAY_MS,
    ],
  );
  expect(Object.fromEntries(days)).toMatchObject({ 'f1-ledger': -45 });
  // Whose score changes by its half-life alone.
  expect(Object.fromEntries(days)).toMatchObject({ 'f2-ledger': 0 });
});

test('a renamed department is no move, also when it comes in parts', async () => {
  await move('Money', ...FINANCE);
  await settle();
  expect(await movedOf('f0')).toBeUndefined();

  await move('Treasury', 'f0', 'f1', 'f2');
  await settle();
  expect(await movedOf('f0')).toBeDefined();
  await move('Treasury', ...FINANCE.slice(3));
  await settle();
  for (const id of FINANCE) expect(await movedOf(id)).toBeUndefined();
});

test('a department that is merged into another one is a move of its people', async () => {
  await move('Sales', ...FINANCE);
  await settle();
  // Ten of thirteen: not nearly everybody there.
  for (const id of FINANCE) expect(await movedOf(id)).toBeDefined();
});

test('nothing is a move that was not seen: from none, to none, or as another account describes the person', async () => {
  await move(null, 'f0');
  await move('Sales', 'f0');
  await world.test.db.transaction(world.tenant, (tx) =>
    upsertPrincipals(tx, [person('f1', 'Sales')], { is_observed: false }),
  );
  await settle();
  expect(await movedOf('f0')).toBeUndefined();
  expect(await movedOf('f1')).toBeUndefined();
  const rows = await world.test.admin(
    "SELECT id, department_since FROM principals WHERE id IN ('f0', 'f1') ORDER BY id",
  );
  expect(rows).toEqual([
    { id: 'f0', department_since: null },
    { id: 'f1', department_since: null },
  ]);
});

test('those of another tenant do not count', async () => {
  const other = world.test.tenants.b;
  await world.test.db.transaction(other, (tx) =>
    upsertPrincipals(
      tx,
      FINANCE.map((id) => person(id, 'Finance')),
    ),
  );
  await move('Money', ...FINANCE);
  await settle();
  expect(await movedOf('f0')).toBeUndefined();
  const rows = await world.test.admin(
    'SELECT count(*)::integer AS moved FROM principals WHERE tenant_id = $1 AND department_since IS NOT NULL',
    [other],
  );
  expect(rows).toEqual([{ moved: 0 }]);
});
