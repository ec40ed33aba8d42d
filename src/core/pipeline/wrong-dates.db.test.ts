import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { importDirectory } from '../directory/import/import-directory.ts';
import { appendToInbox } from '../events/inbox.sql.ts';
import { processTenant } from './process-tenant.ts';

let store: TestDatabase;
let tenant: number;
const failures: string[] = [];

beforeAll(async () => {
  store = await createTestDatabase();
  tenant = store.tenants.a;
});
afterAll(() => store.drop());
beforeEach(async () => {
  failures.length = 0;
  await store.admin(`SET session_replication_role = replica; TRUNCATE grants, memberships, identities, assets, principals, substitutes, search_terms,
    tallies, events, inbox, recalculations, dead_letters, grant_scores, principal_scores, score_history, peer_groups, peer_moves,
    principal_baselines, anomaly_signals, telemetry_gaps CASCADE; SET session_replication_role = origin`);
  await importLines([
    { kind: 'principal', id: 'ann', display_name: 'Ann', type: 'user' },
    {
      kind: 'asset',
      id: 'wiki',
      name: 'wiki',
      type: 'table',
      platform: 'fabric',
      classification: 'internal',
    },
    grant('g-ann'),
    { ...grant('g-ordinary'), permission: 'write' },
  ]);
});

const grant = (id: string, more: object = {}) => ({
  kind: 'grant',
  id,
  principal_id: 'ann',
  asset_id: 'wiki',
  permission: 'read',
  granted_at: '2026-01-01T00:00:00Z',
  ...more,
});

function importLines(lines: object[]) {
  return importDirectory(
    { db: store.db, tenant_id: tenant },
    (async function* () {
      for (const [index, line] of lines.entries()) yield { number: index + 1, text: JSON.stringify(line) };
    })(),
  );
}

async function drain(): Promise<void> {
  const context = {
    db: store.db,
    now: Date.now,
    onError: (error: Error) => failures.push(error.message),
  };
  for (let turn = 0; turn < 50; turn += 1) if (!(await processTenant(context, tenant))) return;
  throw new Error('the pipeline does not come to rest');
}

const score = async (id: string) =>
  (await store.admin('SELECT * FROM grant_scores WHERE grant_id = $1', [id]))[0] ?? {};
const fromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

describe('a date that cannot be', () => {
  const FUTURE = 'expected a date at most 24 hours in the future';
  const PAST = 'expected a date after 1970-01-01T00:00:00Z';
  const NONE = 'expected an ISO 8601 timestamp such as 2026-01-31T09:30:00Z';
  const user = { kind: 'principal', id: 'bob', display_name: 'Bob', type: 'user' };
  const asset = { kind: 'asset', id: 'crm', name: 'crm', type: 'table', platform: 'fabric' };

  test.each([
    [grant('g-x', { granted_at: '9999-12-31T23:59:59Z' }), `granted_at: ${FUTURE}`],
    [grant('g-x', { granted_at: fromNow(1.01) }), `granted_at: ${FUTURE}`],
    [grant('g-x', { granted_at: '0001-01-01T00:00:00Z' }), `granted_at: ${PAST}`],
    [grant('g-x', { granted_at: '1969-12-31T23:59:59Z' }), `granted_at: ${PAST}`],
    [grant('g-x', { granted_at: '0000-01-01T00:00:00Z' }), `granted_at: ${PAST}`],
    [grant('g-x', { granted_at: '2026-13-01T00:00:00Z' }), `granted_at: ${NONE}`],
    [grant('g-x', { granted_at: 'yesterday' }), `granted_at: ${NONE}`],
    [
      grant('g-x', { granted_at: '0000-00-00T00:00:00Z', last_used_at: '9999-01-01T00:00:00Z' }),
      `granted_at: ${NONE}; last_used_at: ${FUTURE}`,
    ],
    [{ ...user, last_login_at: '9999-01-01T00:00:00Z' }, `last_login_at: ${FUTURE}`],
    [{ ...user, created_at: '0000-01-01T00:00:00Z' }, `created_at: ${PAST}`],
    [{ ...asset, created_at: '2099-01-01T00:00:00Z' }, `created_at: ${FUTURE}`],
  ])('makes a rejected line that names the field: %j', async (line, reason) => {
    expect(await importLines([line, grant('g-beside')])).toMatchObject({
      rejections: [{ line: 1, reason }],
      imported: 1,
    });
    await drain();
    expect(failures).toEqual([]);
  });

  test('is told from one in a zone far away, and from one of today', async () => {
    const summary = await importLines([
      grant('g-far', { last_used_at: '2026-01-31T23:30:00+23:00' }),
      grant('g-space', { last_used_at: '2026-01-31 23:30:00Z' }),
      grant('g-ahead', { last_used_at: fromNow(0.9), granted_at: '1970-01-01T00:00:00Z' }),
    ]);
    expect(summary.rejections).toEqual([]);
    await drain();
    expect((await score('g-far')).last_used_at).toBe('2026-01-31T00:30:00.000Z');
    expect((await score('g-space')).last_used_at).toBe('2026-01-31T23:30:00.000Z');
  });
});

describe('a date that an older version stored', () => {
  test.each([
    "granted_at = '9999-12-31T00:00:00Z'",
    "granted_at = '0001-01-01T00:00:00Z'",
    "granted_at = '0044-03-15 BC'",
    "granted_at = '10000-01-01T11:59:59Z'",
    "last_used_at = '9999-12-31T00:00:00Z'",
    "last_used_at = '0001-01-01T00:00:00Z'",
    "last_used_at = '294276-12-31T00:00:00Z'",
  ])('does not keep its grant or the next from being scored: %s', async (change) => {
    await store.admin(`UPDATE grants SET ${change} WHERE id = 'g-ann'`);
    await store.admin("UPDATE principals SET last_login_at = '9999-12-31T00:00:00Z'");
    await drain();
    expect(failures).toEqual([]);
    expect(String((await score('g-ann')).lapses_at)).toMatch(/^[123]\d{3}-/);
    expect((await score('g-ordinary')).lapses_at).toBe('2026-03-29T00:00:00.000Z');
    await store.db.transaction(tenant, (tx) =>
      appendToInbox(tx, [
        {
          event_id: 'e',
          principal_id: 'ann',
          asset_id: 'wiki',
          action: 'login',
          platform: 'fabric',
          timestamp: fromNow(-1),
          metadata: null,
        },
      ]),
    );
    await drain();
    expect(failures).toEqual([]);
    const [login] = await store.admin('SELECT last_login_at < now() AS is_known FROM principals');
    expect(login).toEqual({ is_known: true });
  });

  test('in the future gives way to the date of the next import, before and after it was scored', async () => {
    for (const scored of [false, true]) {
      await store.admin("UPDATE grants SET last_used_at = '2099-01-01T00:00:00Z' WHERE id = 'g-ann'");
      if (scored) {
        await store.admin(`UPDATE grant_scores SET last_used_at = '2099-01-01T00:00:00Z', lapses_at = '2099-05-01T00:00:00Z'
          WHERE grant_id = 'g-ann'`);
      }
      await importLines([grant('g-ann', { last_used_at: '2026-02-01T00:00:00Z' })]);
      await drain();
      expect(await score('g-ann')).toMatchObject({
        last_used_at: '2026-02-01T00:00:00.000Z',
        lapses_at: '2026-06-01T00:00:00.000Z',
      });
    }
  });

  test('of granting gives way too, and a plausible one stays', async () => {
    await store.admin("UPDATE grants SET granted_at = '2099-01-01T00:00:00Z' WHERE id = 'g-ann'");
    await importLines([
      grant('g-ann'),
      { ...grant('g-ordinary'), permission: 'write', granted_at: fromNow(-9) },
    ]);
    await drain();
    const rows = await store.admin('SELECT granted_at FROM grants ORDER BY id');
    expect(rows).toEqual([
      { granted_at: '2026-01-01T00:00:00.000Z' },
      { granted_at: '2026-01-01T00:00:00.000Z' },
    ]);
  });

  test('a login in the future is forgotten by the next import', async () => {
    await store.admin("UPDATE principals SET last_login_at = '2099-01-01T00:00:00Z'");
    await importLines([{ kind: 'principal', id: 'ann', display_name: 'Ann', type: 'user' }]);
    expect(await store.admin('SELECT last_login_at FROM principals')).toEqual([{ last_login_at: null }]);
  });
});

test('the later of an import and an event counts, in whichever order they come', async () => {
  await drain();
  await importLines([grant('g-ann', { last_used_at: '2026-03-01T00:00:00Z' })]);
  await drain();
  expect((await score('g-ann')).last_used_at).toBe('2026-03-01T00:00:00.000Z');
  await importLines([grant('g-ann', { last_used_at: '2026-02-01T00:00:00Z' })]);
  await drain();
  expect((await score('g-ann')).last_used_at).toBe('2026-03-01T00:00:00.000Z');
});
